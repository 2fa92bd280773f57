import {
  createRandom,
  fitIsotonic,
  scoreTable,
  trainChurnModel,
  type TrainingSet,
} from "@forestay/churn-model";

import type { BenchResult } from "./bench-result.ts";

// Chances against the truth, on simulated companies whose every true chance is known. The peer in the same run is the
// isotonic step that the engine took above 20,000 rows until 1.4, fitted on the same held-out scores.

const CUSTOMERS = 40_000;
const LEAVING = [0.002, 0.005, 0.01, 0.02, 0.05];
const SEEDS = [1, 2, 3, 4];
/** Customers with the highest scores, whose mean score is compared with their mean true chance. */
const TOP = CUSTOMERS / 100;

interface Company {
  set: TrainingSet;
  truth: Float64Array;
}

/** What a set of chances is worth against the truth. */
interface Honesty {
  /** Mean Kullback-Leibler divergence of what was said from the truth, in nats a customer. */
  divergence: number;
  /** Mean score of those with the highest scores, as a multiple of their mean true chance. */
  top: number;
  /** The highest score as a multiple of the highest true chance. */
  highest: number;
  distinct: number;
}

export async function run(): Promise<BenchResult[]> {
  const results: BenchResult[] = [];
  for (const share of LEAVING) {
    const runs: Awaited<ReturnType<typeof measure>>[] = [];
    for (const seed of SEEDS) runs.push(await measure(share, seed));
    const total = (pick: (one: (typeof runs)[number]) => number): number =>
      runs.reduce((sum, one) => sum + pick(one), 0) / runs.length;
    const of = `${100 * share}% leaving of ${CUSTOMERS.toLocaleString("en")}`;
    const ratio = total(({ own }) => own.divergence) / total(({ peer }) => peer.divergence);
    // The mean over the seeds of how many times too high or too low, whichever it was.
    const farOff = (pick: (one: (typeof runs)[number]) => Honesty): number =>
      Math.exp(total((one) => Math.abs(Math.log(pick(one).top))));
    const highest = Math.max(...runs.map(({ own }) => own.highest));
    const kept = Math.min(...runs.map(({ own, raw }) => own.distinct / raw));
    results.push(
      {
        measure: `${of}: divergence from the truth as a share of isotonic calibration's`,
        value: ratio,
        unit: "ratio",
        goal: "at most 1",
        passed: ratio <= 1,
      },
      {
        measure: `${of}: divergence as a share of the base rate's for everyone`,
        value: total(({ own }) => own.divergence) / total(({ nothing }) => nothing),
        unit: "ratio",
      },
      {
        measure: `${of}: the highest score as a multiple of the highest true chance, at most`,
        value: highest,
        unit: "ratio",
        goal: "at most 1.5",
        passed: highest <= 1.5,
      },
      {
        measure: `${of}: scores of the highest hundredth, times too high or too low, as a share of isotonic calibration's`,
        value: farOff(({ own }) => own) / farOff(({ peer }) => peer),
        unit: "ratio",
      },
      {
        measure: `${of}: the same, times too high or too low`,
        value: farOff(({ own }) => own),
        unit: "ratio",
        goal: "at most 2",
        passed: farOff(({ own }) => own) <= 2,
      },
      {
        measure: `${of}: different scores as a share of those the raw model makes`,
        value: kept,
        unit: "ratio",
        goal: "at least 0.999",
        passed: kept >= 0.999,
      },
      {
        measure: `${of}: the same of isotonic calibration`,
        value: Math.min(...runs.map(({ peer, raw }) => peer.distinct / raw)),
        unit: "ratio",
      },
    );
  }
  return results;
}

async function measure(
  share: number,
  seed: number,
): Promise<{ own: Honesty; peer: Honesty; nothing: number; raw: number }> {
  const { set } = simulateCompany(share, seed);
  const outcome = await trainChurnModel(set, { seed, recipe: "gbdt", evaluation: "folds" });
  if (outcome.kind === "refused") throw new Error(outcome.message);
  const fresh = simulateCompany(share, seed + 1000);
  const said = scoreTable(outcome.document, fresh.set.table).probabilities;
  // Isotonic calibration depends on ranks alone: on the calibrated held-out scores it is what it would be on the raw.
  const isotonic = fitIsotonic(set.labels, outcome.heldOutProbabilities.map(logit));
  const byPeer = said.map((p) => isotonic.apply(logit(p)));
  const raw = structuredClone(outcome.document);
  raw.model.ensemble.calibrator = { kind: "platt", slope: 1, intercept: 0 };
  return {
    own: honestyOf(said, fresh.truth),
    peer: honestyOf(byPeer, fresh.truth),
    nothing: divergence(fresh.truth, said.slice().fill(outcome.report.baseRate)),
    raw: new Set(scoreTable(raw, fresh.set.table).probabilities).size,
  };
}

function honestyOf(said: Float64Array, truth: Float64Array): Honesty {
  const highest = [...said.keys()].sort((a, b) => said[b]! - said[a]!).slice(0, TOP);
  const mean = (values: Float64Array): number =>
    highest.reduce((sum, row) => sum + values[row]!, 0) / highest.length;
  return {
    divergence: divergence(truth, said),
    top: mean(said) / mean(truth),
    highest: maximum(said) / maximum(truth),
    distinct: new Set(said).size,
  };
}

function divergence(truth: Float64Array, said: Float64Array): number {
  let sum = 0;
  truth.forEach((p, row) => {
    const q = said[row]!;
    sum += p * Math.log(p / q) + (1 - p) * Math.log((1 - p) / (1 - q));
  });
  return sum / truth.length;
}

const maximum = (values: Float64Array): number => values.reduce((most, value) => Math.max(most, value), 0);

const logit = (p: number): number => Math.log(p / (1 - p));

/** Eight numbers, of which five matter: straight, bent, and one that counts only beside another. */
function simulateCompany(share: number, seed: number): Company {
  const random = createRandom(seed);
  const columns = Array.from({ length: 8 }, () =>
    Float64Array.from({ length: CUSTOMERS }, () => random.normal()),
  );
  const [a, b, c, d, e] = columns as [Float64Array, Float64Array, Float64Array, Float64Array, Float64Array];
  // The effects below raise the mean chance by about a half.
  const start = logit(share) - 0.45;
  const truth = Float64Array.from({ length: CUSTOMERS }, (_, row) => {
    const together = e[row]! > 0 ? 0.25 * d[row]! : 0;
    const z = start + 0.5 * a[row]! + 0.4 * Math.abs(b[row]!) - 0.3 * c[row]! + together;
    return 1 / (1 + Math.exp(-z));
  });
  const labels = Uint8Array.from(truth, (p) => (random.next() < p ? 1 : 0));
  const rowIds = Array.from({ length: CUSTOMERS }, (_, row) => `c${row}`);
  return {
    set: {
      table: {
        rowIds,
        columns: columns.map((values, i) => ({ name: `field ${i}`, kind: "numeric", values })),
      },
      labels,
    },
    truth,
  };
}
