import { DAY_MS } from "@forestay/contracts";
import { changeCustomerTotals } from "#modules/customers/index.ts";
import type { SqlClient, Tx } from "#platform/db/transaction.ts";
import { markStale, refreshStaleCustomers } from "./refresh-customers.ts";
import { storePrices, type LedgerTable } from "./row-store.ts";
import type { StoredRow } from "./rows/row-kind.ts";

const ROWS_PER_BATCH = 2000;
const CUSTOMERS_PER_BATCH = 500;
const FIRST_ID = "00000000-0000-0000-0000-000000000000";
const LEDGER_TABLES: readonly LedgerTable[] = ["payment_attempts", "invoices", "subscriptions"];

/**
 * Takes back a batch of what an import wrote to the ledger: rows it changed get their values back, rows it made go, its events
 * and its waiting rows too; at the end the customers concerned are told anew. What a later import brought again stays, as that
 * one's. True while more is left: each call is the work of one transaction,
 * and goes on where the last one ended. A row of which something else spoke later stays as that said.
 */
export async function undoLedgerImport(
  client: SqlClient,
  companyId: string,
  importId: string,
  now: Date,
): Promise<boolean> {
  await changeCustomerTotals(client, companyId, 0);
  for (const table of LEDGER_TABLES) {
    if (await restoreChanged(client, companyId, importId, table)) return true;
  }
  for (const table of LEDGER_TABLES) {
    if (await removeCreated(client, companyId, importId, table)) return true;
  }
  if (await removeEvents(client, companyId, importId)) return true;
  if (await removeParked(client, companyId, importId)) return true;
  return refreshStaleCustomers(client, companyId, { now, limit: ROWS_PER_BATCH });
}

/** A row that is taken back. `previous`: as it was; null: it was not there. `repeatedBy`: a later import that brought it again as it stands, and still counts. */
interface UndoneRow {
  id: string;
  previous: (StoredRow & { prices?: StoredRow[] }) | null;
  repeatedBy: string | null;
}

const repeatedBySql = `(select r.id from unnest(t.repeated_by) with ordinality r (id, place)
  join import_jobs j on j.company_id = t.company_id and j.id = r.id and j.undo_started_at is null and j.undone_at is null
  where r.id <> $2 order by r.place limit 1)`;

async function restoreChanged(
  client: SqlClient,
  companyId: string,
  importId: string,
  table: LedgerTable,
): Promise<boolean> {
  const { rows } = await client.query<UndoneRow>(
    `select u.row_id as id, u.previous, case when t.last_import_id = $2 then ${repeatedBySql} end as "repeatedBy"
     from ledger_undo u left join ${table} t on t.company_id = $1 and t.id = u.row_id
     where u.company_id = $1 and u.import_id = $2 and u.kind = $3 order by u.row_id limit $4`,
    [companyId, importId, table, ROWS_PER_BATCH],
  );
  if (rows.length === 0) return false;
  await client.query(
    "delete from ledger_undo where company_id = $1 and import_id = $2 and kind = $3 and row_id = any($4::uuid[])",
    [companyId, importId, table, rows.map(({ id }) => id)],
  );
  const undone = await leaveRepeated(client, companyId, table, rows);
  const made = undone.filter(({ previous }) => previous === null);
  const restored = [
    ...(await removeRows(client, companyId, importId, table, made)),
    ...(await restoreRows(client, companyId, importId, table, undone)),
  ];
  await markStale(client, companyId, [...new Set(restored)]);
  return true;
}

