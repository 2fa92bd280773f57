// Asked once a statement: most companies have merged nobody, and their rows cost nothing more.
const hasMerged = "(select exists (select from merged_customers where company_id = $1))";
/** The customer into which one was merged of whom `condition` holds (decision 0082); a subquery. */
const keptAs = (condition: string) => `(select m.customer_id from merged_customers m
            where ${hasMerged} and m.company_id = $1 and ${condition} order by m.merged_at desc limit 1)`;
/** The key of that customer, `id`. */
const keptKey = (condition: string, key: string) => `(select ${key} from merged_customers m
            join customers c on c.company_id = m.company_id and c.id = m.customer_id
            where ${hasMerged} and m.company_id = $1 and ${condition} and m.customer_id = found.id limit 1)`;

/**
 * SQL that tells which stored customer each row of `from` means: all of the row's columns, `match_id` (null: none),
 * `ambiguous` (several customers with ids share its e-mail) and `kept_key` (where it means one by what another was known by
 * that is merged into it: that one's own key; else null). By id, else by the id of one that is merged, else the e-mail's
 * customer that has none. Rows have the columns external_id and email_key; $1 is the company.
 */
export const matchedCustomersSql = (from: string): string => `
    select p.*, coalesce(own.id, by_email.id, found.id) as match_id, coalesce(by_email.ambiguous, false) as ambiguous,
      case when found.id is null then null
        when p.external_id is null
        then ${keptKey("m.email_key = p.email_key", "coalesce('e' || c.email_key, 'i' || c.external_id)")}
        else ${keptKey("m.external_id = p.external_id", "coalesce('i' || c.external_id, 'e' || c.email_key)")}
      end as kept_key
    from ${from} p
    left join lateral (
      select (select c.id from customers c where c.company_id = $1 and c.external_id = p.external_id) as id
      where p.external_id is not null
    ) own on true
    left join lateral (
      select (array_agg(c.id order by c.external_id is not null, c.id))[1] as id,
        count(*) > 1 and bool_and(c.external_id is not null) as ambiguous
      from customers c
      where p.external_id is null and c.company_id = $1 and c.email_key = p.email_key
    ) by_email on true
    left join lateral (
      select case when own.id is not null or by_email.id is not null then null
        when p.external_id is null then ${keptAs("m.email_key = p.email_key")}
        else coalesce(
          ${keptAs("m.external_id = p.external_id")},
          (select c.id from customers c
            where c.company_id = $1 and c.email_key = p.email_key and c.external_id is null),
          (select c.id from customers c where c.company_id = $1 and c.external_id is null
            and c.id = ${keptAs("m.email_key = p.email_key")}))
        end as id
    ) found on true`;
