import type { SqlClient } from "#platform/db/transaction.ts";
import type { LinkedCustomerInput } from "./linked-customer-input.ts";
import { toMinorUnits } from "./money.ts";

/** A column that a connected system may say, and how what the ledger says beneath or above it is kept (decision 0063). */
const columns = ["plan", "monthly_revenue_cents", "started_at"] as const;
type Column = (typeof columns)[number];

/** What the column shows: what the ledger rules stays; of two beginnings the earlier counts. */
const shown: Readonly<Record<Column, string>> = {
  plan: "case when c.file_values ? 'plan' then c.plan else s.plan end",
  monthly_revenue_cents:
    "case when c.file_values ? 'monthly_revenue_cents' then c.monthly_revenue_cents else s.monthly_revenue_cents end",
  started_at: `case when c.file_values ? 'started_at'
    then least((c.file_values #>> '{ledger,started_at}')::timestamptz, s.started_at) else s.started_at end`,
};
const isSaid = (name: Column): string =>
  `(s.${name} is not null and not coalesce(c.field_sources ->> '${name}' = any($3), false)${
    // An amount means nothing in another currency than it was said in.
    name === "monthly_revenue_cents" ? " and coalesce(c.currency, $5) = $5" : ""
  })`;
const value = (name: Column): string => `case when ${isSaid(name)} then ${shown[name]} else c.${name} end`;
const fileValues = `case when c.file_values is null then null else c.file_values ${columns
  .map(
    (name) =>
      `|| case when c.file_values ? '${name}' and ${isSaid(name)} then jsonb_build_object('${name}', s.${name}) else '{}' end`,
  )
  .join(" ")} end`;
const sources = `coalesce(c.field_sources, '{}') ${columns
  .map((name) => `|| case when ${isSaid(name)} then jsonb_build_object('${name}', $2::text) else '{}' end`)
  .join(" ")}`;

const writeSql = `
  with told as (
    select distinct on (l.customer_id) l.customer_id, r.plan, r.monthly_revenue_cents, r.started_at
    from jsonb_to_recordset($4::jsonb) as r (place integer, source_id text, plan text, monthly_revenue_cents bigint, started_at timestamptz)
    join customer_links l on l.company_id = $1 and l.source = $2 and l.source_id = r.source_id
    order by l.customer_id, r.place desc
  ), news as (
    select c.id, ${columns.map((name) => `${value(name)} as ${name}`).join(", ")}, ${fileValues} as file_values,
      ${sources} as field_sources
    from told s join customers c on c.company_id = $1 and c.id = s.customer_id
  )
  update customers c set ${columns.map((name) => `${name} = n.${name}`).join(", ")}, file_values = n.file_values,
    field_sources = n.field_sources, updated_at = now()
  from news n where c.company_id = $1 and c.id = n.id
    and (${columns.map((name) => `c.${name}`).join(", ")}, c.file_values, coalesce(c.field_sources, '{}'))
      is distinct from (${columns.map((name) => `n.${name}`).join(", ")}, n.file_values, n.field_sources)`;

/**
 * Writes plan, monthly revenue and beginning of customers whom a source knows, where it says them: above files, beneath the
 * ledger, and beneath `above`, other sources. An empty value says nothing; the same again changes nothing.
 */
export async function writeLinkedValues(
  client: SqlClient,
  companyId: string,
  source: string,
  rows: readonly LinkedCustomerInput[],
  above: readonly string[],
): Promise<void> {
  const said = rows.filter(
    ({ plan, monthlyRevenue, startedAt }) =>
      plan !== undefined || monthlyRevenue !== undefined || startedAt !== undefined,
  );
  if (said.length === 0) return;
  const { rows: companies } = await client.query<{ currency: string }>(
    "select currency from companies where id = $1",
    [companyId],
  );
  const currency = companies[0]?.currency ?? "USD";
  const told = said.map(({ sourceId, plan, monthlyRevenue, startedAt }, place) => ({
    place,
    source_id: sourceId,
    plan: plan ?? null,
    monthly_revenue_cents: monthlyRevenue === undefined ? null : toMinorUnits(monthlyRevenue, currency),
    started_at: startedAt ?? null,
  }));
  await client.query(writeSql, [companyId, source, above, JSON.stringify(told), currency]);
}
