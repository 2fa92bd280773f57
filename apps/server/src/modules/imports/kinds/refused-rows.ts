import type { LedgerCounts, LedgerRefusal } from "#modules/ledger/index.ts";
import type { FileParser } from "../parse-file.ts";
import type { BadRow } from "../parse-protocol.ts";
import type { ProblemCode } from "../row-problem.ts";

const problemOf: Record<LedgerRefusal, { code: ProblemCode; expected: string }> = {
  unknown_customer: { code: "unknown_customer", expected: "a customer that is there" },
  ambiguous_customer: { code: "ambiguous_email", expected: "an e-mail of one customer, or a customer id" },
  overlapping_price: { code: "overlapping_price", expected: "one price at a time" },
  other_customer: { code: "other_customer", expected: "the customer of the row with this id" },
  other_currency: { code: "other_currency", expected: "the currency of the row with this id" },
  end_before_start: { code: "end_before_start", expected: "an end not before the start" },
  refund_above_paid: { code: "refund_above_paid", expected: "not more than was paid" },
  bad_amount: { code: "bad_money", expected: "an amount of at least 0, discount and tax not above it" },
  too_many_event_types: {
    code: "too_many_event_types",
    expected: "one of the kinds of events that are there",
  },
};

/** Rows that only the ledger can tell are bad, with their cells. */
export async function refusedRows(parser: FileParser, refused: LedgerCounts["refused"]): Promise<BadRow[]> {
  if (refused.length === 0) return [];
  const cells = await parser.cellsOf(refused.map(({ rowNumber }) => rowNumber));
  return refused.map(({ rowNumber, code }) => ({
    row: rowNumber,
    problems: [{ column: null, ...problemOf[code], found: "" }],
    cells: cells.get(rowNumber) ?? [],
  }));
}
