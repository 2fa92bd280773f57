import { JobStatus } from "@forestay/contracts";
import { sql } from "kysely";
import { isDatabaseUnavailable } from "#platform/db/database-errors.ts";
import { withTenant } from "#platform/db/transaction.ts";
import type { JobRun } from "#platform/jobs/job.ts";
import { AppError } from "#platform/http/app-error.ts";
import { FileRefusedError, ParserCrashedError } from "./parse-file.ts";
import { endedOf, importFailed, type EndedRow } from "./import-ended.ts";
import type { ImportTask } from "./import-task.ts";

type Run = Pick<JobRun<ImportTask>, "db" | "clock" | "events" | "payload">;

/** Ends a job that cannot go on, unless it has ended already. Rows already written stay, and Undo is offered. */
export async function failImport({ db, clock, events, payload }: Run, failure: string): Promise<void> {
  await withTenant(db, payload.companyId, async (tx) => {
    const { rows } =
      await sql<EndedRow>`update import_jobs set status = ${JobStatus.Failed}, step = 'done', failure = ${failure.slice(0, 2000)},
        completed_at = ${clock.now()}
      where company_id = ${payload.companyId} and id = ${payload.importId}
        and status in (${JobStatus.Pending}, ${JobStatus.Validating}, ${JobStatus.Processing})
      returning *`.execute(tx);
    const [failed] = rows;
    if (failed) await events.emit(tx, importFailed, { ...endedOf(failed), failure });
  });
}

/** Serialisation failures, deadlocks, lock timeouts: the same statements will do the next time. */
const RETRYABLE_STATES = /^40|^55P03$/;

/**
 * Runs a task of an import: what trying again can mend is thrown to the queue, everything else ends the import with
 * words for its owner.
 */
export async function endingOnFailure(run: JobRun<ImportTask>, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    const code = (error as { code?: unknown }).code;
    const isPassing =
      run.signal.aborted ||
      error instanceof ParserCrashedError ||
      isDatabaseUnavailable(error) ||
      // The object storage is away.
      (error instanceof AppError && error.code === "unavailable") ||
      (typeof code === "string" && RETRYABLE_STATES.test(code));
    if (isPassing) throw error;
    if (error instanceof FileRefusedError) return failImport(run, error.message);
    if (error instanceof AppError && error.code === "not_found") {
      return failImport(run, "The uploaded file is no longer there. Upload it again.");
    }
    run.log.error({ err: error, importId: run.payload.importId }, "import failed");
    return failImport(run, "Something went wrong on our side. Rows already written stay and can be undone.");
  }
}
