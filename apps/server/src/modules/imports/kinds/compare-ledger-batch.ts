import { sql } from "kysely";
import { compareLedgerWave, COMPARED_LEDGER_ROWS } from "#modules/ledger/index.ts";
import type { SqlClient, Tx } from "#platform/db/transaction.ts";
import type { ImportJobRow } from "../import-job.ts";
import type { FileParser } from "../parse-file.ts";
import type { BadRow, ParsedLedger } from "../parse-protocol.ts";
import { refusedRows } from "./refused-rows.ts";
import { ledgerOptionsOf } from "./write-ledger-batch.ts";

interface Comparison {
  job: ImportJobRow;
  companyId: string;
  ledger: ParsedLedger;
  parser: FileParser;
  now: Date;
}

/** Unknown customers that are named as examples. */
const EXAMPLES = 3;

/**
 * Compares a batch of a ledger's rows with what is stored, writing none; keeps of each what the dry run adds up.
 * `unlinked`: some of the customers that rows would wait for.
 */
export async function compareLedgerBatch(
  { tx, client }: { tx: Tx; client: SqlClient },
  { job, companyId, ledger, parser, now }: Comparison,
): Promise<{ bad: BadRow[]; unlinked: string[] }> {
  const { facts } = ledger;
  const options = { ...ledgerOptionsOf(job), now };
  let skipRows = ledger.wave.kind === "events" ? [] : repeatedRows(facts);
  let counts = await compareLedgerWave(client, companyId, ledger.wave, { ...options, skipRows });
  if (areLastOf(skipRows, counts.refused, facts)) {
    // Where the last row of an id is refused, another one is the last.
    skipRows = [];
    counts = await compareLedgerWave(client, companyId, ledger.wave, options);
  }
  await sql`
    insert into import_row_keys (company_id, import_id, row_number, key_hash, outcome, currency, amount_minor, happened_on,
      customer_hash, doubt, without_id_of, ends_on)
    select ${companyId}, ${job.id}, f.row_number, coalesce(hashtextextended(f.key, 0), r.key_hash), coalesce(r.outcome, 'unchanged'),
      f.currency, f.amount_minor, f.happened_on, r.customer_hash,
      -- Of a subscription that is known the day of the file is right to the time between two files; its end is kept.
      case when r.outcome = 'create' or (f.doubt <> 'undated_end' and r.outcome <> 'unchanged') then f.doubt end,
      hashtextextended(f.without_id_of, 0), f.ends_on
    from unnest(${facts.map(({ row }) => row)}::bigint[], ${facts.map((one) => one.facts.key)}::text[],
      ${facts.map((one) => one.facts.currency)}::text[],
      ${facts.map((one) => one.facts.amountMinor)}::bigint[], ${facts.map((one) => one.facts.day)}::date[],
      ${facts.map((one) => one.facts.doubt ?? null)}::text[],
      ${facts.map((one) => (one.facts.withoutId ? one.facts.who : null))}::text[],
      ${facts.map((one) => one.facts.withoutId?.until ?? null)}::date[])
      as f (row_number, key, currency, amount_minor, happened_on, doubt, without_id_of, ends_on)
    left join ${sql.table(COMPARED_LEDGER_ROWS)} r on r.row_number = f.row_number
    where r.outcome <> 'refused' or (r.outcome is null and f.row_number = any(${skipRows}::bigint[]))`.execute(
    tx,
  );
  const { rows: parked } = await sql<{ row: number }>`
    select row_number as row from ${sql.table(COMPARED_LEDGER_ROWS)} where outcome = 'parked'
    order by row_number limit ${EXAMPLES}`.execute(tx);
  const waiting = new Set(parked.map(({ row }) => row));
  const unlinked = facts.filter(({ row }) => waiting.has(row)).map((one) => one.facts.who);
  return { bad: await refusedRows(parser, counts.refused), unlinked };
}

/** Rows of which a later one of the batch has the id: they are not written, and the last is not to be held against them. */
function repeatedRows(facts: ParsedLedger["facts"]): number[] {
  const lastOf = new Map(facts.map((one) => [one.facts.key, one.row]));
  return facts.flatMap(({ row, facts: { key } }) => (key === null || lastOf.get(key) === row ? [] : [row]));
}

/** Whether one of the refused rows has the id of one that was left out for it. */
function areLastOf(
  skipRows: readonly number[],
  refused: readonly { rowNumber: number }[],
  facts: ParsedLedger["facts"],
): boolean {
  if (skipRows.length === 0 || refused.length === 0) return false;
  const keys = new Map(facts.map((one) => [one.row, one.facts.key]));
  const skipped = new Set(skipRows.map((row) => keys.get(row)));
  return refused.some(({ rowNumber }) => skipped.has(keys.get(rowNumber)));
}
