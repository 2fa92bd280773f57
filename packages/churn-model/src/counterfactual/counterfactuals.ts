import type { ModelDocument } from "../document/document.ts";
import { scoreTable } from "../scoring/use-model.ts";
import { selectRows, type Column, type Table } from "../table.ts";
import { candidateValues, type CandidateValue } from "./candidate-values.ts";

/** One field changed: what it is and what it would be. Numbers as numbers, categories as text, null when missing. */
export interface FieldChange {
  feature: string;
  label: string;
  from: number | string | null;
  to: number | string;
}

/** A small set of changes and the probability the whole model gives with them. */
export interface Counterfactual {
  changes: FieldChange[];
  probability: number;
  /** Whether the wanted probability is reached. */
  reachesTarget: boolean;
}

export interface CounterfactualOptions {
  /** Columns that can be changed; those marked `actionable` in the table by default. */
  actionable?: string[];
  /** Probability to get down to; the model's base rate by default. */
  targetProbability?: number;
  /** Most fields changed at once: 1 to 3. */
  mostChanges?: number;
}

interface Attempt {
  values: CandidateValue[];
  probability: number;
}

/** Sets kept from one number of changes to the next. */
const BEAM = 6;
/** A change that moves the probability by less is not worth showing. */
const SMALLEST_EFFECT = 0.002;
/** Halving a price for a tenth more of an effect is no small change. */
const NEARLY_ALL = 0.9;

/**
 * Finds the smallest changes of actionable fields that would lower a customer's probability: one field if one is
 * enough, up to three. Every set is re-scored by the whole model, derived features included; what comes back is what
 * the model says, not a sum of effects. The mildest good set per number of changes, ending at the first that reaches the target.
 */
export function findCounterfactuals(
  document: ModelDocument,
  table: Table,
  rowIndex: number,
  options: CounterfactualOptions = {},
): Counterfactual[] {
  const row = selectRows(table, [rowIndex]);
  const names =
    options.actionable ?? row.columns.filter((column) => column.actionable).map((column) => column.name);
  const actionable = row.columns.filter((column) => names.includes(column.name));
  const candidates = actionable.flatMap((column) => candidateValues(document, column));
  const target = options.targetProbability ?? document.card.truePriorRate ?? document.card.baseRate;
  const most = Math.min(3, options.mostChanges ?? 3);
  const now = scoreTable(document, row).probabilities[0]!;

  const found: Counterfactual[] = [];
  let beam: Attempt[] = [{ values: [], probability: now }];
  let best = now;
  for (let count = 1; count <= most && best > target; count++) {
    const attempts = scoreAll(document, row, extend(beam, candidates));
    attempts.sort((a, b) => a.probability - b.probability || sizeOf(a) - sizeOf(b));
    const furthest = attempts[0]?.probability ?? now;
    // The mildest of the sets that reach the target; else of those that do nearly all that could be done.
    const enough = furthest <= target ? target : now - NEARLY_ALL * (now - furthest);
    const [chosen] = attempts
      .filter((attempt) => attempt.probability <= enough)
      .sort((a, b) => sizeOf(a) - sizeOf(b) || a.probability - b.probability);
    if (chosen === undefined || chosen.probability > best - SMALLEST_EFFECT) break;
    best = chosen.probability;
    found.push({
      changes: chosen.values.map(({ column, to }) => ({
        feature: column.name,
        label: column.label ?? column.name,
        from: currentValue(column),
        to,
      })),
      probability: chosen.probability,
      reachesTarget: chosen.probability <= target,
    });
    beam = attempts.slice(0, BEAM);
  }
  return found;
}

const sizeOf = (attempt: Attempt): number => attempt.values.reduce((sum, { size }) => sum + size, 0);

function extend(beam: Attempt[], candidates: CandidateValue[]): CandidateValue[][] {
  const sets = new Map<string, CandidateValue[]>();
  for (const { values } of beam)
    for (const candidate of candidates) {
      if (values.some((value) => value.column === candidate.column)) continue;
      const set = [...values, candidate];
      const key = set
        .map(({ column, to }) => `${column.name}=${to}`)
        .sort()
        .join("\n");
      sets.set(key, set);
    }
  return [...sets.values()];
}

/** Scores all sets in one table: the row repeated, each time with its changes. */
function scoreAll(document: ModelDocument, row: Table, sets: CandidateValue[][]): Attempt[] {
  if (sets.length === 0) return [];
  const repeated = selectRows(
    row,
    sets.map(() => 0),
  );
  repeated.columns.forEach((column) => {
    sets.forEach((set, i) => {
      const change = set.find((candidate) => candidate.column.name === column.name);
      if (change !== undefined) column.values[i] = change.to;
    });
  });
  const { probabilities } = scoreTable(document, repeated);
  return sets.map((values, i) => ({ values, probability: probabilities[i]! }));
}

function currentValue(column: Column): number | string | null {
  const value = column.values[0] ?? null;
  return typeof value === "number" && Number.isNaN(value) ? null : value;
}
