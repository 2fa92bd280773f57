import { JobStatus } from "@forestay/contracts";
import { readCompanySettings } from "#modules/companies/index.ts";
import { readCompanyContext, readLeavingRule } from "#modules/customers/index.ts";
import { withTenant, withTenantClient, type Tx } from "#platform/db/transaction.ts";
import type { JobRun } from "#platform/jobs/job.ts";
import { compareCustomers, settleCustomers } from "./check-customers.ts";
import { ErrorGroups } from "./error-groups.ts";
import { endingOnFailure } from "./fail-import.ts";
import { mappingOf, type ImportJobRow } from "./import-job.ts";
import { clearRows, findImportJob, insertRowErrors, updateImportJob } from "./import-repository.ts";
import type { ImportTask } from "./import-task.ts";
import { compareLedgerBatch } from "./kinds/compare-ledger-batch.ts";
import { settleLedger } from "./kinds/settle-ledger.ts";
import { findOthersColumns } from "./overwritten-values.ts";
import { parseFile } from "./parse-file.ts";
import type { ParsedBatch } from "./parse-protocol.ts";

/** Between 1,000 and 5,000 rows a transaction: fewer cost round trips, more hold locks. */
export const ROWS_PER_BATCH = 4000;

/**
 * The dry run: reads the whole file and compares every row with the stored customers, writing none. Ends waiting for
 * the person (`step: confirm`) and holds no worker meanwhile. Started over after a crash; stops by itself when the
 * import is cancelled or another mapping was saved.
 */
export async function validateImport(
  run: JobRun<ImportTask>,
  enqueueProcessing: EnqueueProcessing,
): Promise<void> {
  await endingOnFailure(run, () => runValidation(run, enqueueProcessing));
}

/** Adds the next job in the transaction that makes the import ready for it: only with `autoConfirm`. */
type EnqueueProcessing = (tx: Tx) => Promise<void>;

