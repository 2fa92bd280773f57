import { changeCustomerTotals } from "#modules/customers/index.ts";
import type { SqlClient } from "#platform/db/transaction.ts";
import type { LedgerCounts, LedgerInputs, LedgerKind, LedgerOptions } from "./ledger-record.ts";
import { encodeLedgerWave, type LedgerWave } from "./ledger-wave.ts";
import { markStale, refreshCustomers } from "./refresh-customers.ts";
import { writeEvents } from "./write-events.ts";
import { writeRows } from "./write-rows.ts";

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
  await changeCustomerTotals(client, companyId, 0);
  const { counts, touched } =
    wave.kind === "events"
      ? await writeEvents(client, companyId, wave, options)
      : await writeRows(client, companyId, wave, options, { dryRun: false });
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
  return writeLedgerWave(client, companyId, encodeLedgerWave(kind, rows), options);
}
