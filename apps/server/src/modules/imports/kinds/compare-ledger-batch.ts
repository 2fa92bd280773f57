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
  const counts = await compareLedgerWave(client, companyId, ledger.wave, { ...ledgerOptionsOf(job), now });
  const { facts } = ledger;
  await sql`
    insert into import_row_keys (company_id, import_id, row_number, key_hash, outcome, currency, amount_minor, happened_on,
      customer_hash, doubt)
    select ${companyId}, ${job.id}, r.row_number, coalesce(hashtextextended(f.key, 0), r.key_hash), r.outcome, f.currency, f.amount_minor, f.happened_on,
      r.customer_hash, case when r.outcome <> 'unchanged' then f.doubt end
    from ${sql.table(COMPARED_LEDGER_ROWS)} r
    join unnest(${facts.map(({ row }) => row)}::bigint[], ${facts.map((one) => one.facts.key)}::text[],
      ${facts.map((one) => one.facts.currency)}::text[],
      ${facts.map((one) => one.facts.amountMinor)}::bigint[], ${facts.map((one) => one.facts.day)}::date[],
      ${facts.map((one) => one.facts.doubt ?? null)}::text[])
      as f (row_number, key, currency, amount_minor, happened_on, doubt) on f.row_number = r.row_number
    where r.outcome <> 'refused'`.execute(tx);
  const { rows: parked } = await sql<{ row: number }>`
    select row_number as row from ${sql.table(COMPARED_LEDGER_ROWS)} where outcome = 'parked'
    order by row_number limit ${EXAMPLES}`.execute(tx);
  const waiting = new Set(parked.map(({ row }) => row));
  const unlinked = facts.filter(({ row }) => waiting.has(row)).map((one) => one.facts.who);
  return { bad: await refusedRows(parser, counts.refused), unlinked };
}
