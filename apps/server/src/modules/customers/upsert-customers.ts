import type { SqlClient } from "#platform/db/transaction.ts";
import { copyInto } from "./copy-text.ts";
import type { CustomerInput, UpsertCounts } from "./customer-record.ts";
import { encodeCustomerWaves, pendingColumns, type CustomerWave } from "./customer-wave.ts";
import { changeCustomerTotals } from "./customer-totals.ts";
import { fileValuesAfter, saidByFile } from "./file-values.ts";
import { OVER } from "./leaving.ts";
import { matchedCustomersSql } from "./match-customers.ts";
import { MANY_ROWS, refreshStatistics } from "./refresh-statistics.ts";
import { tellFrom, type Teller } from "./value-sources.ts";

export interface UpsertResult extends UpsertCounts {
  /** Rows with only an e-mail that several customers with ids share: not written, the caller must say so. */
  ambiguousRows: number[];
}

export interface UpsertOptions {
  /** The import these rows come from: marks them, and keeps what they replace so that it can be undone. */
  importId?: string;
  /** When the rows were handed in: the day of leaving where they say that a customer is gone and not since when. */
  toldAt?: Date;
  /** Rows of the waves to leave out: a later row of the same file replaces them. */
  skipRows?: readonly number[];
  /** Who says it; "told": the caller has said so (tellBy). Without one it is the import, or nobody knows. */
  teller?: Teller | "told";
}

const createPending = `create temp table if not exists pending_customers (
  ${Object.entries(pendingColumns)
    .map(([name, type]) => `${name} ${type}`)
    .join(", ")},
  email_key text collate "C" generated always as (lower(email)) stored
) on commit delete rows`;

const pendingTarget = `pending_customers (${Object.keys(pendingColumns).join(", ")})`;

// Lookups by key for a few thousand rows; without statistics on the staging table the planner might read all
// customers instead.
export const preferLookups =
  "set local enable_hashjoin = off; set local enable_mergejoin = off; set local enable_seqscan = off";
export const plainPlanner =
  "set local enable_hashjoin = on; set local enable_mergejoin = on; set local enable_seqscan = on";

/** Which stored customer each staged row means: by id, else the e-mail's customer, which then takes the id. Rows by what one merged into it was known by have its key. */
export const incomingRows = `
  incoming as materialized (${matchedCustomersSql("pending_customers")})`;
/** Of several keys that mean one stored customer the first has it. A key may come back: `is_last` is its last row. */
export const resolvedRows = `${incomingRows},
  resolved as materialized (
    select *, row_number() over (partition by row_key order by row_number desc) = 1 as is_last,
      case when not ambiguous and first_value(row_key) over (partition by match_id order by row_number) = row_key
      then match_id end as customer_id
    from (select *, coalesce(kept_key, 'i' || external_id, 'e' || email_key) as row_key from incoming) keyed
  )`;

const simpleColumns = [
  "external_id",
  "email",
  "full_name",
  "lifetime_value_cents",
  "monthly_revenue_cents",
  "currency",
  "plan",
  "subscription_status",
  "payment_status",
  "tenure_months",
  "ended_at",
  "last_activity_at",
  "last_login_at",
  "churned",
] as const;

// A row that says what another was known by that was merged into this one calls it as that one was called.
const unlessSourced = (name: "email" | "full_name"): string =>
  `case when c.field_sources ? '${name}' then c.${name} when r.kept_key is null then coalesce(r.${name}, c.${name})
    else coalesce(c.${name}, r.${name}) end`;

// Where the company mapped a field of a connected system on it.
const unlessSaidThere = (name: string, otherwise: string): string =>
  `case when c.field_sources ? '${name}' then c.${name} else ${otherwise} end`;

