import type { ImportCounts } from "@forestay/contracts";
import { sql } from "kysely";
import type { LeavingRule } from "#modules/customers/index.ts";
import type { Tx } from "#platform/db/transaction.ts";
import { fileEffectsSql, type FileEffects } from "./import-effects.ts";

/** What all rows of a dry run together come to. */
export interface SettledRows {
  create: number;
  update: number;
  /** Rows left out because a later one has the same customer, and date where rows are dated. */
  replaced: number;
  effects: FileEffects;
}

export interface RowsToSettle {
  companyId: string;
  importId: string;
  /** What counts as having left once the file is in. */
  rule: LeavingRule;
}

// One pass over the rows, sorted by key, marks and counts: looked up row by row, a file that names the same customers
// again and again took 70 s where one of as many customers took one.

/** Of rows with the same key the last counts; the others are remembered and left out of the import. */
export async function settleRows(tx: Tx, { companyId, importId, rule }: RowsToSettle): Promise<SettledRows> {
  const { rows } = await sql<FileEffects & { replaced: number; update: number }>`
    with c as materialized (
      select *, lead(row_number) over (partition by key_hash order by row_number) is null as writes_customer
      from import_row_keys
      where company_id = ${companyId} and import_id = ${importId} and outcome <> 'ambiguous'
    ), kept as (
      insert into import_superseded_rows (company_id, import_id, row_number)
      select company_id, import_id, row_number from c where not writes_customer
    )
    select count(*) filter (where not writes_customer) as replaced,
      count(*) filter (where writes_customer and outcome = 'update') as update, ${fileEffectsSql(rule)}
    from c`.execute(tx);
  return settled(rows[0]);
}

/** Without a row for so long before the file's end a customer is no longer in it. */
export const OUT_OF_SIGHT_DAYS = 45;

type SnapshotCounts = NonNullable<ImportCounts["snapshots"]>;

/**
 * Of a customer's rows one writes the customer: the newest, or where the file ends with it gone, the first that says so
 * after the last one in which it was there: that is when it left. Rows with the same customer and date as a later one
 * are left out altogether. `gone`: customers who are not in the file's last weeks and of whom nothing says that they left.
 */
export async function settleDatedRows(
  tx: Tx,
  { companyId, importId, rule }: RowsToSettle,
): Promise<SettledRows & { snapshots: SnapshotCounts | null; gone: number }> {
  const { rows } = await sql<
    FileEffects &
      Omit<SnapshotCounts, "from" | "to" | "customers"> & {
        replaced: number;
        update: number;
        from: string | null;
        to: string | null;
        snapshotCustomers: number;
        gone: number;
      }
  >`
    with rows as (
      select *, leaving = 1 as is_gone,
        lead(row_number) over (partition by key_hash, snapshot_on order by row_number) is not null as is_repeated
      from import_row_keys
      where company_id = ${companyId} and import_id = ${importId} and outcome <> 'ambiguous'
    ), seen as (
      select *, max(snapshot_on) filter (where not is_gone) over (partition by key_hash) as last_stay,
        first_value(is_gone) over (partition by key_hash order by snapshot_on desc) as ends_gone
      from rows where not is_repeated
    ), marked as (
      select *, ends_gone and snapshot_on > last_stay as is_leaving from seen
    ), c as materialized (
      select *, row_number() over (partition by key_hash
        order by is_leaving desc nulls last, case when is_leaving then snapshot_on end, snapshot_on desc) = 1 as writes_customer
      from marked
    ), kept as (
      insert into import_superseded_rows (company_id, import_id, row_number, is_repeated)
      select ${companyId}::uuid, ${importId}::uuid, row_number, false from c where not writes_customer
      union all select ${companyId}::uuid, ${importId}::uuid, row_number, true from rows where is_repeated
    ), customers_of_file as (
      select max(snapshot_on) as until, max(leaving) as leaving from c group by key_hash
    )
    select (select count(*) from rows where is_repeated) as replaced,
      count(*) filter (where writes_customer and outcome = 'update') as update, ${fileEffectsSql(rule)},
      count(*) as total, count(*) filter (where snapshot_outcome = 'added') as added,
      count(*) filter (where snapshot_outcome = 'changed') as changed, min(snapshot_on) as from, max(snapshot_on) as to,
      (select count(*) from customers_of_file) as "snapshotCustomers",
      (select count(*) from customers_of_file
        where leaving = 0 and until < (select max(snapshot_on) from c) - ${OUT_OF_SIGHT_DAYS}::int) as gone
    from c`.execute(tx);
  const [row] = rows;
  if (!row || row.from === null || row.to === null) return { ...settled(row), snapshots: null, gone: 0 };
  const { total, added, changed, from, to, snapshotCustomers, gone } = row;
  return {
    ...settled(row),
    snapshots: { total, added, changed, customers: snapshotCustomers, from, to },
    gone,
  };
}

/** The newest activity that the file brings, not after `now`; null for none. */
export async function newestActivity(
  tx: Tx,
  companyId: string,
  importId: string,
  now: Date,
): Promise<Date | null> {
  const { rows } = await sql<{ until: Date | null }>`
    select max(last_seen_at) as until from import_row_keys
    where company_id = ${companyId} and import_id = ${importId} and last_seen_at <= ${now}`.execute(tx);
  return rows[0]?.until ?? null;
}

function settled(row: (FileEffects & { replaced: number; update: number }) | undefined): SettledRows {
  if (!row) throw new Error("The rows gave no sums");
  const { replaced, update, ...effects } = row;
  return { create: effects.created, update, replaced, effects };
}
