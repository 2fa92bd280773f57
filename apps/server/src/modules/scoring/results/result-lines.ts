import type { Recommendation, RiskLevelValue, ScoreFactor } from "@forestay/contracts";
import { copyLine, timeCells, type LeavingTimes } from "#modules/customers/engine-door.ts";

/** One scored customer on its way into the tables. */
export interface ResultRow {
  customerId: string;
  probability: number;
  score: number;
  level: RiskLevelValue;
  /** Null: what scored says nothing of when. */
  times: LeavingTimes | null;
  probabilityRange: number | null;
  factors: ScoreFactor[];
  recommendations: Recommendation[];
  valueAtRiskCents: number | null;
  topFactor: string | null;
}

/** A customer that gets no score, and why. */
export interface UnscoredRow {
  customerId: string;
  reason: string;
}

/** What the engine's process asks of the result store; lines are UTF-8 of PostgreSQL's COPY text format. */
export type ResultCall =
  /** Customers in order of id, after all those added before, up to and with `throughId`. */
  | { kind: "add"; lines: Uint8Array; rows: number; throughId: string }
  /** Factors and next steps of results already added. */
  | { kind: "explain"; lines: Uint8Array }
  /** The customers with the highest probability. */
  | { kind: "riskiest"; limit: number }
  /** Customers whose score moved and is without factors, now or before: those that moved most. */
  | { kind: "moved"; source: "model" | "rules"; limit: number }
  /** Factors of the score before this one, where they were not kept. */
  | { kind: "before"; lines: Uint8Array };

/** Lines of the table that results are gathered in. */
export function resultLines(results: readonly ResultRow[], unscored: readonly UnscoredRow[]): Uint8Array {
  let text = "";
  for (const row of results) {
    text += copyLine([
      row.customerId,
      row.probability,
      row.score,
      row.level,
      ...timeCells(row.times),
      row.probabilityRange,
      listText(row.factors),
      listText(row.recommendations),
      row.valueAtRiskCents,
      row.topFactor,
      null,
    ]);
  }
  for (const { customerId, reason } of unscored)
    text += copyLine([
      customerId,
      null,
      null,
      null,
      ...timeCells(null),
      null,
      "[]",
      "[]",
      null,
      null,
      reason,
    ]);
  return Buffer.from(text);
}

/** Lines of the table that factors found later are gathered in. */
export function factorLines(results: readonly ResultRow[]): Uint8Array {
  const lines = results.map((row) =>
    copyLine([row.customerId, listText(row.factors), listText(row.recommendations), row.topFactor]),
  );
  return Buffer.from(lines.join(""));
}

/** Lines of the table that factors of earlier scores are gathered in. */
export function earlierFactorLines(
  results: readonly { customerId: string; factors: ScoreFactor[] }[],
): Uint8Array {
  return Buffer.from(
    results.map(({ customerId, factors }) => copyLine([customerId, listText(factors)])).join(""),
  );
}

const listText = (list: readonly unknown[]): string => (list.length === 0 ? "[]" : JSON.stringify(list));
