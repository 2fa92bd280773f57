import { sql } from "kysely";
import type { SqlClient, Tx } from "#platform/db/transaction.ts";
import { changeCustomerTotals } from "./customer-totals.ts";
import { unmarkGone } from "./gone-links.ts";
import type { LinkedCustomerInput } from "./linked-customer-input.ts";
import { writeLinkedValues } from "./linked-values.ts";
import { keepQuestions, useAnswers } from "./match-questions.ts";
import { MANY_ROWS, refreshStatistics } from "./refresh-statistics.ts";
import { tellFrom } from "./value-sources.ts";

/** Whose word on name and e-mail counts more: who bills a customer has to know. Of equals the first to say it keeps it. */
const rankOf = (source: string): number => (source === "stripe" ? 2 : source === "mailchimp" ? 0 : 1);
const ranked = ["stripe", "hubspot", "salesforce", "mailchimp"];
/** Sources whose word this one may not overwrite. */
const standAbove = (source: string): string[] =>
  ranked.filter((other) => other !== source && rankOf(other) >= rankOf(source));

export interface LinkedCounts {
  created: number;
  updated: number;
  unchanged: number;
  /** Ids there whose e-mail several customers share: whom they mean is a person's to say. */
  ambiguous: string[];
}

/** How many of some customers there are known here, and by what. */
export interface LinkedMatches {
  linked: number;
  byEmail: number;
  fresh: number;
  ambiguous: number;
}

/**
 * SQL of which stored customer a source calls `sourceId` (an expression): a scalar subquery, null for none. `company` and
 * `source` are expressions as well.
 */
export const linkedCustomersSql = (company: string, source: string, sourceId: string): string =>
  `(select l.customer_id from customer_links l
    where l.company_id = ${company} and l.source = ${source} and l.source_id = ${sourceId})`;

const createPending = `create temp table if not exists pending_links (
  place integer not null, source_id text collate "C" not null, email text, full_name text, email_key text collate "C",
  is_customer boolean not null, customer_id uuid, found_by text) on commit delete rows`;

/**
 * Fills the session's table: each row's customer by its link, by an id of the company's own that is the same, else by an e-mail
 * that one customer has who is not somebody else there. `found_by` null: nobody knows it.
 */
async function findLinked(
  client: SqlClient,
  companyId: string,
  source: string,
  rows: readonly LinkedCustomerInput[],
): Promise<void> {
  await client.query(`set local client_min_messages = warning; ${createPending}; delete from pending_links`);
  await client.query(
    `insert into pending_links (place, source_id, email, full_name, email_key, is_customer, customer_id, found_by)
     select r.place, r."sourceId", r.email, r."fullName", lower(r.email), coalesce(r."isCustomer", true), coalesce(l.customer_id, c.id),
       case when l.customer_id is not null then 'link' when c.id is not null then 'id' end
     from rows from (jsonb_to_recordset($3::jsonb) as (place integer, "sourceId" text, email text, "fullName" text, "isCustomer" boolean)) r
     left join customer_links l on l.company_id = $1 and l.source = $2 and l.source_id = r."sourceId"
     left join customers c on l.customer_id is null and c.company_id = $1 and c.external_id = r."sourceId"`,
    [companyId, source, JSON.stringify(rows.map((row, place) => ({ place, ...row })))],
  );
  await client.query(
    `update pending_links p set customer_id = m.id, found_by = case when m.id is null then 'several' else 'email' end
     from (
       select p.source_id, case when count(*) = 1 then (array_agg(c.id))[1] end as id
       from pending_links p join customers c on c.company_id = $1 and c.email_key = p.email_key
       where p.found_by is null and not exists (select from customer_links o
         where o.company_id = $1 and o.source = $2 and o.customer_id = c.id)
       group by p.source_id
     ) m where m.source_id = p.source_id`,
    [companyId, source],
  );
  await useAnswers(client, companyId, source);
  // Of several there with one e-mail the first is whom we know by it; the others are customers of their own.
  await client.query(
    `update pending_links p set customer_id = null, found_by = null
     from (select source_id, row_number() over (partition by customer_id order by place) as nth
       from pending_links where found_by = 'email') d
     where d.source_id = p.source_id and d.nth > 1`,
  );
  // An e-mail that is the only id of somebody else is not taken from them.
  await client.query(
    `update pending_links p set email = null from customers c
     where c.company_id = $1 and c.id = p.customer_id and c.external_id is null and c.email_key is distinct from p.email_key
       and (exists (select from customers o where o.company_id = $1 and o.email_key = p.email_key and o.id <> c.id)
         or exists (select from pending_links o where o.email_key = p.email_key and o.place < p.place))`,
    [companyId],
  );
}

/** How the rows would be matched; writes nothing. */
export async function matchLinked(
  client: SqlClient,
  companyId: string,
  source: string,
  rows: readonly LinkedCustomerInput[],
): Promise<LinkedMatches> {
  await findLinked(client, companyId, source, rows);
  const { rows: found } = await client.query<{ by: string | null; n: number }>(
    "select found_by as by, count(*)::int as n from pending_links where is_customer or found_by is not null group by 1",
  );
  const count = (...by: (string | null)[]) =>
    found.reduce((sum, row) => (by.includes(row.by) ? sum + row.n : sum), 0);
  return {
    linked: count("link", "id"),
    byEmail: count("email"),
    fresh: count(null),
    ambiguous: count("several"),
  };
}

