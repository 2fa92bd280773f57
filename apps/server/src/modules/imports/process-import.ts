import { JobStatus, type AttributeDefinition, type ImportMapping } from "@forestay/contracts";
import { sql } from "kysely";
import {
  defineAttributes,
  refreshStatistics,
  upsertCustomerWaves,
  upsertDatedWaves,
} from "#modules/customers/index.ts";
import { readCompanySettings } from "#modules/companies/index.ts";
import { joinParkedRows, refreshStaleCustomers } from "#modules/ledger/index.ts";
import { withTenant, withTenantClient, type SqlClient, type Tx } from "#platform/db/transaction.ts";
import type { JobRun } from "#platform/jobs/job.ts";
import { ambiguousRowErrors } from "./ambiguous-rows.ts";
import { ErrorGroups } from "./error-groups.ts";
import { endingOnFailure } from "./fail-import.ts";
import { endedOf, importCompleted, type EndedRow } from "./import-ended.ts";
import { errorGroupsOf, mappingOf, type ImportJobRow } from "./import-job.ts";
import { clearRows, findImportJob, insertRowErrors, updateImportJob } from "./import-repository.ts";
import { parseFile, type FileParser } from "./parse-file.ts";
import type { ParsedBatch } from "./parse-protocol.ts";
import type { ImportTask } from "./import-task.ts";
import { attributeKeyOf } from "./attribute-key.ts";
import { writeLedgerBatch } from "./kinds/write-ledger-batch.ts";
import { ROWS_PER_BATCH } from "./validate-import.ts";
import type { WrittenBatch } from "./written-batch.ts";

/**
 * Writes the file's rows: batches, each in one transaction with its errors, counts and resume point, so that a kill
 * at any moment loses no row and repeats none. Cancelling is seen between two batches. The last transaction sets
 * Completed, once.
 */
export async function processImport(run: JobRun<ImportTask>): Promise<void> {
  await endingOnFailure(run, () => runProcessing(run));
}

async function runProcessing({
  db,
  files,
  clock,
  events,
  payload,
  signal,
}: JobRun<ImportTask>): Promise<void> {
  const { companyId, importId } = payload;
  const started = await withTenant(db, companyId, (tx) => begin(tx, companyId, importId), LONG);
  if (started === null) return;
  const { job, mapping, currency, timeZone } = started;
  const groups = new ErrorGroups(errorGroupsOf(job));
  let processedRows = job.processed_rows;
  const parser = parseFile({
    path: await files.localPath(job.file_key),
    format: job.table_format,
    rows: job.kind,
    wantsFacts: false,
    conversion: { mapping, currency, timeZone, referenceTime: job.created_at.toISOString() },
    resumeAt: job.resume_point,
    maxBatchRows: ROWS_PER_BATCH,
  });
  try {
    for await (const batch of parser) {
      signal.throwIfAborted();
      const now = clock.now();
      if (!(await writeBatch({ db, companyId, importId, batch, parser, groups, processedRows, now }))) return;
      processedRows += batch.rowCount;
    }
  } finally {
    parser.close();
  }
  await tellCustomers({ db, companyId, now: clock.now(), signal });
  // Whoever opens a page now is answered from what has just come.
  await withTenantClient(db, companyId, ({ client }) => refreshStatistics(client, companyId));
  await withTenant(db, companyId, async (tx) => {
    const completed = await complete(tx, companyId, importId, processedRows, clock.now());
    if (completed) await events.emit(tx, importCompleted, endedOf(completed));
  });
}

/**
 * A crash of the database may lose the last batches whole, resume point included, so they are simply done again; the
 * last transaction of the import waits for the disk, and with it for all before it.
 */
const COMMIT_WITHOUT_WAITING = "set local synchronous_commit = off";
const LONG = { statementTimeoutMs: 600_000 };

async function begin(
  tx: Tx,
  companyId: string,
  importId: string,
): Promise<{ job: ImportJobRow; mapping: ImportMapping; currency: string; timeZone: string } | null> {
  const job = await findImportJob(tx, companyId, importId, { forUpdate: true });
  if (!job || job.status !== JobStatus.Processing) return null;
  const mapping = mappingOf(job);
  if (mapping === null) throw new Error("An import without a mapping cannot be processed");
  if (job.processed_rows === 0) {
    // The dry run's errors: a row may be right by now, or wrong.
    await clearRows(tx, companyId, importId, ["import_errors"]);
    await updateImportJob(tx, companyId, importId, { error_count: 0, error_groups: [] });
    job.error_groups = [];
    await defineAttributes(tx, companyId, attributesOf(mapping), importId);
  }
  const { currency, timeZone } = await readCompanySettings(tx, companyId);
  return { job, mapping, currency, timeZone };
}

interface Batch {
  db: JobRun<ImportTask>["db"];
  companyId: string;
  importId: string;
  batch: ParsedBatch;
  parser: FileParser;
  groups: ErrorGroups;
  /** Rows before this batch. */
  processedRows: number;
  now: Date;
}

