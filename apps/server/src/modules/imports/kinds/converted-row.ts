import type { LedgerInputs, LedgerKind } from "#modules/ledger/encoding/index.ts";
import type { RowFacts } from "../parse-protocol.ts";
import type { RowProblem } from "../row-problem.ts";

/** What a row of a file of a ledger becomes. */
export type ConvertedLedgerRow<Kind extends LedgerKind = LedgerKind> =
  | { ok: true; record: LedgerInputs[Kind]; facts: RowFacts }
  /** A row that adds nothing to one before it: a further line of an order. */
  | { ok: true; record: null }
  | { ok: false; problems: RowProblem[] };
