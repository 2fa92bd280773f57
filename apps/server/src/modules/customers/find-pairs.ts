import { MOST_OPEN_PAIRS } from "@forestay/contracts";
import { sql } from "kysely";
import type { Tx } from "#platform/db/transaction.ts";

/** More customers than this with one address, id or name and domain are a team, a list or a placeholder, and no pairs. */
const MOST_ALIKE = 10;

/** Where everybody may have an address: two of one name there are two people as likely as one. */
const openDomains = [
  "aol.com",
  "fastmail.com",
  "gmail.com",
  "gmx.de",
  "gmx.net",
  "googlemail.com",
  "hotmail.com",
  "icloud.com",
  "live.com",
  "mail.com",
  "mail.ru",
  "me.com",
  "msn.com",
  "outlook.com",
  "proton.me",
  "protonmail.com",
  "qq.com",
  "t-online.de",
  "web.de",
  "yahoo.co.uk",
  "yahoo.com",
  "yandex.ru",
  "163.com",
];

/** An address without what its box does not tell apart: what follows a plus sign, and Gmail's points. */
const aliasSql = `case when domain in ('gmail.com', 'googlemail.com')
  then replace(regexp_replace(box, '\\+.*$', ''), '.', '') || '@gmail.com'
  else regexp_replace(box, '\\+.*$', '') || '@' || domain end`;

/**
 * Looks for customers that may be one, by what they are equal in: the e-mail address, the box behind it, the external id in another
 * spelling or as a connected system's id of the other, name and domain. Whom one system knows as two are two. At most
 * `MOST_OPEN_PAIRS` wait, the surest of those that nobody has answered: what agrees in nothing any more goes, and so does what surer
 * ones leave no room for. Returns how many are new, or agree in something else now.
 */
export async function findPairs(tx: Tx, companyId: string, now: Date): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    with known as (
      select id, email_key, 
        -- Of mixed case, the case of an id may tell two apart, as Salesforce's of 15 characters does.
        case when btrim(external_id) in (lower(btrim(external_id)), upper(btrim(external_id)))
          then lower(btrim(external_id)) else btrim(external_id) end as own_id, lower(btrim(full_name)) as name,
        split_part(email_key, '@', 1) as box, nullif(split_part(email_key, '@', 2), '') as domain
      from customers where company_id = ${companyId}
    ), keys as (
      select 1 as rank, 'email' as agrees_in, email_key as key, id from known where email_key is not null
      union all
      select 2, 'alias', ${sql.raw(aliasSql)}, id from known where domain is not null and box <> ''
      union all
      select 3, 'external_id', own_id, id from known where own_id <> ''
      union all
      select 4, 'name', domain || ' ' || name, id from known
      where name <> '' and domain is not null and domain <> all(${openDomains}::text[])
    ), few as materialized (
      select k.rank, k.agrees_in, k.key, k.id
      from keys k join (select rank, key from keys group by rank, key having count(*) between 2 and ${MOST_ALIKE}) s
        on s.rank = k.rank and s.key = k.key
    ), found as (
      select distinct on (customer_id, other_id) customer_id, other_id, agrees_in, rank from (
        select a.id as customer_id, b.id as other_id, a.agrees_in, a.rank
        from few a join few b on b.rank = a.rank and b.key = a.key and b.id > a.id
        union all
        select least(c.id, l.customer_id), greatest(c.id, l.customer_id), 'external_id', 3
        from customers c join customer_links l on l.company_id = ${companyId} and l.source_id = c.external_id
          and l.customer_id <> c.id
        where c.company_id = ${companyId}
      ) pairs order by customer_id, other_id, rank
    ), said_two as materialized (
      -- Of whom it was said that a record is none of them (match_questions), it is not asked again of the customer it became.
      select least(l.customer_id, c.id) as customer_id, greatest(l.customer_id, c.id) as other_id
      from match_questions q
      join customer_links l on l.company_id = q.company_id and l.source = q.source and l.source_id = q.source_id
      join customers c on c.company_id = q.company_id and c.email_key = q.email_key and c.id <> l.customer_id
        and c.created_at <= q.answered_at
      where q.company_id = ${companyId} and q.answered_at is not null and q.customer_id is null
    ), wanted as (
      -- Those that are there no more tell nobody apart: who was deleted there and made anew is one.
      select f.* from found f where not exists (
        select from customer_links a join customer_links b
          on b.company_id = ${companyId} and b.customer_id = f.other_id and b.source = a.source and b.gone_at is null
        where a.company_id = ${companyId} and a.customer_id = f.customer_id and a.gone_at is null)
        and not exists (select from said_two s where s.customer_id = f.customer_id and s.other_id = f.other_id)
    ), best as materialized (
      select * from wanted w where not exists (select from customer_pairs p where p.company_id = ${companyId}
        and p.customer_id = w.customer_id and p.other_id = w.other_id and p.answered_at is not null)
      order by rank, customer_id, other_id limit ${MOST_OPEN_PAIRS}
    ), gone as (
      delete from customer_pairs p where p.company_id = ${companyId} and p.answered_at is null and not exists (
        select from best b where b.customer_id = p.customer_id and b.other_id = p.other_id)
    ), made as (
      insert into customer_pairs as p (company_id, customer_id, other_id, agrees_in, found_at)
      select ${companyId}, customer_id, other_id, agrees_in, ${now} from best
      on conflict (company_id, customer_id, other_id) do update set agrees_in = excluded.agrees_in
      where p.answered_at is null and p.agrees_in <> excluded.agrees_in
      returning 1
    )
    select count(*)::int as n from made`.execute(tx);
  return rows[0]?.n ?? 0;
}