/** False when the import was cancelled, or someone else is already past this batch. */
async function writeBatch(options: Batch): Promise<boolean> {
  const { db, companyId, importId, batch, parser, groups, processedRows } = options;
  return withTenantClient(
    db,
    companyId,
    async ({ tx, client }) => {
      const job = await findImportJob(tx, companyId, importId, { forUpdate: true });
      // A worker that was taken for dead and lives still must not write what its successor has written.
      if (!job || job.status !== JobStatus.Processing || job.processed_rows !== processedRows) return false;
      await client.query(COMMIT_WITHOUT_WAITING);
      const superseded = await listSuperseded(tx, companyId, importId, batch);
      const written =
        batch.ledger === null
          ? await writeCustomers(client, { ...options, job, superseded })
          : await writeLedgerBatch(client, {
              job,
              companyId,
              batch,
              ledger: batch.ledger,
              parser,
              now: options.now,
              skipRows: superseded.map(({ row }) => row),
            });
      const { bad, counts } = written;
      await insertRowErrors(tx, companyId, importId, bad);
      groups.add(bad);
      groups.add(batch.lostValues, { keepsRow: true });
      await updateImportJob(tx, companyId, importId, {
        processed_rows: processedRows + batch.rowCount,
        resume_point: batch.resumeAt,
        ...counts,
        error_count: job.error_count + bad.length,
        error_groups: groups.list(),
      });
      return true;
    },
    { statementTimeoutMs: 120_000 },
  );
}

async function writeCustomers(
  client: SqlClient,
  options: Batch & { job: ImportJobRow; superseded: readonly { row: number; isRepeated: boolean }[] },
): Promise<WrittenBatch> {
  const { companyId, importId, batch, parser, job, superseded } = options;
  const skipRows = superseded.map(({ row }) => row);
  const repeatedRows = superseded.filter(({ isRepeated }) => isRepeated).map(({ row }) => row);
  const isDated = job.data_until !== null;
  const dated = isDated
    ? await upsertDatedWaves(client, companyId, batch.waves, {
        importId,
        fileName: job.file_name,
        skipRows,
        repeatedRows,
      })
    : null;
  const result =
    dated ??
    (await upsertCustomerWaves(client, companyId, batch.waves, {
      importId,
      skipRows,
      toldAt: job.created_at,
      teller: { source: "import", reference: importId, label: job.file_name },
    }));
  const bad = [...batch.badRows, ...(await ambiguousRowErrors(parser, result.ambiguousRows))];
  const skippedRows = dated
    ? batch.rowCount - bad.length - dated.snapshotsAdded - dated.snapshotsChanged
    : result.unchanged + skipRows.length;
  return {
    bad,
    counts: {
      created_count: job.created_count + result.created,
      updated_count: job.updated_count + result.updated,
      skipped_count: job.skipped_count + skippedRows,
      ...(dated && {
        snapshots_added: job.snapshots_added + dated.snapshotsAdded,
        snapshots_changed: job.snapshots_changed + dated.snapshotsChanged,
      }),
    },
  };
}

/**
 * Rows that waited for customers of this file join them; then revenue, status and activity of all whose rows came, once a
 * customer and not once a batch.
 */
async function tellCustomers(options: {
  db: JobRun<ImportTask>["db"];
  companyId: string;
  now: Date;
  signal: AbortSignal;
}): Promise<void> {
  const { db, companyId, now, signal } = options;
  await withTenantClient(db, companyId, ({ client }) => joinParkedRows(client, companyId, { now }), LONG);
  for (let more = true; more;) {
    signal.throwIfAborted();
    more = await withTenantClient(
      db,
      companyId,
      ({ client }) => refreshStaleCustomers(client, companyId, { now }),
      { statementTimeoutMs: 120_000 },
    );
  }
}

async function listSuperseded(
  tx: Tx,
  companyId: string,
  importId: string,
  batch: ParsedBatch,
): Promise<{ row: number; isRepeated: boolean }[]> {
  const { rows } = await sql<{ row: number; isRepeated: boolean }>`
    select row_number as row, is_repeated as "isRepeated" from import_superseded_rows
    where company_id = ${companyId} and import_id = ${importId}
      and row_number between ${batch.firstRow} and ${batch.lastRow}`.execute(tx);
  const bad = new Set(batch.badRows.map((row) => row.row));
  return rows.filter(({ row }) => !bad.has(row));
}

/** Undefined when somebody else ended it first. */
async function complete(
  tx: Tx,
  companyId: string,
  importId: string,
  rows: number,
  now: Date,
): Promise<EndedRow | undefined> {
  const { rows: completed } = await sql<EndedRow>`
    update import_jobs set status = ${JobStatus.Completed}, step = 'done', completed_at = ${now}, total_rows = ${rows}
    where company_id = ${companyId} and id = ${importId} and status = ${JobStatus.Processing}
      and processed_rows = ${rows} returning *`.execute(tx);
  return completed[0];
}

function attributesOf(mapping: ImportMapping): AttributeDefinition[] {
  return mapping.columns
    .filter((column) => column.target === "attribute")
    .map((column) => {
      const key = attributeKeyOf(column);
      return { key, label: key, kind: column.attributeKind ?? "text" };
    });
}
