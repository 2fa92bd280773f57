import type { SqlClient } from "#platform/db/transaction.ts";
import type { LedgerOptions } from "./ledger-record.ts";
import { isoTime, storedMs, type NextRow, type RowKind, type StoredRow } from "./rows/row-kind.ts";

/** A row as it is stored. */
export interface StoredLedgerRow extends NextRow {
  id: string;
  customerId: string;
}

export type LedgerTable = RowKind<"invoices">["table"];
type AnyKind = Pick<RowKind<"invoices">, "table" | "columns">;

// A subscription is kept, restored and compared with its prices.
const pricesSql = `coalesce((select jsonb_agg(to_jsonb(p) - 'company_id' - 'subscription_id' order by p.from_at)
  from subscription_prices p where p.company_id = t.company_id and p.subscription_id = t.id), '[]')`;
/** A row of alias `t` as JSON, with what hangs on it. */
export const wholeRowSql = ({ table }: AnyKind): string =>
  table === "subscriptions" ? `to_jsonb(t) || jsonb_build_object('prices', ${pricesSql})` : "to_jsonb(t)";

/** Rows of a source by its ids. */
export async function readStoredRows(
  client: SqlClient,
  companyId: string,
  kind: AnyKind,
  source: string,
  sourceIds: readonly string[],
): Promise<Map<string, StoredLedgerRow>> {
  const { rows } = await client.query<{ row: StoredRow & { prices?: StoredRow[] } }>(
    // By a list and not by a join: whatever the planner believes of the table, each id is looked up in the index.
    `select ${wholeRowSql(kind)} as row from ${kind.table} t
     where t.company_id = $1 and t.source = $2 and t.source_id = any($3::text[])`,
    [companyId, source, sourceIds],
  );
  return new Map(
    rows.map(({ row }) => [
      row["source_id"] as string,
      {
        id: row["id"] as string,
        customerId: row["customer_id"] as string,
        columns: withPlainTimes(row, [...kind.columns, "told_at", "older"]),
        ...(row.prices && { prices: row.prices.map((price) => withPlainTimes(price, Object.keys(price))) }),
      },
    ]),
  );
}

/** Times as we write them, so that the same time is the same text. */
const withPlainTimes = (row: StoredRow, names: readonly string[]): StoredRow =>
  Object.fromEntries(
    names.map((name) => [name, name.endsWith("_at") ? isoTime(storedMs(row[name])) : row[name]]),
  );

/** Whether two rows say the same, whenever it was told. */
export function isSameRow({ columns }: AnyKind, a: NextRow, b: NextRow): boolean {
  return (
    columns.every((name) => a.columns[name] === b.columns[name]) &&
    (a.prices ?? []).length === (b.prices ?? []).length &&
    (a.prices ?? []).every((price, at) => {
      const other = b.prices?.[at];
      return other !== undefined && Object.keys(other).every((name) => price[name] === other[name]);
    })
  );
}

const wasHeard = (a: NextRow, b: NextRow): boolean =>
  a.columns["told_at"] !== b.columns["told_at"] ||
  JSON.stringify(a.columns["older"]) !== JSON.stringify(b.columns["older"]);

/** A row after a wave. */
export interface ChangedRow {
  sourceId: string;
  before: StoredLedgerRow | null;
  customerId: string;
  next: NextRow;
  /** It was said as it stands, whenever that was told. */
  isRepeated: boolean;
}

/** Writes rows after their news; an import's first change of a row keeps it as it was. */
export async function storeRows(
  client: SqlClient,
  companyId: string,
  kind: AnyKind,
  { source, importId }: Pick<LedgerOptions, "source" | "importId">,
  rows: readonly ChangedRow[],
): Promise<void> {
  const created = rows.filter(({ before }) => before === null);
  const changed = rows.filter(({ before, next }) => before !== null && !isSameRow(kind, before, next));
  const heard = rows.filter(
    ({ before, next, isRepeated }) =>
      before !== null &&
      isSameRow(kind, before, next) &&
      (wasHeard(before, next) || (importId !== undefined && isRepeated)),
  );
  if (importId !== undefined) await keepForUndo(client, companyId, kind, importId, changed);
  const ids = await insertRows(client, companyId, kind, source, importId ?? null, created);
  await updateRows(client, companyId, kind, importId ?? null, changed);
  await noteHeard(client, companyId, kind, importId ?? null, heard);
  if (kind.table !== "subscriptions") return;
  const withPrices = [...created, ...changed].map(({ sourceId, before, next }) => ({
    id: before?.id ?? ids.get(sourceId),
    prices: next.prices,
    isNew: before === null,
  }));
  await storePrices(client, companyId, withPrices);
}

