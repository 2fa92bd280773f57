import { changeCustomerTotals } from "#modules/customers/index.ts";
import type { SqlClient } from "#platform/db/transaction.ts";
import type { LedgerCounts, LedgerInputs, LedgerKind, LedgerOptions } from "./ledger-record.ts";
import { encodeLedgerWave, requireCustomers, type LedgerWave } from "./ledger-wave.ts";
import { markStale, refreshCustomers } from "./refresh-customers.ts";
import { writeEvents } from "./write-events.ts";
import { rowsOfWave, writeRows, type LedgerRows } from "./write-rows.ts";

/**
 * Writes rows of the ledger in the caller's transaction, known by the ids of their source: the same rows twice change nothing,
 * older news never overwrites newer, an absent value never overwrites (decision 0063). Customers' own rows follow in the same transaction.
 * Bulk writers of one company wait for each other.
 */
export async function writeLedgerWave(
  client: SqlClient,
  companyId: string,
  wave: LedgerWave,
  options: LedgerOptions,
): Promise<LedgerCounts> {
  return wave.kind === "events"
    ? written(client, companyId, options, () => writeEvents(client, companyId, wave, options))
    : writeLedgerRows(client, companyId, rowsOfWave(wave), options);
}

const writeLedgerRows = (
  client: SqlClient,
  companyId: string,
  rows: LedgerRows,
  options: LedgerOptions,
): Promise<LedgerCounts> =>
  written(client, companyId, options, () => writeRows(client, companyId, rows, options, { dryRun: false }));

async function written(
  client: SqlClient,
  companyId: string,
  options: LedgerOptions,
  write: () => Promise<{ counts: LedgerCounts; touched: string[] }>,
): Promise<LedgerCounts> {
  await changeCustomerTotals(client, companyId, 0);
  const { counts, touched } = await write();
  if (options.summary === "later") await markStale(client, companyId, touched);
  else await refreshCustomers(client, companyId, touched, options.now ?? options.toldAt);
  return counts;
}

/** As writeLedgerWave, of records: a refused one is named by its place among them. */
export async function writeLedger<K extends LedgerKind>(
  client: SqlClient,
  companyId: string,
  kind: K,
  records: readonly LedgerInputs[K][],
  options: LedgerOptions,
): Promise<LedgerCounts> {
  const rows = records.map((record, rowNumber) => ({ rowNumber, record }));
  if (kind === "events") return writeLedgerWave(client, companyId, encodeLedgerWave(kind, rows), options);
  requireCustomers(rows);
  return writeLedgerRows(client, companyId, { kind, rows } as LedgerRows, options);
}
