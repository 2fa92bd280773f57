import {
  compareLogLoss,
  compareRocAuc,
  createBoosting,
  createLogisticRegression,
  createRandom,
  encodeTable,
  fitPreprocessor,
  logLoss,
  rocAuc,
  scoreTable,
  selectRows,
  trainChurnModel,
  type BoostingParameters,
  type Column,
  type Table,
} from "@forestay/churn-model";

import type { BenchResult } from "./bench-result.ts";
import { publicSets } from "./public-sets.ts";

// The stack against single learners on the same rows, judged on rows that none of them saw: a regression with splines,
// shallow and deep boosted trees, each stopped on a fifth of the rows. Companies of many rows and few leavers, whose
// leaving follows weak straight effects, effects of few columns together, or many columns deep; and public sets.

const ROWS = 100_000;
const HELD_OUT = 200_000;
const COLUMNS = 24;
/** Every sixth column is one of words, of so many levels. */
const LEVELS = [4, 8, 20, 60];

type Shape = "weak" | "together" | "deep";
const COMPANIES: { shape: Shape; share: number; rows: number }[] = [
  { shape: "weak", share: 0.02, rows: ROWS },
  { shape: "together", share: 0.03, rows: ROWS },
  { shape: "deep", share: 0.03, rows: ROWS },
  { shape: "together", share: 0.005, rows: ROWS },
  { shape: "weak", share: 0.02, rows: 500_000 },
  { shape: "together", share: 0.005, rows: 500_000 },
  { shape: "together", share: 0.05, rows: 500_000 },
];

const TREES = {
  rounds: 2000,
  patience: 60,
  maxDepth: 16,
  minHessian: 1e-3,
  featuresPerNode: 0,
  rowShare: 0.8,
};
const SINGLES: { name: string; boosting: BoostingParameters | null }[] = [
  { name: "splines", boosting: null },
  {
    name: "shallow trees",
    boosting: { ...TREES, learningRate: 0.03, maxLeaves: 10, minData: 30, l2: 5, featureShare: 0.6 },
  },
  {
    name: "deep trees",
    boosting: { ...TREES, learningRate: 0.03, maxLeaves: 48, minData: 100, l2: 10, featureShare: 0.7 },
  },
];

interface Part {
  table: Table;
  labels: Uint8Array;
}

interface Case {
  name: string;
  train: Part;
  test: Part;
}

export async function run(): Promise<BenchResult[]> {
  const results: BenchResult[] = [];
  for (const { shape, share, rows } of COMPANIES) {
    const train = simulate(shape, share, rows, 1);
    const test = simulate(shape, share, HELD_OUT, 2);
    const name = `${shape}, ${100 * share}% of ${rows.toLocaleString("en")}`;
    results.push(...(await compare({ name, train, test })));
  }
  for (const { name, set, known } of await publicSets()) {
    if (name !== "cell2cell" && name !== "isp") continue;
    const columns = set.table.columns.filter((column) => !known.includes(column.name));
    const random = createRandom(1);
    const isTest = Uint8Array.from(set.labels, () => (random.next() < 0.2 ? 1 : 0));
    const part = (wanted: number): Part => {
      const rows = Int32Array.from(isTest.keys()).filter((row) => isTest[row] === wanted);
      return {
        table: selectRows({ ...set.table, columns }, rows),
        labels: Uint8Array.from(rows, (row) => set.labels[row]!),
      };
    };
    results.push(...(await compare({ name, train: part(0), test: part(1) })));
  }
  return results;
}

async function compare({ name, train, test }: Case): Promise<BenchResult[]> {
  let before = cpuSeconds();
  const outcome = await trainChurnModel(train, { seed: 1, recipe: "stack", evaluation: "folds" });
  if (outcome.kind === "refused") throw new Error(outcome.message);
  const stackSeconds = cpuSeconds() - before;
  const stack = scoreTable(outcome.document, test.table).probabilities;
  const results: BenchResult[] = [
    { measure: `${name}: the stack's log loss`, value: logLoss(test.labels, stack), unit: "nats" },
    { measure: `${name}: the stack's AUC`, value: rocAuc(test.labels, stack)!, unit: "ratio" },
    { measure: `${name}: the stack's processor time`, value: stackSeconds, unit: "s" },
  ];
  const { preprocessor } = fitPreprocessor(train.table);
  const { matrix } = encodeTable(preprocessor, train.table);
  const fresh = encodeTable(preprocessor, test.table).matrix;
  const all = Int32Array.from(train.labels.keys());
  const rows = all.filter((row) => row % 5 !== 0);
  const validation = all.filter((row) => row % 5 === 0);
  for (const { name: single, boosting } of SINGLES) {
    before = cpuSeconds();
    const learner = boosting === null ? createLogisticRegression() : createBoosting(boosting);
    const fitted = learner.fit({ matrix, labels: train.labels, rows, validation }, 1);
    const seconds = cpuSeconds() - before;
    const said = fitted.predictProba(fresh);
    const loss = compareLogLoss(test.labels, stack, said);
    const auc = compareRocAuc(test.labels, stack, said)!;
    const of = `${name}: stack less ${single}`;
    results.push(
      {
        measure: `${of}, log loss (standard error ${loss.standardError.toFixed(5)})`,
        value: loss.mean,
        unit: "nats",
        goal: "not above 0 beyond chance",
        passed: loss.low <= 0,
      },
      {
        measure: `${of}, AUC (standard error ${auc.standardError.toFixed(5)})`,
        value: auc.difference,
        unit: "ratio",
        goal: "not below 0 beyond chance",
        passed: auc.high >= 0,
      },
      { measure: `${name}: processor time of ${single}`, value: seconds, unit: "s" },
    );
  }
  return results;
}