async function keepForUndo(
  client: SqlClient,
  companyId: string,
  kind: AnyKind,
  importId: string,
  changed: readonly ChangedRow[],
): Promise<void> {
  if (changed.length === 0) return;
  await client.query(
    `insert into ledger_undo (company_id, import_id, kind, row_id, previous)
     select $1, $2, '${kind.table}', t.id, ${wholeRowSql(kind)} from ${kind.table} t
     where t.company_id = $1 and t.id = any($3::uuid[]) and t.created_import_id is distinct from $2
     on conflict do nothing`,
    [companyId, importId, changed.map(({ before }) => before?.id)],
  );
}

async function insertRows(
  client: SqlClient,
  companyId: string,
  { table, columns }: AnyKind,
  source: string,
  importId: string | null,
  created: readonly ChangedRow[],
): Promise<Map<string, string>> {
  if (created.length === 0) return new Map();
  const names = ["customer_id", "source_id", ...columns, "told_at", "older"].join(", ");
  const rows = created.map(({ sourceId, customerId, next }) => ({
    ...next.columns,
    source_id: sourceId,
    customer_id: customerId,
  }));
  const { rows: inserted } = await client.query<{ id: string; source_id: string }>(
    `insert into ${table} (company_id, source, created_import_id, last_import_id, ${names})
     select $1, $2, $3, $3, ${names} from json_populate_recordset(null::${table}, $4::json)
     returning id, source_id`,
    [companyId, source, importId, JSON.stringify(rows)],
  );
  return new Map(inserted.map(({ id, source_id: sourceId }) => [sourceId, id]));
}

async function updateRows(
  client: SqlClient,
  companyId: string,
  { table, columns }: AnyKind,
  importId: string | null,
  changed: readonly ChangedRow[],
): Promise<void> {
  if (changed.length === 0) return;
  const rows = changed.map(({ before, next }) => ({ ...next.columns, id: before?.id }));
  await client.query(
    `update ${table} t set ${[...columns, "told_at", "older"].map((name) => `${name} = n.${name}`).join(", ")},
       last_import_id = $2, repeated_by = null, updated_at = now()
     from jsonb_populate_recordset(null::${table}, $3::jsonb) n where t.company_id = $1 and t.id = n.id`,
    [companyId, importId, JSON.stringify(rows)],
  );
}

const KEPT_REPEATS = 8;

/** What was said again has changed nothing; but older news must not come after it, and undoing what said it first leaves it. */
async function noteHeard(
  client: SqlClient,
  companyId: string,
  { table }: AnyKind,
  importId: string | null,
  heard: readonly ChangedRow[],
): Promise<void> {
  if (heard.length === 0) return;
  const rows = heard.map(({ before, next }) => ({ ...next.columns, id: before?.id }));
  await client.query(
    `update ${table} t set told_at = n.told_at, older = n.older,
       repeated_by = case when $3::uuid is null or t.last_import_id is null or $3::uuid in (t.last_import_id, t.repeated_by[cardinality(t.repeated_by)])
         then t.repeated_by
         else (t.repeated_by || $3::uuid)[greatest(1, cardinality(t.repeated_by) + ${2 - KEPT_REPEATS}):] end
     from jsonb_populate_recordset(null::${table}, $2::jsonb) n where t.company_id = $1 and t.id = n.id`,
    [companyId, JSON.stringify(rows), importId],
  );
}

/** Gives subscriptions these prices and no others. */
export async function storePrices(
  client: SqlClient,
  companyId: string,
  subscriptions: readonly {
    id: string | undefined;
    prices: readonly StoredRow[] | undefined;
    /** It has none yet. */
    isNew?: boolean;
  }[],
): Promise<void> {
  if (subscriptions.length === 0) return;
  const known = subscriptions.flatMap(({ id, isNew }) => (isNew === true ? [] : [id]));
  if (known.length > 0)
    await client.query(
      "delete from subscription_prices where company_id = $1 and subscription_id = any($2::uuid[])",
      [companyId, known],
    );
  const rows = subscriptions.flatMap(({ id, prices = [] }) =>
    prices.map((price) => ({ ...price, subscription_id: id, company_id: companyId })),
  );
  await client.query(
    "insert into subscription_prices select * from json_populate_recordset(null::subscription_prices, $1::json)",
    [JSON.stringify(rows)],
  );
}