/** Gives rows their values back, where nothing else spoke of them later; whose they are. */
async function restoreRows(
  client: SqlClient,
  companyId: string,
  importId: string,
  table: LedgerTable,
  undone: readonly UndoneRow[],
): Promise<string[]> {
  const changed = undone.flatMap(({ previous }) => (previous === null ? [] : [previous]));
  const { rows: columns } = await client.query<{ name: string }>(
    `select attname as name from pg_attribute where attrelid = $1::regclass and attnum > 0 and not attisdropped
       and not attname = any('{company_id,id,created_at,created_import_id}')`,
    [table],
  );
  const { rows: restored } = await client.query<{ id: string; customer_id: string }>(
    `update ${table} t set ${columns.map(({ name }) => `${name} = p.${name}`).join(", ")}
     from jsonb_populate_recordset(null::${table}, $3::jsonb) p
     where t.company_id = $1 and t.id = p.id and t.last_import_id = $2 returning t.id, t.customer_id`,
    [companyId, importId, JSON.stringify(changed)],
  );
  if (table === "subscriptions") {
    const restoredIds = new Set(restored.map(({ id }) => id));
    const subscriptions = changed.map((previous) => ({
      id: previous["id"] as string,
      prices: previous.prices,
    }));
    await storePrices(
      client,
      companyId,
      subscriptions.filter(({ id }) => restoredIds.has(id)),
    );
  }
  return restored.map((row) => row.customer_id);
}

/** Ids rise with time, and what an import made came after it: so the walk begins there. */
async function removeCreated(
  client: SqlClient,
  companyId: string,
  importId: string,
  table: LedgerTable,
): Promise<boolean> {
  const { rows } = await client.query<UndoneRow>(
    `select t.id, null as previous, ${repeatedBySql} as "repeatedBy" from ${table} t
     where t.company_id = $1 and t.id > $3 and t.created_import_id = $2 and t.last_import_id = $2 order by t.id limit $4`,
    [companyId, importId, idsSince(importId), ROWS_PER_BATCH],
  );
  const undone = await leaveRepeated(client, companyId, table, rows);
  const removed = await removeRows(client, companyId, importId, table, undone);
  await markStale(client, companyId, [...new Set(removed)]);
  return rows.length > 0;
}

async function removeRows(
  client: SqlClient,
  companyId: string,
  importId: string,
  table: LedgerTable,
  made: readonly UndoneRow[],
): Promise<string[]> {
  const { rows } = await client.query<{ customer_id: string }>(
    `delete from ${table} where company_id = $1 and id = any($3::uuid[]) and last_import_id = $2 returning customer_id`,
    [companyId, importId, made.map(({ id }) => id)],
  );
  return rows.map((row) => row.customer_id);
}

/** Leaves rows as they stand to the import that brought them again, which takes them back where it is undone itself; the others. */
async function leaveRepeated(
  client: SqlClient,
  companyId: string,
  table: LedgerTable,
  rows: readonly UndoneRow[],
): Promise<UndoneRow[]> {
  const left = rows.filter(({ repeatedBy }) => repeatedBy !== null);
  if (left.length > 0)
    await client.query(
      `with repeated as (
         select * from jsonb_to_recordset($3::jsonb) as r (id uuid, "repeatedBy" uuid, previous jsonb)
       ), kept as (
         insert into ledger_undo (company_id, import_id, kind, row_id, previous)
         select $1, "repeatedBy", $2, id, coalesce(previous, 'null') from repeated on conflict do nothing
       )
       update ${table} t set last_import_id = r."repeatedBy" from repeated r where t.company_id = $1 and t.id = r.id`,
      [companyId, table, JSON.stringify(left)],
    );
  return rows.filter(({ repeatedBy }) => repeatedBy === null);
}

async function removeParked(client: SqlClient, companyId: string, importId: string): Promise<boolean> {
  const { rowCount } = await client.query(
    `delete from parked_ledger_rows where company_id = $1 and id in (
       select id from parked_ledger_rows where company_id = $1 and id > $3 and import_id = $2 order by id limit $4)`,
    [companyId, importId, idsSince(importId), ROWS_PER_BATCH],
  );
  return (rowCount ?? 0) > 0;
}