async function runValidation(run: JobRun<ImportTask>, enqueueProcessing: EnqueueProcessing): Promise<void> {
  const { db, files, clock, payload, signal } = run;
  const { companyId, importId } = payload;
  const started = await withTenant(
    db,
    companyId,
    async (tx) => {
      const job = await findImportJob(tx, companyId, importId, { forUpdate: true });
      if (!job || !isCurrent(job, payload)) return null;
      await clearRows(tx, companyId, importId, [
        "import_errors",
        "import_row_keys",
        "import_superseded_rows",
      ]);
      await updateImportJob(tx, companyId, importId, { processed_rows: 0, resume_point: null });
      const company = await readCompanyContext(tx, companyId);
      const stored = mappingOf(job);
      const others = stored && (await findOthersColumns(tx, companyId, importId, stored));
      const { timeZone } = await readCompanySettings(tx, companyId);
      return {
        job,
        company,
        timeZone,
        others: others ?? [],
        rule: await readLeavingRule(tx, companyId, clock.now()),
      };
    },
    LONG,
  );
  const mapping = started && mappingOf(started.job);
  if (!started || !mapping) return;
  const { job, company, timeZone, rule, others } = started;
  const watchedKeys = others.map(({ key }) => key);
  const isDated = mapping.columns.some(({ target }) => target === "snapshotOn");
  const groups = new ErrorGroups();
  const notices = new Set<string>();
  const unlinked = new Set<string>();
  let processedRows = 0;
  let errorRows = 0;
  const parser = parseFile({
    path: await files.localPath(job.file_key),
    format: job.table_format,
    rows: job.kind,
    wantsFacts: true,
    conversion: {
      mapping,
      currency: company.currency,
      timeZone,
      referenceTime: job.created_at.toISOString(),
    },
    resumeAt: null,
    maxBatchRows: ROWS_PER_BATCH,
  });
  try {
    for await (const batch of parser) {
      signal.throwIfAborted();
      const goesOn = await withTenantClient(db, companyId, async ({ tx, client }) => {
        const current = await findImportJob(tx, companyId, importId, { forUpdate: true });
        if (!current || !isCurrent(current, payload)) return false;
        // What a dry run notes is noted again by the next one.
        await client.query("set local synchronous_commit = off");
        const compared =
          batch.ledger === null
            ? await compareCustomers(
                { tx, client },
                { companyId, importId, rule, company, parser, batch, isDated, watchedKeys },
              )
            : await compareLedgerBatch(
                { tx, client },
                { job, companyId, ledger: batch.ledger, parser, now: clock.now() },
              );
        const bad = [...batch.badRows, ...compared.bad];
        for (const who of compared.unlinked) if (unlinked.size < EXAMPLES) unlinked.add(who);
        await insertRowErrors(tx, companyId, importId, bad);
        groups.add(bad);
        groups.add(batch.lostValues, { keepsRow: true });
        errorRows += bad.length;
        processedRows += batch.rowCount;
        await updateImportJob(tx, companyId, importId, progress(batch, processedRows, errorRows, groups));
        return true;
      });
      for (const notice of batch.notices) notices.add(notice);
      if (!goesOn) return;
    }
  } finally {
    parser.close();
  }
  await withTenant(
    db,
    companyId,
    async (tx) => {
      const current = await findImportJob(tx, companyId, importId, { forUpdate: true });
      if (!current || !isCurrent(current, payload)) return;
      const totals = { totalRows: processedRows, errorRows };
      const settled =
        job.kind === "customers"
          ? await settleCustomers(tx, {
              companyId,
              importId,
              rule,
              isDated,
              company,
              mapping,
              others,
              job,
              ...totals,
            })
          : await settleLedger(tx, {
              companyId,
              importId,
              kind: job.kind,
              mapping,
              ...totals,
              unlinked: [...unlinked],
            });
      await clearRows(tx, companyId, importId, ["import_row_keys"]);
      for (const notice of settled.notices) notices.add(notice);
      const goesOn = current.auto_confirm && settled.questions.length === 0;
      if (current.auto_confirm && !goesOn) notices.add(WAITS_FOR_A_PERSON);
      await updateImportJob(tx, companyId, importId, {
        ...settled.changes,
        total_rows: processedRows,
        dry_run: settled.counts,
        questions: settled.questions,
        notices: [...notices],
        step: "confirm",
      });
      if (goesOn) {
        await startProcessing(tx, companyId, importId, clock.now());
        await enqueueProcessing(tx);
      }
    },
    LONG,
  );
}

/** Unknown customers that are named. */
const EXAMPLES = 3;
const WAITS_FOR_A_PERSON =
  "This import was to run straight through. It waits because of what it would change: somebody has to say that it is meant.";

/** Sorting the keys of a very large file takes longer than a request may. */
const LONG = { statementTimeoutMs: 600_000 };

function isCurrent(job: ImportJobRow, task: ImportTask): boolean {
  return (
    job.status === JobStatus.Validating &&
    job.step === "validating" &&
    job.mapping_version === task.mappingVersion
  );
}

function progress(batch: ParsedBatch, processedRows: number, errorRows: number, groups: ErrorGroups) {
  return {
    processed_rows: processedRows,
    resume_point: batch.resumeAt,
    error_count: errorRows,
    error_groups: groups.list(),
  };
}

/** Validating -> Processing, in the caller's transaction. The dry run's errors make room for those of the import. */
export async function startProcessing(tx: Tx, companyId: string, importId: string, now: Date): Promise<void> {
  await updateImportJob(tx, companyId, importId, {
    status: JobStatus.Processing,
    step: "processing",
    started_at: now,
    processed_rows: 0,
    resume_point: null,
    created_count: 0,
    updated_count: 0,
    skipped_count: 0,
    snapshots_added: 0,
    snapshots_changed: 0,
    parked_count: 0,
    customers_created_count: 0,
  });
}
