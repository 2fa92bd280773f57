import { copyInto, MANY_ROWS, refreshStatistics } from "#modules/customers/index.ts";
import type { SqlClient } from "#platform/db/transaction.ts";
import { findEventTypes } from "./event-types.ts";
import { findNamedCustomers, NAMED_CUSTOMERS, startNaming } from "./find-customers.ts";
import type { LedgerCounts, LedgerOptions, RefusedRow } from "./ledger-record.ts";
import { pendingEventColumns, type KeyedEvent, type LedgerWave } from "./ledger-wave.ts";
import { parkRows } from "./park-rows.ts";

const createPending = `create temp table if not exists pending_ledger_events (
  ${Object.entries(pendingEventColumns)
    .map(([name, type]) => `${name} ${type}`)
    .join(", ")}) on commit delete rows`;
const pendingTarget = `pending_ledger_events (${Object.keys(pendingEventColumns).join(", ")})`;

// In the order of the key: neighbours in the index are written one after the other.
const insertSql = `insert into events (company_id, customer_id, occurred_at, key, type_id, batch_id, value)
  select $1, n.match_id, p.occurred_at, p.key, ($2::smallint[])[p.type_place], $3, p.value
  from pending_ledger_events p join ${NAMED_CUSTOMERS} n on n.customer_key = p.customer_key
  where n.match_id is not null and ($2::smallint[])[p.type_place] is not null
  order by n.match_id, p.occurred_at, p.key
  on conflict do nothing`;

/** Batches some of whose events came again with this one. */
const repeatedSql = `update event_batches b set repeated_by = array_append(b.repeated_by, $3)
  where b.company_id = $1 and b.id <> $3 and b.import_id is not null and ($3 = any(b.repeated_by)) is not true and b.id in (
    select e.batch_id from pending_ledger_events p join ${NAMED_CUSTOMERS} n on n.customer_key = p.customer_key
    join events e on e.company_id = $1 and e.customer_id = n.match_id and e.occurred_at = p.occurred_at and e.key = p.key
    where ($2::smallint[])[p.type_place] is not null)`;

const markSql = `insert into ledger_stale_customers (company_id, customer_id)
  select distinct $1::uuid, match_id from ${NAMED_CUSTOMERS} where match_id is not null on conflict do nothing`;

/**
 * Events of a wave: staged, joined to their customers by key, written; one that comes again is the same row. Customers are
 * marked, or returned where they are to be told anew at once.
 */
export async function writeEvents(
  client: SqlClient,
  companyId: string,
  wave: LedgerWave,
  options: LedgerOptions,
): Promise<{ counts: LedgerCounts; touched: string[] }> {
  const staged = await stageEvents(client, companyId, wave, options.skipRows);
  const { made } = await findNamedCustomers(client, companyId, options, { dryRun: false });
  const types = await findEventTypes(client, companyId, wave.eventTypes, { dryRun: false });
  const batchId = await openBatch(client, companyId, options);
  const created = (await client.query(insertSql, [companyId, types, batchId])).rowCount ?? 0;
  const { waiting, refused } = await listUnwritten(client, wave, types, options);
  await parkRows(client, companyId, "events", waiting, options);
  const unchanged = staged - created - refused.length - waiting.length;
  if (unchanged > 0) await client.query(repeatedSql, [companyId, types, batchId]);
  const isLater = options.summary === "later";
  if (isLater) await client.query(markSql, [companyId]);
  return {
    counts: {
      created,
      updated: 0,
      unchanged,
      parked: waiting.length,
      customersCreated: made,
      refused,
    },
    touched: isLater ? [] : await listNamed(client),
  };
}

