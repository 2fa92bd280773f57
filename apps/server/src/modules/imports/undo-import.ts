import { formatCounted, plural } from "@forestay/contracts/words";
import { sql } from "kysely";
import { findActorOf, recordAudit } from "#modules/audit/index.ts";
import {
  changeCustomerTotals,
  customersMarked,
  customersMergedInto,
  restoreCustomers,
} from "#modules/customers/index.ts";
import { customersWithRows, undoLedgerImport } from "#modules/ledger/index.ts";
import { withTenantClient, type Tx } from "#platform/db/transaction.ts";
import type { JobRun } from "#platform/jobs/job.ts";
import { noticesOf } from "./import-job.ts";
import { findImportJob, updateImportJob } from "./import-repository.ts";
import type { ImportTask } from "./import-task.ts";

const CHANGED_PER_BATCH = 2000;
const SCANNED_PER_BATCH = 20_000;
const FIRST_ID = "00000000-0000-0000-0000-000000000000";

/**
 * Restores every customer as it was before the import: changed ones get their previous values back, created ones are
 * removed. In batches that forget what they have restored, so it goes on after a kill. Sets `undoneAt` last.
 */
export async function undoImport({ db, clock, events, payload, signal }: JobRun<ImportTask>): Promise<void> {
  const { companyId, importId } = payload;
  for (let more = true; more;) {
    signal.throwIfAborted();
    more = await withTenantClient(db, companyId, async ({ tx, client }) => {
      const job = await findImportJob(tx, companyId, importId, { forUpdate: true });
      if (!job || job.undo_started_at === null || job.undone_at !== null) return false;
      await changeCustomerTotals(client, companyId, 0);
      if (job.kind !== "customers") {
        if (await undoLedgerImport(client, companyId, importId, clock.now())) return true;
      }
      if ((await restoreChanged(tx, companyId, importId)) > 0) return true;
      if ((await restoreSnapshots(tx, companyId, importId)) > 0) return true;
      const removed = await removeCreated(tx, companyId, importId, job.undo_position ?? FIRST_ID);
      if (removed.lastId !== null) {
        await changeCustomerTotals(client, companyId, -removed.count);
        const notices = [
          ...(removed.kept > 0 ? [keptInWords(removed.kept)] : []),
          ...(removed.merged > 0 ? [mergedInWords(removed.merged)] : []),
        ];
        await updateImportJob(tx, companyId, importId, {
          undo_position: removed.lastId,
          ...(notices.length > 0 && { notices: [...noticesOf(job), ...notices] }),
        });
        return true;
      }
      await removeUnusedAttributes(tx, companyId, importId);
      await events.emit(tx, customersMarked, { companyId });
      await updateImportJob(tx, companyId, importId, { undone_at: clock.now() });
      const askedBy = await findActorOf(tx, companyId, { action: "import.undo_started", targetId: importId });
      await recordAudit(
        tx,
        { job: true, companyId, askedBy },
        { action: "import.undone", target: job.file_name, targetId: importId },
      );
      return false;
    });
  }
}

const stays = (count: number) =>
  `${formatCounted(count, "customer")} of this import ${plural(count, "stays", "stay")}`;
const keptInWords = (count: number) =>
  `${stays(count)}: other files have brought rows of ${plural(count, "it", "them")} since.`;
const mergedInWords = (count: number) =>
  `${stays(count)}: ${plural(count, "another customer was merged into it", "other customers were merged into them")} since.`;

async function restoreChanged(tx: Tx, companyId: string, importId: string): Promise<number> {
  const { rows } = await sql<{ previous: unknown }>`
    delete from import_undo where company_id = ${companyId} and import_id = ${importId} and customer_id in (
      select customer_id from import_undo where company_id = ${companyId} and import_id = ${importId}
      order by customer_id limit ${CHANGED_PER_BATCH})
    returning previous`.execute(tx);
  await restoreCustomers(
    tx,
    companyId,
    rows.map((row) => row.previous),
  );
  return rows.length;
}

async function restoreSnapshots(tx: Tx, companyId: string, importId: string): Promise<number> {
  const { rows } = await sql<{ restored: number }>`
    with previous as (
      delete from import_undo_snapshots u using (
        select customer_id, taken_on from import_undo_snapshots
        where company_id = ${companyId} and import_id = ${importId}
        order by customer_id, taken_on limit ${CHANGED_PER_BATCH}
      ) page where u.company_id = ${companyId} and u.import_id = ${importId}
        and u.customer_id = page.customer_id and u.taken_on = page.taken_on
      returning u.customer_id, u.taken_on, u.features, u.previous_import_id
    ), restored as (
      update customer_snapshots s set features = p.features, import_id = p.previous_import_id from previous p
      where s.company_id = ${companyId} and s.customer_id = p.customer_id and s.taken_on = p.taken_on
        and s.import_id = ${importId}
    )
    select count(*) as restored from previous`.execute(tx);
  return rows[0]?.restored ?? 0;
}

/**
 * Walks the company's customers once, in order of id: an index for the few who undo would cost every import. `kept`: created
 * ones of whom other files have brought rows since, which would go with them; `merged`: those into whom others were merged.
 * Customers are locked first and in that order, their snapshots after them, as whoever rebuilds their past does.
 */
async function removeCreated(
  tx: Tx,
  companyId: string,
  importId: string,
  after: string,
): Promise<{ lastId: string | null; count: number; kept: number; merged: number }> {
  const { rows: scanned } = await sql<{ id: string; isCreated: boolean }>`
    select id, coalesce(created_import_id = ${importId}, false) as "isCreated" from customers
    where company_id = ${companyId} and id > ${after}::uuid order by id limit ${SCANNED_PER_BATCH}`.execute(
    tx,
  );
  const lastId = scanned.at(-1)?.id ?? null;
  const created = scanned.filter(({ isCreated }) => isCreated).map(({ id }) => id);
  const merged = await customersMergedInto(tx, companyId, created);
  const unmerged = created.filter((id) => !merged.has(id));
  const kept = await customersWithRows(tx, companyId, unmerged);
  const removed = await sql`
    with held as materialized (
      select id from customers where company_id = ${companyId}
        and id = any(${unmerged.filter((id) => !kept.has(id))}::uuid[]) order by id for update
    )
    delete from customers c using held where c.company_id = ${companyId} and c.id = held.id`.execute(tx);
  await sql`
    delete from customer_snapshots where company_id = ${companyId} and import_id = ${importId} and customer_id in (
      select id from customers where company_id = ${companyId} and id > ${after}::uuid and id <= ${lastId}::uuid
        and created_import_id is distinct from ${importId})`.execute(tx);
  return {
    lastId,
    count: Number(removed.numAffectedRows ?? 0),
    kept: kept.size,
    merged: merged.size,
  };
}

async function removeUnusedAttributes(tx: Tx, companyId: string, importId: string): Promise<void> {
  await sql`
    delete from customer_attributes a where a.company_id = ${companyId} and a.created_import_id = ${importId}
      and not exists (select 1 from customers c where c.company_id = ${companyId} and c.attributes ? a.key)`.execute(
    tx,
  );
}
