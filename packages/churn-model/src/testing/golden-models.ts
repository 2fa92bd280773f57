import { readFileSync, writeFileSync } from "node:fs";
import { gunzipSync, gzipSync } from "node:zlib";

import type { Explanation } from "../explain/explanation.ts";
import type { ModelDocument } from "../document/document.ts";
import { ENGINE_VERSION, trainChurnModel } from "../pipeline/train-churn-model.ts";
import { explainRows, scoreTable } from "../scoring/use-model.ts";
import { defaultRules, type RuleDocument } from "../rules/rule-document.ts";
import { scoreByRules, type RuleFeatures, type RuleScore } from "../rules/score-by-rules.ts";
import type { Table } from "../table.ts";
import { nothingKnown } from "./nothing-known.ts";
import { simulateCustomers } from "./simulated-customers.ts";

/** Each kind of trained model: recipe, rows and seed of the simulated customers it learns from. */
export const goldenModels = {
  regression: { recipe: "logistic", rows: 60 },
  "small-data": { recipe: "small", rows: 40 },
  stack: { recipe: "stack", rows: 60 },
} as const;
export type GoldenKind = keyof typeof goldenModels;

/** A stored model with customers and exactly what it says of them. */
export interface Golden {
  engineVersion: string;
  document: ModelDocument;
  table: Table;
  probabilities: number[];
  explanations: Explanation[];
}

/** Rules with customers and exactly what they say of them. */
export interface GoldenRules {
  engineVersion: string;
  document: RuleDocument;
  baseRate: number;
  customers: RuleFeatures[];
  scores: RuleScore[];
}

const EXPLAINED = [0, 1, 2, 3, 4, 5];

/** Customers to be scored: ordinary ones, one of whom nothing is known, and values the model never saw. */
function customersToScore(): Table {
  const { table } = simulateCustomers(6, 72);
  for (const column of table.columns) {
    if (column.kind === "numeric") {
      column.values[4] = Number.NaN;
      column.values[5] = column.name === "tenure" ? Infinity : -1e300;
    } else {
      column.values[4] = null;
      column.values[5] = "a plan of tomorrow";
    }
  }
  return table;
}

/** Trains and scores one kind anew; what comes out must equal the stored golden to the last bit. */
export async function makeGolden(kind: GoldenKind): Promise<Golden> {
  const { recipe, rows } = goldenModels[kind];
  const set = simulateCustomers(rows, 71, { signal: 1.5 });
  const outcome = await trainChurnModel(set, { seed: 1, recipe, evaluation: "folds", horizonDays: 90 });
  if (outcome.kind === "refused") throw new Error(outcome.message);
  return {
    engineVersion: ENGINE_VERSION,
    table: customersToScore(),
    ...saidBy(outcome.document, customersToScore()),
  };
}

/** What a document says of customers. */
export function saidBy(
  document: ModelDocument,
  table: Table,
): Pick<Golden, "document" | "probabilities" | "explanations"> {
  return {
    document,
    probabilities: Array.from(scoreTable(document, table).probabilities),
    explanations: explainRows(document, table, EXPLAINED),
  };
}

/** Scores the same by the rules as they stand. */
export function makeGoldenRules(document: RuleDocument = defaultRules): GoldenRules {
  const customers: RuleFeatures[] = [
    nothingKnown,
    { ...nothingKnown, daysSinceLastActivity: 45, typicalGapDays: 7, tenureDays: 20 },
    {
      ...nothingKnown,
      daysSinceLastActivity: 2,
      typicalGapDays: 3,
      tenureDays: 1500,
      failedPayments90d: 0,
      status: "active",
    },
    {
      ...nothingKnown,
      failedPayments90d: 2,
      daysOverdue: 40,
      status: "past_due",
      usageLast30d: 10,
      usagePrevious30d: 80,
    },
  ];
  const baseRate = 0.12;
  const scores = customers.map((customer) => scoreByRules(customer, baseRate, document));
  return { engineVersion: ENGINE_VERSION, document, baseRate, customers, scores };
}

const fileOf = (kind: string): URL => new URL(`../../golden/${kind}.json.gz`, import.meta.url);

/** NaN and infinities have no JSON of their own. */
const written = (_: string, value: unknown): unknown =>
  value instanceof Float64Array ? { float64: Array.from(value, String) } : value;
const reading = (_: string, value: unknown): unknown =>
  typeof value === "object" && value !== null && "float64" in value
    ? Float64Array.from(value.float64 as string[], Number)
    : value;

/** Text of a golden as it is stored; equal texts are equal to the last bit. */
export const goldenText = (golden: Golden | GoldenRules): string => JSON.stringify(golden, written);

export const readGoldenText = (kind: GoldenKind | "rules"): string =>
  gunzipSync(readFileSync(fileOf(kind))).toString("utf8");

export const readGolden = (kind: GoldenKind): Golden => JSON.parse(readGoldenText(kind), reading) as Golden;

export const readGoldenRules = (): GoldenRules => JSON.parse(readGoldenText("rules"), reading) as GoldenRules;

/**
 * Stores a golden.
 * @throws Error where one of the same engine version says something else: the version must be raised first.
 */
export function writeGolden(kind: GoldenKind | "rules", golden: Golden | GoldenRules): void {
  const text = goldenText(golden);
  let before: string | null = null;
  try {
    before = readGoldenText(kind);
  } catch {
    // None yet.
  }
  if (before !== null && before !== text) {
    const { engineVersion } = JSON.parse(before) as Golden;
    if (engineVersion === golden.engineVersion)
      throw new Error(
        `${kind} gives other results at the same engine version ${engineVersion}; raise ENGINE_VERSION`,
      );
  }
  writeFileSync(fileOf(kind), gzipSync(text, { level: 9 }));
}
