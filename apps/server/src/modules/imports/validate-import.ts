import { JobStatus, type ImportCounts } from "@forestay/contracts";
import { formatCount } from "@forestay/contracts/words";
import { sql } from "kysely";
import {
  COMPARED_ROWS,
  compareCustomerWaves,
  compareDatedWaves,
  countCompany,
  hadLeftSql,
  readCompanyContext,
  readLeavingRule,
  type LeavingRule,
} from "#modules/customers/index.ts";
import { withTenant, withTenantClient, type Tx } from "#platform/db/transaction.ts";
import type { JobRun } from "#platform/jobs/job.ts";
import { ambiguousRowErrors } from "./ambiguous-rows.ts";
import { ErrorGroups } from "./error-groups.ts";
import { endingOnFailure } from "./fail-import.ts";
import { mappingOf, type ImportJobRow } from "./import-job.ts";
import { goneInWords, withSnapshots } from "./dated-dry-run.ts";
import { importEffects, importQuestions } from "./import-effects.ts";
import { clearRows, findImportJob, insertRowErrors, updateImportJob } from "./import-repository.ts";
import { countOverwrites, findOthersColumns } from "./overwritten-values.ts";
import { parseFile } from "./parse-file.ts";
import type { ParsedBatch } from "./parse-protocol.ts";
import type { ImportTask } from "./import-task.ts";
import { newestActivity, settleDatedRows, settleRows } from "./settle-dry-run.ts";

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
      return { job, company, others: others ?? [], rule: await readLeavingRule(tx, companyId, clock.now()) };
    },
    LONG,
  );
  const mapping = started && mappingOf(started.job);
  if (!started || !mapping) return;
  const { job, company, rule, others } = started;
  const watchedKeys = others.map(({ key }) => key);
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
          ? await compareDatedWaves(client, companyId, importId, batch.waves, watchedKeys)
          : await compareCustomerWaves(client, companyId, batch.waves, watchedKeys);
        await keepComparedRows(tx, { companyId, importId, rule, currency: company.currency });
        const bad = [...batch.badRows, ...(await ambiguousRowErrors(parser, ambiguousRows))];
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
      const settled = await settle(tx, { companyId, importId, rule, isDated });
      const { replaced, create, update } = settled;
      const skip = processedRows - errorRows - create - update;
      const counts: ImportCounts = { totalRows: processedRows, create, update, skip, error: errorRows };
      const dryRun = settled.snapshots ? withSnapshots(counts, settled.snapshots) : counts;
      const before = await countCompany(tx, companyId, rule, company.currency);
      const effects = importEffects(before, settled.effects, company.currency);
      const questions = importQuestions(effects, settled.effects, mapping);
      const overwrites = await countOverwrites(tx, companyId, importId, job.file_name, others);
      await clearRows(tx, companyId, importId, ["import_row_keys"]);
      if (replaced > 0) {
        notices.add(
          `${formatCount(replaced)} rows have the same customer ${isDated ? "and date " : ""}as a later row of the file: the last one counts.`,
        );
      }
      if (settled.gone > 0) notices.add(goneInWords(settled.gone));
      const goesOn = current.auto_confirm && questions.length === 0;
      if (current.auto_confirm && !goesOn) notices.add(WAITS_FOR_A_PERSON);
      await updateImportJob(tx, companyId, importId, {
        data_until: settled.snapshots?.to ?? null,
        total_rows: processedRows,
        dry_run: dryRun,
        effects,
        questions,
        overwrites,
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

async function keepComparedRows(
  tx: Tx,
  {
    companyId,
    importId,
    rule,
    currency,
  }: { companyId: string; importId: string; rule: LeavingRule; currency: string },
): Promise<void> {
  await sql`
    insert into import_row_keys (company_id, import_id, row_number, key_hash, outcome, snapshot_on, leaving,
      snapshot_outcome, had_left, churned, ended_at, subscription_status, last_seen_at, revenue_before_cents,
      revenue_after_cents, overwritten)
    select ${companyId}, ${importId}, r.row_number, r.key_hash, r.outcome, r.snapshot_on, r.leaving, r.snapshot_outcome,
      ${hadLeftSql(rule)}, r.churned, r.ended_at, r.subscription_status, r.last_seen_at,
      case when coalesce(r.was_currency, ${currency}) = ${currency} then r.was_monthly_revenue_cents end,
      case when coalesce(r.currency, ${currency}) = ${currency} then r.monthly_revenue_cents end, r.overwritten
    from ${sql.table(COMPARED_ROWS)} r`.execute(tx);
}

interface Settling {
  companyId: string;
  importId: string;
  rule: LeavingRule;
  isDated: boolean;
}

/** Counts the rows by the rule as it stands once the file is in: silence is counted up to the newest activity known. */
async function settle(tx: Tx, { companyId, importId, rule, isDated }: Settling) {
  const silenceCounts = rule.definition !== "cancelled";
  const until = silenceCounts ? await newestActivity(tx, companyId, importId, rule.now) : null;
  const isNewer = until !== null && (rule.activityUntil === null || until > rule.activityUntil);
  const after = isNewer ? { ...rule, activityUntil: until } : rule;
  if (isDated) return settleDatedRows(tx, { companyId, importId, rule: after });
  return { ...(await settleRows(tx, { companyId, importId, rule: after })), snapshots: null, gone: 0 };
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
