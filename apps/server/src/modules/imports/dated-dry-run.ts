import type { ImportCounts } from "@forestay/contracts";
import { formatCounted, plural } from "@forestay/contracts/words";
import { sql } from "kysely";
import type { Tx } from "#platform/db/transaction.ts";

type SnapshotCounts = NonNullable<ImportCounts["snapshots"]>;

/** Without a row for so long before the file's end a customer is no longer in it. */
const OUT_OF_SIGHT_DAYS = 45;

/**
 * Of a customer's rows one writes the customer: the newest, or where the file ends with it gone, the first that says so
 * after the last one in which it was there: that is when it left. Rows with the same customer and date as a later one
 * are left out altogether. Returns how many those are.
 */
export async function keepSupersededDates(tx: Tx, companyId: string, importId: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    with rows as (
      select row_number, key_hash, snapshot_on, leaving = 1 as has_left,
        lead(row_number) over (partition by key_hash, snapshot_on order by row_number) is not null as is_repeated
      from import_row_keys
      where company_id = ${companyId} and import_id = ${importId} and outcome <> 'ambiguous'
    ), seen as (
      select *, max(snapshot_on) filter (where not has_left) over (partition by key_hash) as last_stay,
        first_value(has_left) over (partition by key_hash order by snapshot_on desc) as ends_gone
      from rows where not is_repeated
    ), marked as (
      select *, ends_gone and snapshot_on > last_stay as is_leaving from seen
    ), ranked as (
      select *, row_number() over (partition by key_hash
        order by is_leaving desc nulls last, case when is_leaving then snapshot_on end, snapshot_on desc) as place
      from marked
    ), kept as (
      insert into import_superseded_rows (company_id, import_id, row_number, is_repeated)
      select ${companyId}::uuid, ${importId}::uuid, row_number, false from ranked where place > 1
      union all select ${companyId}::uuid, ${importId}::uuid, row_number, true from rows where is_repeated
      returning is_repeated
    ) select count(*) filter (where is_repeated) as count from kept`.execute(tx);
  return rows[0]?.count ?? 0;
}

/** What the file holds; `gone`: customers who are not in its last weeks and of whom nothing says that they left. */
export async function countSnapshots(
  tx: Tx,
  companyId: string,
  importId: string,
): Promise<{ snapshots: SnapshotCounts | null; gone: number }> {
  const { rows } = await sql<
    Omit<SnapshotCounts, "from" | "to"> & { from: string | null; to: string | null; gone: number }
  >`
    with rows as (
      select k.* from import_row_keys k
      where k.company_id = ${companyId} and k.import_id = ${importId} and k.outcome <> 'ambiguous' and not exists (
        select 1 from import_superseded_rows s where s.company_id = k.company_id and s.import_id = k.import_id
          and s.row_number = k.row_number and s.is_repeated)
    ), customers as (
      select max(snapshot_on) as until, max(leaving) as leaving from rows group by key_hash
    )
    select count(*) as total, count(*) filter (where snapshot_outcome = 'added') as added,
      count(*) filter (where snapshot_outcome = 'changed') as changed, min(snapshot_on) as from, max(snapshot_on) as to,
      (select count(*) from customers) as customers,
      (select count(*) from customers where leaving = 0 and until < (select max(snapshot_on) from rows) - ${OUT_OF_SIGHT_DAYS}::int) as gone
    from rows`.execute(tx);
  const [counted] = rows;
  if (!counted || counted.from === null || counted.to === null) return { snapshots: null, gone: 0 };
  const { gone, from, to, ...counts } = counted;
  return { snapshots: { ...counts, from, to }, gone };
}

/** A row of such a file is skipped where its snapshot is there already. */
export const withSnapshots = (counts: ImportCounts, snapshots: SnapshotCounts): ImportCounts => ({
  ...counts,
  skip: counts.totalRows - counts.error - snapshots.added - snapshots.changed,
  snapshots,
});

export const goneInWords = (count: number) =>
  `${formatCounted(count, "customer has", "customers have")} no row in the last ${OUT_OF_SIGHT_DAYS} days of the file and nothing says that ${plural(count, "it", "they")} left: ${plural(count, "it counts", "they count")} as still there. Where rows end because customers leave, add an end date.`;