/** Column -> its value after the write, from the stored row `c` and the staged row `r`; "not said" keeps `c`. */
export const newValues: Readonly<Record<string, string>> = {
  ...Object.fromEntries(simpleColumns.map((name) => [name, `coalesce(${saidByFile(name)}, c.${name})`])),
  // What a connected system says of somebody stands above files.
  email: unlessSourced("email"),
  full_name: unlessSourced("full_name"),
  // An id once given stays; a row found by its id brings the same one.
  external_id: "coalesce(c.external_id, r.external_id)",
  // A start derived from a tenure moves with every day; it only counts when the tenure itself is another one.
  started_at: unlessSaidThere(
    "started_at",
    `case when r.tenure_months is not null and r.tenure_months is not distinct from c.tenure_months
    then c.started_at else coalesce(${saidByFile("started_at")}, c.started_at) end`,
  ),
  plan: unlessSaidThere("plan", `coalesce(${saidByFile("plan")}, c.plan)`),
  monthly_revenue_cents: unlessSaidThere(
    "monthly_revenue_cents",
    `coalesce(${saidByFile("monthly_revenue_cents")}, c.monthly_revenue_cents)`,
  ),
  churned_at: `case when r.churned is false or (r.churned is null and c.churned is null
      and ${saidByFile("subscription_status")} not in (0, 2))
    then null else coalesce(r.churned_at, c.churned_at) end`,
  attributes: "c.attributes || r.attributes",
};
export const dataColumns = Object.keys(newValues);
/** Whether staged row `r` would change stored customer `c`. */
export const differsFromStored = `(${[...dataColumns, "file_values"].map((name) => `c.${name}`).join(", ")})
  is distinct from (${[...Object.values(newValues), fileValuesAfter].join(", ")})`;

// Was there when the last file said so, and is gone now on a day that nobody gives: on the day we were told, at the
// latest. Without it no leaver of such a company would ever have a date, and nothing could be learned from its history.
const toldOn = `case when r.ended_at is null and c.ended_at is null and ((c.churned is false and r.churned)
    or (c.churned is null and r.churned is null and c.subscription_status not in (${OVER})
      and ${saidByFile("subscription_status")} in (${OVER})))
  then $3::timestamptz end`;
const assignment = (name: string): string =>
  `${name} = ${name === "churned_at" ? `coalesce(${newValues[name]}, ${toldOn})` : newValues[name]}`;
const ownAssignments = dataColumns
  .filter((name) => name !== "external_id")
  .map(assignment)
  .join(", ");
const isNamed = "c.external_id is null and r.external_id is not null";

/**
 * The update of customers for which `which` holds. One that names a column of a key locks its rows against everybody who
 * writes rows that point at them (PostgreSQL takes that lock before a row's trigger, whatever the new value), and files would
 * wait for a segment's members or an analysis to be written: so only who is given an id is updated with it.
 */
const updateOf = (which: string, assigned: string): string => `update customers c
    set ${assigned}, file_values = ${fileValuesAfter},
      last_import_id = coalesce($2, c.last_import_id), updated_at = now()
    from writable r
    where c.company_id = $1 and c.id = r.customer_id and ${differsFromStored} and ${which}
    returning c.created_import_id is not distinct from $2 and $2 is not null as is_own`;

const upsertSql = `with ${resolvedRows},
  writable as materialized (select * from resolved where is_last and not ambiguous),
  inserted as (
    insert into customers (company_id, ${dataColumns.join(", ")}, created_at, created_import_id, last_import_id)
    select $1, ${dataColumns.map((name) => `r.${name}`).join(", ")}, coalesce(r.created_at, now()), $2, $2
    from writable r where r.customer_id is null order by r.row_number
    returning 1
  ),
  kept as (
    insert into import_undo (company_id, import_id, customer_id, previous)
    select $1, $2, c.id, to_jsonb(c)
    from writable r join customers c on c.company_id = $1 and c.id = r.customer_id
    where $2::uuid is not null and c.created_import_id is distinct from $2 and ${differsFromStored}
    on conflict do nothing
  ),
  told as (${updateOf(`not (${isNamed})`, ownAssignments)}),
  named as (${updateOf(isNamed, `${ownAssignments}, ${assignment("external_id")}`)}),
  updated as (select is_own from told union all select is_own from named)
  select (select count(*) from inserted) as created, (select count(*) from updated) as updated,
    (select count(*) from updated where is_own) as updated_own,
    (select count(*) from resolved where not ambiguous) as resolved,
    (select array_agg(row_number order by row_number) from resolved where ambiguous) as ambiguous`;

