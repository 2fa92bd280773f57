import { JobStatus, type ImportCounts } from "@forestay/contracts";
import { formatCount } from "@forestay/contracts/words";
import { sql } from "kysely";
import {
  COMPARED_ROWS,
  compareCustomerWaves,
  compareDatedWaves,
  readCompanyContext,
  type RowOutcome,
} from "#modules/customers/index.ts";
import { withTenant, withTenantClient, type Tx } from "#platform/db/transaction.ts";
import type { JobRun } from "#platform/jobs/job.ts";
import { ambiguousRowErrors } from "./ambiguous-rows.ts";
import { ErrorGroups } from "./error-groups.ts";
import { endingOnFailure } from "./fail-import.ts";
import { mappingOf, type ImportJobRow } from "./import-job.ts";
import { countSnapshots, goneInWords, keepSupersededDates, withSnapshots } from "./dated-dry-run.ts";
import { clearRows, findImportJob, insertRowErrors, updateImportJob } from "./import-repository.ts";
import { parseFile } from "./parse-file.ts";
import type { ParsedBatch } from "./parse-protocol.ts";
import type { ImportTask } from "./import-task.ts";

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
      return { job, company: await readCompanyContext(tx, companyId) };
    },
    LONG,
  );
  const mapping = started && mappingOf(started.job);
  if (!started || !mapping) return;
  const { job, company } = started;
  const isDated = mapping.columns.some(({ target }) => target === "snapshotOn");
  const groups = new ErrorGroups();
  const notices = new Set<string>();
  let processedRows = 0;
  let errorRows = 0;
  const parser = parseFile({
    path: await files.localPath(job.file_key),
    format: job.table_format,
    conversion: { mapping, currency: company.currency, referenceTime: job.created_at.toISOString() },
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
        const { ambiguousRows } = isDated
          ? await compareDatedWaves(client, companyId, importId, batch.waves)
          : await compareCustomerWaves(client, companyId, batch.waves);
        await keepComparedRows(tx, companyId, importId);
        const bad = [...batch.badRows, ...(await ambiguousRowErrors(parser, ambiguousRows))];
        await insertRowErrors(tx, companyId, importId, bad);
        groups.add(bad);
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
      const replaced = isDated
        ? await keepSupersededDates(tx, companyId, importId)
        : await keepSupersededRows(tx, companyId, importId);
      const counts = await countOutcomes(tx, companyId, importId, processedRows, errorRows);
      const dated = isDated ? await countSnapshots(tx, companyId, importId) : null;
      const dryRun = dated?.snapshots ? withSnapshots(counts, dated.snapshots) : counts;
      await clearRows(tx, companyId, importId, ["import_row_keys"]);
      if (replaced > 0) {
        notices.add(
          `${formatCount(replaced)} rows have the same customer ${isDated ? "and date " : ""}as a later row of the file: the last one counts.`,
        );
      }
      if (dated && dated.gone > 0) notices.add(goneInWords(dated.gone));
      await updateImportJob(tx, companyId, importId, {
        data_until: dated?.snapshots?.to ?? null,
        total_rows: processedRows,
        dry_run: dryRun,
        notices: [...notices],
        step: "confirm",
      });
      if (current.auto_confirm) {
        await startProcessing(tx, companyId, importId, clock.now());
        await enqueueProcessing(tx);
      }
    },
    LONG,
  );
}

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

async function keepComparedRows(tx: Tx, companyId: string, importId: string): Promise<void> {
  await sql`
    insert into import_row_keys (company_id, import_id, row_number, key_hash, outcome, snapshot_on, leaving, snapshot_outcome)
    select ${companyId}, ${importId}, row_number, key_hash, outcome, snapshot_on, leaving, snapshot_outcome from ${sql.table(COMPARED_ROWS)}`.execute(
    tx,
  );
}

/** Of rows with the same key the last counts; the others are remembered and left out of the import. */
async function keepSupersededRows(tx: Tx, companyId: string, importId: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    with kept as (
      insert into import_superseded_rows (company_id, import_id, row_number)
      select company_id, import_id, row_number from (
        select *, lead(row_number) over (partition by key_hash order by row_number) as later_row
        from import_row_keys
        where company_id = ${companyId} and import_id = ${importId} and outcome <> 'ambiguous'
      ) k where later_row is not null
      returning 1
    ) select count(*) from kept`.execute(tx);
  return rows[0]?.count ?? 0;
}

async function countOutcomes(
  tx: Tx,
  companyId: string,
  importId: string,
  totalRows: number,
  errorRows: number,
): Promise<ImportCounts> {
  const { rows } = await sql<{ outcome: RowOutcome; count: number }>`
    select k.outcome, count(*) from import_row_keys k
    where k.company_id = ${companyId} and k.import_id = ${importId} and not exists (
      select 1 from import_superseded_rows s
      where s.company_id = k.company_id and s.import_id = k.import_id and s.row_number = k.row_number)
    group by 1`.execute(tx);
  const countOf = (outcome: RowOutcome) => rows.find((row) => row.outcome === outcome)?.count ?? 0;
  const create = countOf("create");
  const update = countOf("update");
  return { totalRows, create, update, skip: totalRows - errorRows - create - update, error: errorRows };
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
  });
}