/** Events have no index by where they came from: a walk along their customers, once. */
async function removeEvents(client: SqlClient, companyId: string, importId: string): Promise<boolean> {
  const { rows: batches } = await client.query<{ id: number; undone_through: string | null }>(
    "select id, undone_through from event_batches where company_id = $1 and import_id = $2 order by id limit 1 for update",
    [companyId, importId],
  );
  const [batch] = batches;
  if (batch === undefined) return false;
  const { rows } = await client.query<{ last_id: string | null; touched: string[] | null }>(
    `with recursive page as (
       (select customer_id, 1 as place from events where company_id = $1 and customer_id > $2 order by customer_id limit 1)
       union all
       select (select e.customer_id from events e where e.company_id = $1 and e.customer_id > page.customer_id
         order by e.customer_id limit 1), place + 1
       from page where page.customer_id is not null and place < $4
     ), removed as (
       delete from events where company_id = $1 and batch_id = $3
         and customer_id in (select customer_id from page where customer_id is not null)
       returning customer_id
     )
     select (select max(customer_id::text) from page) as last_id, (select array_agg(distinct customer_id) from removed) as touched`,
    [companyId, batch.undone_through ?? FIRST_ID, batch.id, CUSTOMERS_PER_BATCH],
  );
  const lastId = rows[0]?.last_id ?? null;
  await markStale(client, companyId, rows[0]?.touched ?? []);
  if (lastId === null) {
    await client.query("delete from event_batches where company_id = $1 and id = $2", [companyId, batch.id]);
    // Its number will be another's.
    await client.query(
      `update event_batches set repeated_by = nullif(array_remove(repeated_by, $2), '{}')
       where company_id = $1 and $2 = any(repeated_by)`,
      [companyId, batch.id],
    );
  } else
    await client.query("update event_batches set undone_through = $3 where company_id = $1 and id = $2", [
      companyId,
      batch.id,
      lastId,
    ]);
  return true;
}

/** An id below all that were made since a day before this one (of version 7: its first 48 bits are milliseconds). */
function idsSince(id: string): string {
  const hex = id.replaceAll("-", "");
  if (hex[12] !== "7") return FIRST_ID;
  const since = (Number.parseInt(hex.slice(0, 12), 16) - DAY_MS).toString(16).padStart(12, "0");
  return `${since.slice(0, 8)}-${since.slice(8)}-7000-8000-000000000000`;
}

/**
 * Another import that spoke later of rows that this one made or changed, or brought some of its events again; null: none, so
 * that undoing brings back what was.
 */
export async function findLaterLedgerImport(
  client: SqlClient,
  companyId: string,
  importId: string,
): Promise<string | null> {
  for (const table of LEDGER_TABLES) {
    const { rows } = await client.query<{ id: string }>(
      `(select t.last_import_id as id from ledger_undo u join ${table} t on t.company_id = $1 and t.id = u.row_id
          where u.company_id = $1 and u.import_id = $2 and u.kind = $4 and t.last_import_id <> $2 limit 1)
       union all
       (select last_import_id from ${table} where company_id = $1 and id > $3 and created_import_id = $2 and last_import_id <> $2 limit 1)`,
      [companyId, importId, idsSince(importId), table],
    );
    if (rows[0]) return rows[0].id;
  }
  const { rows } = await client.query<{ id: string }>(
    `select later.import_id as id from event_batches own
     join event_batches later on later.company_id = $1 and later.id = any(own.repeated_by) and later.import_id is not null
     where own.company_id = $1 and own.import_id = $2 limit 1`,
    [companyId, importId],
  );
  return rows[0]?.id ?? null;
}

/** Forgets what undoing these imports needed, once it is no longer offered. */
export async function forgetLedgerUndo(
  tx: Tx,
  companyId: string,
  importIds: readonly string[],
): Promise<void> {
  if (importIds.length === 0) return;
  await tx
    .deleteFrom("ledger_undo")
    .where("company_id", "=", companyId)
    .where("import_id", "in", importIds)
    .execute();
}
