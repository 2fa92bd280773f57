import { DAY_MS, IMPORT_UNDO_DAYS, JobStatus } from "@forestay/contracts";
import { sql } from "kysely";
import { listCompanyIds } from "#modules/companies/index.ts";
import { forgetLedgerUndo } from "#modules/ledger/index.ts";
import { withTenant } from "#platform/db/transaction.ts";
import { defineCompanyJob } from "#platform/jobs/company-job.ts";
import { cancelImport } from "./cancel-import.ts";

/** An upload that nobody confirmed for this long is cancelled: its file is not kept for ever. */
const ABANDONED_DAYS = 30;

/**
 * Forgets what undoing needed once it is no longer offered, and the uploaded files of ended imports; cancels uploads
 * nobody came back to. The job rows, their counts and their error rows stay as the history.
 */
export const importsCleanUp = defineCompanyJob({
  name: "imports.clean-up",
  cron: "17 3 * * *",
  listCompanyIds,
  async handler({ db, files, clock, payload: { companyId } }) {
    const now = clock.now();
    const undoEnded = new Date(now.getTime() - IMPORT_UNDO_DAYS * DAY_MS);
    const abandoned = new Date(now.getTime() - ABANDONED_DAYS * DAY_MS);
    const keys = await withTenant(db, companyId, async (tx) => {
      const { rows: forgotten } = await sql<{ id: string }>`
        select id from import_jobs
        where company_id = ${companyId} and step in ('mapping', 'confirm') and created_at < ${abandoned}
          and status in (${JobStatus.Pending}, ${JobStatus.Validating})
        order by id for update`.execute(tx);
      for (const { id } of forgotten) {
        const actor = { job: true, companyId, askedBy: null } as const;
        await cancelImport(tx, actor, { companyId, importId: id, at: now });
      }
      for (const table of ["import_undo", "import_undo_snapshots"])
        await sql`
        delete from ${sql.table(table)} u using import_jobs j
        where u.company_id = ${companyId} and j.company_id = u.company_id and j.id = u.import_id
          and j.completed_at < ${undoEnded} and (j.undo_started_at is null or j.undone_at is not null)`.execute(
          tx,
        );
      const { rows } = await sql<{ id: string; file_key: string; is_being_undone: boolean }>`
        update import_jobs set file_removed_at = ${now}
        where company_id = ${companyId} and file_removed_at is null and completed_at < ${undoEnded}
        returning id, file_key, undo_started_at is not null and undone_at is null as is_being_undone`.execute(
        tx,
      );
      await forgetLedgerUndo(
        tx,
        companyId,
        rows.filter((row) => !row.is_being_undone).map(({ id }) => id),
      );
      return rows.map((row) => row.file_key);
    });
    // After the commit: a file is removed at most once too late, never too early.
    for (const key of keys) await files.remove(key);
  },
});