/**
 * Writes rows by their natural key in the caller's transaction: COPY into a session table, then one statement that
 * inserts what is new and updates only what differs. Same rows twice change nothing the second time. Bulk writers
 * of one company wait for each other on its totals row.
 */
export async function upsertCustomerBatch(
  client: SqlClient,
  companyId: string,
  rows: readonly CustomerInput[],
  options: UpsertOptions = {},
): Promise<UpsertResult> {
  const waves = encodeCustomerWaves(rows.map((customer, rowNumber) => ({ rowNumber, customer })));
  return upsertCustomerWaves(client, companyId, waves, options);
}

/** As upsertCustomerBatch, for rows that are encoded already (an import encodes in its parser process). */
export async function upsertCustomerWaves(
  client: SqlClient,
  companyId: string,
  waves: readonly CustomerWave[],
  options: UpsertOptions = {},
): Promise<UpsertResult> {
  const total: UpsertResult = { created: 0, updated: 0, unchanged: 0, ambiguousRows: [] };
  if (waves.length === 0) return total;
  await changeCustomerTotals(client, companyId, 0);
  if (options.teller !== "told")
    await tellFrom(client, companyId, options.teller ?? importTeller(options.importId));
  for (const wave of waves) {
    const result = await runOnWave<UpsertRow>(
      client,
      wave,
      upsertSql,
      [companyId, options.importId ?? null, options.toldAt ?? null],
      options.skipRows,
    );
    const row = result[0];
    if (!row) throw new Error("The upsert gave no answer");
    total.created += Number(row.created);
    total.updated += Number(row.updated);
    total.unchanged += Number(row.resolved) - Number(row.created) - Number(row.updated);
    total.ambiguousRows.push(...(row.ambiguous ?? []).map(Number));
  }
  if (total.created > 0) await changeCustomerTotals(client, companyId, total.created);
  return total;
}

const importTeller = (importId: string | undefined): Teller | null =>
  importId === undefined ? null : { source: "import", reference: importId };

interface UpsertRow {
  created: number;
  updated: number;
  updated_own: number;
  resolved: number;
  ambiguous: number[] | null;
}

/** Writes the customers of the staged rows. `updatedOwn`: of those updated the ones that this import created. */
export async function writeStaged(
  client: SqlClient,
  companyId: string,
  importId: string,
): Promise<{ created: number; updated: number; updatedOwn: number; ambiguousRows: number[] }> {
  const { rows } = await client.query<UpsertRow>(upsertSql, [companyId, importId, null]);
  const [row] = rows;
  if (!row) throw new Error("The upsert gave no answer");
  return {
    created: Number(row.created),
    updated: Number(row.updated),
    updatedOwn: Number(row.updated_own),
    ambiguousRows: (row.ambiguous ?? []).map(Number),
  };
}

/** Lays a wave's rows out in this session's staging table, but for `skipRows`, and has the planner look up by key. */
export async function stageWave(
  client: SqlClient,
  companyId: string,
  wave: CustomerWave,
  skipRows: readonly number[] = [],
): Promise<void> {
  if (wave.rowCount >= MANY_ROWS) await refreshStatistics(client, companyId);
  await client.query(
    `set local client_min_messages = warning; ${createPending}; delete from pending_customers; ${preferLookups}`,
  );
  await copyInto(client, pendingTarget, [wave.bytes]);
  if (skipRows.length > 0) {
    await client.query("delete from pending_customers where row_number = any($1::bigint[])", [skipRows]);
  }
}

export async function runOnWave<R extends object>(
  client: SqlClient,
  wave: CustomerWave,
  text: string,
  values: [companyId: string, ...rest: unknown[]],
  skipRows: readonly number[] = [],
): Promise<R[]> {
  await stageWave(client, values[0], wave, skipRows);
  const { rows } = await client.query<R>(text, values);
  await client.query(plainPlanner);
  return rows;
}