/** Lays a wave's rows out in this session's table `pending_ledger_events`, and whom they name; how many they are. */
export async function stageEvents(
  client: SqlClient,
  companyId: string,
  wave: LedgerWave,
  skipRows: readonly number[] = [],
): Promise<number> {
  if (wave.rowCount >= MANY_ROWS) await refreshStatistics(client, companyId);
  await client.query(
    `set local client_min_messages = warning; ${createPending}; delete from pending_ledger_events`,
  );
  await copyInto(client, pendingTarget, [wave.bytes]);
  let rowCount = wave.rowCount;
  if (skipRows.length > 0) {
    const gone = await client.query(
      "delete from pending_ledger_events where row_number = any($1::bigint[])",
      [skipRows],
    );
    rowCount -= gone.rowCount ?? 0;
  }
  await startNaming(client);
  await client.query(
    `insert into ${NAMED_CUSTOMERS} (customer_key, email) select customer_key, max(email) from pending_ledger_events group by 1`,
  );
  return rowCount;
}

/** The number of the batch that events of this source and import belong to. */
async function openBatch(
  client: SqlClient,
  companyId: string,
  { source, importId }: LedgerOptions,
): Promise<number> {
  const { rows } = await client.query<{ id: number }>(
    `with known as (
       select id from event_batches where company_id = $1 and source = $2 and import_id is not distinct from $3::uuid
     ), added as (
       insert into event_batches (company_id, id, source, import_id)
       select $1, coalesce((select max(id) from event_batches where company_id = $1), 0) + 1, $2, $3
       where not exists (select from known) returning id
     )
     select id from known union all select id from added`,
    [companyId, source, importId ?? null],
  );
  if (!rows[0]) throw new Error("No batch was opened for these events");
  return rows[0].id;
}

interface UnwrittenRow {
  row_number: number;
  customer_key: string;
  email: string | null;
  occurred_at: Date;
  key: number;
  type_place: number;
  value: number | null;
  ambiguous: boolean | null;
  is_unknown: boolean;
}

/** Rows of the wave that cannot be written: those to be set aside, as their writer takes them, and those that are refused. */
async function listUnwritten(
  client: SqlClient,
  wave: LedgerWave,
  types: readonly (number | null)[],
  { unknownCustomers }: LedgerOptions,
): Promise<{ waiting: KeyedEvent[]; refused: RefusedRow[] }> {
  const waiting: KeyedEvent[] = [];
  const refused: RefusedRow[] = [];
  const { rows: missing } = await client.query(
    `select from ${NAMED_CUSTOMERS} where match_id is null limit 1`,
  );
  if (missing.length === 0 && !types.includes(null)) return { waiting, refused };
  const { rows } = await client.query<UnwrittenRow>(
    `select p.*, n.ambiguous, n.match_id is null as is_unknown
     from pending_ledger_events p join ${NAMED_CUSTOMERS} n on n.customer_key = p.customer_key
     where n.match_id is null or ($1::smallint[])[p.type_place] is null order by p.row_number`,
    [types],
  );
  for (const row of rows) {
    if (!row.is_unknown) refused.push({ rowNumber: row.row_number, code: "too_many_event_types" });
    else if (row.ambiguous) refused.push({ rowNumber: row.row_number, code: "ambiguous_customer" });
    else if (unknownCustomers === "reject")
      refused.push({ rowNumber: row.row_number, code: "unknown_customer" });
    else if (unknownCustomers === "park") waiting.push(eventOf(row, wave));
  }
  return { waiting, refused };
}

const eventOf = (row: UnwrittenRow, wave: LedgerWave): KeyedEvent => {
  const named = row.customer_key.slice(1);
  return {
    customer: row.customer_key.startsWith("i") ? { externalId: named, email: row.email } : { email: named },
    type: wave.eventTypes[row.type_place - 1] ?? "",
    occurredAt: row.occurred_at.toISOString(),
    value: row.value,
    key: row.key,
  };
};

async function listNamed(client: SqlClient): Promise<string[]> {
  const { rows } = await client.query<{ id: string }>(
    `select distinct match_id as id from ${NAMED_CUSTOMERS} where match_id is not null`,
  );
  return rows.map(({ id }) => id);
}
