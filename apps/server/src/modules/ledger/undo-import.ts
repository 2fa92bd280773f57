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
 * and its waiting rows too; at the end the customers concerned are told anew. True while more is left: each call is the work of one transaction,
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

async function restoreChanged(
  client: SqlClient,
  companyId: string,
  importId: string,
  table: LedgerTable,
): Promise<boolean> {
  const { rows } = await client.query<{ previous: StoredRow & { prices?: StoredRow[] } }>(
    `delete from ledger_undo where company_id = $1 and import_id = $2 and kind = $3 and row_id in (
       select row_id from ledger_undo where company_id = $1 and import_id = $2 and kind = $3 order by row_id limit $4)
     returning previous`,
    [companyId, importId, table, ROWS_PER_BATCH],
  );
  if (rows.length === 0) return false;
  const { rows: columns } = await client.query<{ name: string }>(
    `select attname as name from pg_attribute where attrelid = $1::regclass and attnum > 0 and not attisdropped
       and not attname = any('{company_id,id,created_at,created_import_id}')`,
    [table],
  );
  const { rows: restored } = await client.query<{ id: string; customer_id: string }>(
    `update ${table} t set ${columns.map(({ name }) => `${name} = p.${name}`).join(", ")}
     from jsonb_populate_recordset(null::${table}, $3::jsonb) p
     where t.company_id = $1 and t.id = p.id and t.last_import_id = $2 returning t.id, t.customer_id`,
    [companyId, importId, JSON.stringify(rows.map(({ previous }) => previous))],
  );
  if (table === "subscriptions") {
    const restoredIds = new Set(restored.map(({ id }) => id));
    const subscriptions = rows.map(({ previous }) => ({
      id: previous["id"] as string,
      prices: previous.prices,
    }));
    await storePrices(
      client,
      companyId,
      subscriptions.filter(({ id }) => restoredIds.has(id)),
    );
  }
  await markStale(client, companyId, [...new Set(restored.map((row) => row.customer_id))]);
  return true;
}

/** Ids rise with time, and what an import made came after it: so the walk begins there. */
async function removeCreated(
  client: SqlClient,
  companyId: string,
  importId: string,
  table: LedgerTable,
): Promise<boolean> {
  const { rows } = await client.query<{ customer_id: string }>(
    `delete from ${table} where company_id = $1 and id in (
       select id from ${table} where company_id = $1 and id > $3 and created_import_id = $2 and last_import_id = $2
       order by id limit $4)
     returning customer_id`,
    [companyId, importId, idsSince(importId), ROWS_PER_BATCH],
  );
  await markStale(client, companyId, [...new Set(rows.map((row) => row.customer_id))]);
  return rows.length > 0;
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
  if (lastId === null)
    await client.query("delete from event_batches where company_id = $1 and id = $2", [companyId, batch.id]);
  else
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

/** Another import that spoke later of rows that this one made or changed; null: none, so that undoing brings back what was. */
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
  return null;
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
