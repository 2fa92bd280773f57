import { writeLedgerWave } from "#modules/ledger/index.ts";
import type { SqlClient } from "#platform/db/transaction.ts";
import { mappingOf, type ImportJobRow } from "../import-job.ts";
import type { FileParser } from "../parse-file.ts";
import type { ParsedBatch, ParsedLedger } from "../parse-protocol.ts";
import type { WrittenBatch } from "../written-batch.ts";
import { refusedRows } from "./refused-rows.ts";

/** Which system a file's ids are of, unless the mapping says. */
const FILE = "file";

/** What the ledger has to know of the import that its rows come with. */
export function ledgerOptionsOf(job: ImportJobRow) {
  const { options } = mappingOf(job) ?? {};
  return {
    source: options?.source ?? FILE,
    unknownCustomers: options?.unknownCustomers ?? ("park" as const),
    toldAt: job.created_at,
    importId: job.id,
  };
}

interface LedgerBatch {
  job: ImportJobRow;
  companyId: string;
  batch: ParsedBatch;
  ledger: ParsedLedger;
  parser: FileParser;
  now: Date;
  /** Rows that a later row of the file replaces. */
  skipRows: number[];
}

/** Writes a batch of a ledger's rows; customers are told once all are in. */
export async function writeLedgerBatch(client: SqlClient, options: LedgerBatch): Promise<WrittenBatch> {
  const { job, companyId, batch, ledger, parser, now, skipRows } = options;
  const counts = await writeLedgerWave(client, companyId, ledger.wave, {
    ...ledgerOptionsOf(job),
    skipRows,
    now,
    summary: "later",
  });
  const bad = [...batch.badRows, ...(await refusedRows(parser, counts.refused))];
  return {
    bad,
    counts: {
      created_count: job.created_count + counts.created,
      updated_count: job.updated_count + counts.updated,
      skipped_count: job.skipped_count + counts.unchanged + ledger.furtherLines + skipRows.length,
      parked_count: job.parked_count + counts.parked,
      customers_created_count: job.customers_created_count + counts.customersCreated,
    },
  };
}
