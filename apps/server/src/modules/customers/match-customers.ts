/**
 * SQL that tells which stored customer each row of `from` means: all of the row's columns, `match_id` (null: none) and
 * `ambiguous` (several customers with ids share its e-mail). By id, else the e-mail's customer that has none. Rows have the
 * columns external_id and email_key; $1 is the company.
 */
export const matchedCustomersSql = (from: string): string => `
    select p.*, coalesce(by_id.id, by_email.id) as match_id, coalesce(by_email.ambiguous, false) as ambiguous
    from ${from} p
    left join lateral (
      select coalesce(
        (select c.id from customers c where c.company_id = $1 and c.external_id = p.external_id),
        (select c.id from customers c
          where c.company_id = $1 and c.email_key = p.email_key and c.external_id is null)) as id
      where p.external_id is not null
    ) by_id on true
    left join lateral (
      select (array_agg(c.id order by c.external_id is not null, c.id))[1] as id,
        count(*) > 1 and bool_and(c.external_id is not null) as ambiguous
      from customers c
      where p.external_id is null and c.company_id = $1 and c.email_key = p.email_key
    ) by_email on true`;