/**
 * Writes customers of a connected system in the caller's transaction, at most one row an id: who is known is linked and
 * changed, who is not is made. Name and e-mail that it says stand above what files say (`field_sources`), and give way to a
 * system that stands above it (`rankOf`). The same rows again change nothing. Bulk writers of one company wait for each other.
 */
export async function upsertLinkedCustomers(
  client: SqlClient,
  companyId: string,
  source: string,
  rows: readonly LinkedCustomerInput[],
  now: Date,
): Promise<LinkedCounts> {
  await changeCustomerTotals(client, companyId, 0);
  if (rows.length >= MANY_ROWS) await refreshStatistics(client, companyId, ["customers"]);
  await tellFrom(client, companyId, { source: "system", reference: source });
  await findLinked(client, companyId, source, rows);
  await keepQuestions(client, companyId, source, now);
  const { rows: several } = await client.query<{ id: string }>(
    "select source_id as id from pending_links where found_by = 'several' order by place",
  );
  const mayNotSay = (name: "email" | "full_name") =>
    `coalesce(c.field_sources ->> '${name}' = any($3), false)`;
  const said = (name: "email" | "full_name") =>
    `case when p.${name} is not null and not ${mayNotSay(name)} then jsonb_build_object('${name}', $2::text) else '{}' end`;
  const value = (name: "email" | "full_name") =>
    `case when ${mayNotSay(name)} then c.${name} else coalesce(p.${name}, c.${name}) end`;
  const updated = await client.query(
    `update customers c set email = ${value("email")}, full_name = ${value("full_name")},
       field_sources = coalesce(c.field_sources, '{}') || ${said("email")} || ${said("full_name")}, updated_at = now()
     from pending_links p
     where c.company_id = $1 and c.id = p.customer_id
       and (${value("email")}, ${value("full_name")},
         coalesce(c.field_sources, '{}') || ${said("email")} || ${said("full_name")})
         is distinct from (c.email, c.full_name, coalesce(c.field_sources, '{}'))`,
    [companyId, source, standAbove(source)],
  );
  // Where nobody has the e-mail a file may still bring the company's own id for it; else the id there tells them apart.
  const created = await client.query(
    `with fresh as (
       select p.*, uuidv7() as id, p.email_key is not null and not exists (select from customers c
           where c.company_id = $1 and c.email_key = p.email_key)
         and row_number() over (partition by p.email_key order by p.place) = 1 as is_free
       from pending_links p where p.found_by is null and p.is_customer
     ), named as (update pending_links p set customer_id = f.id from fresh f where f.source_id = p.source_id)
     insert into customers (company_id, id, external_id, email, full_name, field_sources)
     select $1, id, case when is_free then null else source_id end, email, full_name,
       jsonb_strip_nulls(jsonb_build_object('email', case when email is not null then $2::text end,
         'full_name', case when full_name is not null then $2::text end))
     from fresh order by place`,
    [companyId, source],
  );
  await client.query(
    `insert into customer_links (company_id, source, source_id, customer_id, linked_at)
     select $1, $2, source_id, customer_id, $3 from pending_links where customer_id is not null on conflict do nothing`,
    [companyId, source, now],
  );
  await unmarkGone(client, companyId, source);
  await writeLinkedValues(client, companyId, source, rows, standAbove(source));
  const count = { created: created.rowCount ?? 0, updated: updated.rowCount ?? 0 };
  if (count.created > 0) await changeCustomerTotals(client, companyId, count.created);
  return {
    ...count,
    unchanged: rows.length - several.length - count.created - count.updated,
    ambiguous: several.map(({ id }) => id),
  };
}

/** Whom these ids of a source mean here, by the id; those that mean nobody are left out. */
export async function findLinkedCustomers(
  client: SqlClient,
  companyId: string,
  source: string,
  sourceIds: readonly string[],
): Promise<Map<string, string>> {
  // By a list and not by a join: whatever the planner believes, each id is looked up in the index.
  const { rows } = await client.query<{ id: string; customer_id: string }>(
    `select source_id as id, customer_id from customer_links
     where company_id = $1 and source = $2 and source_id = any($3::text[])`,
    [companyId, source, [...sourceIds]],
  );
  return new Map(rows.map((row) => [row.id, row.customer_id]));
}

/** Whom a source's id means here; null: nobody. */
export async function findLinkedCustomer(
  tx: Tx,
  companyId: string,
  source: string,
  sourceId: string,
): Promise<string | null> {
  const { rows } = await sql<{ customer_id: string }>`
    select customer_id from customer_links
    where company_id = ${companyId} and source = ${source} and source_id = ${sourceId}`.execute(tx);
  return rows[0]?.customer_id ?? null;
}

/** How many customers a source knows. */
export async function countLinked(tx: Tx, companyId: string, source: string): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(distinct customer_id)::int as n from customer_links
    where company_id = ${companyId} and source = ${source}`.execute(tx);
  return rows[0]?.n ?? 0;
}

/** What a source said of a customer's fields no longer stands above files: it is not connected any more. */
export async function releaseFields(client: SqlClient, companyId: string, source: string): Promise<void> {
  await client.query(
    `update customers c set field_sources = (
       select jsonb_object_agg(key, value) from jsonb_each_text(c.field_sources) where value <> $2)
     from customer_links l
     where l.company_id = $1 and l.source = $2 and c.company_id = $1 and c.id = l.customer_id
       and exists (select from jsonb_each_text(c.field_sources) f where f.value = $2)`,
    [companyId, source],
  );
}