function cpuSeconds(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
}

/** Customers of 24 columns whose mean chance is `share`; effects are the same for every seed. */
function simulate(shape: Shape, share: number, rows: number, seed: number): Part {
  const random = createRandom(seed);
  const words = new Map<number, Int32Array>();
  const numbers = new Map<number, Float64Array>();
  const columns = Array.from({ length: COLUMNS }, (_, i): Column => {
    const name = `field ${i}`;
    if (i % 6 === 5) {
      const levels = LEVELS[(i - 5) / 6]!;
      const codes = Int32Array.from({ length: rows }, () => Math.floor(levels * random.next() ** 2));
      words.set(i, codes);
      return { name, kind: "categorical", values: Array.from(codes, (code) => `level ${code}`) };
    }
    const values = Float64Array.from({ length: rows }, () => random.normal());
    numbers.set(i, values);
    return { name, kind: "numeric", values };
  });
  const logits = effectsOf(shape, rows, numbers, words);
  const start = interceptFor(logits, share);
  const labels = Uint8Array.from(logits, (z) => (random.next() < 1 / (1 + Math.exp(-z - start)) ? 1 : 0));
  return { table: { rowIds: Array.from({ length: rows }, (_, row) => `c${row}`), columns }, labels };
}

function effectsOf(
  shape: Shape,
  rows: number,
  numbers: ReadonlyMap<number, Float64Array>,
  words: ReadonlyMap<number, Int32Array>,
): Float64Array {
  const random = createRandom(77);
  const levels = Array.from({ length: 60 }, () => random.normal());
  const x = (column: number, row: number): number => numbers.get(column)![row]!;
  const level = (column: number, row: number): number => levels[words.get(column)![row]!]!;
  if (shape === "weak")
    return Float64Array.from({ length: rows }, (_, row) => {
      const straight = 0.2 * x(0, row) - 0.15 * x(1, row) + 0.1 * x(2, row) + 0.1 * x(3, row);
      return (
        straight + 0.12 * Math.abs(x(4, row)) + 0.08 * x(6, row) - 0.08 * x(7, row) + 0.1 * level(5, row)
      );
    });
  if (shape === "together")
    return Float64Array.from({ length: rows }, (_, row) => {
      const [a, b, c, d, e] = [x(0, row), x(1, row), x(2, row), x(3, row), x(4, row)];
      const two = a > 0.3 && b < 0.2 ? 1.2 : 0;
      const three = c > 0 && d > 0 && e > 0 ? 1.6 : 0;
      const product = c * d > 1 ? -0.7 : 0;
      const byLevel = 0.5 * level(5, row) * (x(6, row) > 0 ? 1 : -0.3) + 0.3 * level(11, row);
      const wave = a > 0 ? 0.6 * Math.sin(2 * x(7, row)) : 0;
      return 0.5 * a - 0.3 * b + two + three + product + byLevel + wave + 0.25 * x(8, row);
    });
  // Twelve trees, six levels deep, over all columns of numbers.
  const inner = 63;
  const columns = [...numbers.keys()];
  const trees = Array.from({ length: 12 }, () => ({
    column: Array.from({ length: inner }, () => columns[random.int(columns.length)]!),
    cut: Array.from({ length: inner }, () => 0.7 * random.normal()),
    value: Array.from({ length: inner + 1 }, () => 0.45 * random.normal()),
  }));
  return Float64Array.from({ length: rows }, (_, row) =>
    trees.reduce((sum, { column, cut, value }) => {
      let node = 0;
      while (node < inner) node = 2 * node + (x(column[node]!, row) > cut[node]! ? 2 : 1);
      return sum + value[node - inner]!;
    }, 0),
  );
}

/** The intercept at which the mean chance is `share`, by halving. */
function interceptFor(logits: Float64Array, share: number): number {
  let [low, high] = [-20, 20];
  for (let step = 0; step < 50; step++) {
    const middle = (low + high) / 2;
    const total = logits.reduce((sum, z) => sum + 1 / (1 + Math.exp(-z - middle)), 0);
    if (total > share * logits.length) high = middle;
    else low = middle;
  }
  return (low + high) / 2;
}
