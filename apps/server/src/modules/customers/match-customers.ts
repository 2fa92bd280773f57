/** The customer that one merged into it under this id or address is kept as (decision 0082); a subquery. */
const keptAs = (condition: string) => `(select m.customer_id from merged_customers m
          where m.company_id = $1 and ${condition} order by m.merged_at desc limit 1)`;

/**
 * SQL that tells which stored customer each row of `from` means: all of the row's columns, `match_id` (null: none),
 * `ambiguous` (several customers with ids share its e-mail) and `kept_key` (where it means one by what another was known by
 * that is merged into it: that one's own key; else null). By id, else by the id of one that is merged, else the e-mail's
 * customer that has none. Rows have the columns external_id and email_key; $1 is the company.
 */
export const matchedCustomersSql = (from: string): string => `
    select p.*, coalesce(by_id.id, by_email.id) as match_id, coalesce(by_email.ambiguous, false) as ambiguous, kept.key as kept_key
    from ${from} p
    left join lateral (
      select coalesce(
        (select c.id from customers c where c.company_id = $1 and c.external_id = p.external_id),
        ${keptAs("m.external_id = p.external_id")},
        (select c.id from customers c
          where c.company_id = $1 and c.email_key = p.email_key and c.external_id is null),
        (select c.id from customers c where c.company_id = $1 and c.external_id is null
          and c.id = ${keptAs("m.email_key = p.email_key")})) as id
      where p.external_id is not null
    ) by_id on true
    left join lateral (
      select coalesce((array_agg(c.id order by c.external_id is not null, c.id))[1],
          ${keptAs("m.email_key = p.email_key")}) as id,
        count(*) > 1 and bool_and(c.external_id is not null) as ambiguous
      from customers c
      where p.external_id is null and c.company_id = $1 and c.email_key = p.email_key
    ) by_email on true
    left join lateral (
      select case when p.external_id is null then coalesce('e' || c.email_key, 'i' || c.external_id)
        else coalesce('i' || c.external_id, 'e' || c.email_key) end as key
      from merged_customers m join customers c on c.company_id = m.company_id and c.id = m.customer_id
      where m.company_id = $1 and m.customer_id = coalesce(by_id.id, by_email.id)
        and (m.external_id = p.external_id or (p.external_id is null and m.email_key = p.email_key)) limit 1
    ) kept on true`;
