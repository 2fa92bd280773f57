import { logitOf } from "../calibration/logit.ts";
import { createBoosting } from "../models/boosting/boosting-model.ts";
import type { Estimator } from "../models/estimator.ts";
import { createLogisticRegression } from "../models/logistic/logistic-regression.ts";
import { selectMatrixRows, type FeatureMatrix } from "../preprocess/feature-matrix.ts";
import { deriveSeed } from "../random.ts";
import { fitHazard, type HazardDocument } from "./hazard-model.ts";
import { CHANCE_FEATURE, type TimingDocument } from "./timing.ts";

/** Days of a period: what "within a month" means. */
export const PERIOD_DAYS = 30;
/** No customer is said to stay or leave beyond a year past the horizon, however long one was watched. */
const MOST_DAYS_AFTER = 360;
/** Fewer leavers say nothing of when leaving happens that chance would not. */
const LEAVERS_FOR_PERIODS = 20;
/** Fewer say when it happens, and not to whom it happens sooner. */
const LEAVERS_FOR_COLUMNS = 100;
/** A period further ahead is known when so many customers were watched through it. */
const FEWEST_WATCHED = 100;
/** More rows tell these few curves nothing new, and cost seconds. */
const MOST_ROWS = 20_000;

/**
 * Trees, as the same field hastens one month's leaving and not the next's (a notice day ahead): on simulated companies
 * a regression of the same rows was half again as far from the truth at 30 days, and three models of their own no nearer.
 */
const soonerOrLater = createBoosting({
  learningRate: 0.03,
  rounds: 600,
  patience: 50,
  maxLeaves: 6,
  maxDepth: 16,
  minData: 20,
  l2: 5,
  featureShare: 0.6,
  rowShare: 0.8,
});

/** Rows of a training set with what a model said of each that had not seen it, and when it left. */
export interface TimingRows {
  readonly matrix: FeatureMatrix;
  /** Chance per row of leaving within the horizon, by models that had not seen it. */
  readonly heldOut: Float64Array;
  /** Days from the row's date to leaving; NaN = not while watched. */
  readonly leftAfterDays: Float64Array;
  /** Days that the row was watched for, whether it left or not; at least the horizon. */
  readonly watchedDays: Float64Array;
  /** Rows of one customer; null where each row is one of its own. */
  readonly groups: ArrayLike<number | string> | null;
  readonly horizonDays: number;
}

/**
 * Learns when those leave who leave, from the given rows. Always gives a timing: where too little is known, leaving is
 * spread evenly over the horizon, and nothing is said of what comes after. Same rows and seed, same document.
 */
export function fitTiming(data: TimingRows, rows: Int32Array, seed: number): TimingDocument {
  const { horizonDays, leftAfterDays } = data;
  const leavers = rows.filter((row) => leftAfterDays[row]! <= horizonDays);
  const after = fitAfter(data, rows, deriveSeed(seed, "after"));
  return {
    kind: "timing",
    version: 1,
    horizonDays,
    periodDays: PERIOD_DAYS,
    reachDays: after?.reachDays ?? horizonDays,
    within: fitWithin(data, leavers, deriveSeed(seed, "within")),
    withinByColumns: leavers.length >= LEAVERS_FOR_COLUMNS,
    after: after?.hazard ?? null,
  };
}

/** Among those who leave within the horizon: in which of its periods, but for the last, which takes whoever is left. */
function fitWithin(data: TimingRows, leavers: Int32Array, seed: number): HazardDocument | null {
  const periods = Math.ceil(data.horizonDays / PERIOD_DAYS) - 1;
  if (periods === 0 || leavers.length < LEAVERS_FOR_PERIODS) return null;
  const chosen = everyNth(leavers);
  const columns = leavers.length >= LEAVERS_FOR_COLUMNS ? data.matrix.features : [];
  const until = periods * PERIOD_DAYS;
  return fitted(data, chosen, {
    estimator: columns.length === 0 ? createLogisticRegression() : soonerOrLater,
    columns,
    periods,
    durations: Float64Array.from(chosen, (row) => Math.min(until, data.leftAfterDays[row]!)),
    events: Uint8Array.from(chosen, (row) => (data.leftAfterDays[row]! <= until ? 1 : 0)),
    watched: new Float64Array(chosen.length).fill(until),
    seed,
  });
}

/** Those who stayed through the horizon, from there on. By their chance alone: what was seen of them is old by then. */
function fitAfter(
  data: TimingRows,
  rows: Int32Array,
  seed: number,
): { hazard: HazardDocument; reachDays: number } | null {
  const { horizonDays, leftAfterDays, watchedDays } = data;
  const stayers = rows.filter(
    (row) => !(leftAfterDays[row]! <= horizonDays) && watchedDays[row]! >= horizonDays + PERIOD_DAYS,
  );
  let periods = Math.floor(MOST_DAYS_AFTER / PERIOD_DAYS);
  const customersThrough = (period: number): number => {
    const through = stayers.filter((row) => watchedDays[row]! >= horizonDays + period * PERIOD_DAYS);
    return new Set(Array.from(through, (row) => data.groups?.[row] ?? row)).size;
  };
  while (periods > 0 && customersThrough(periods) < FEWEST_WATCHED) periods--;
  if (periods === 0) return null;
  const chosen = everyNth(stayers);
  const watched = Float64Array.from(chosen, (row) => watchedDays[row]! - horizonDays);
  const leftAfter = Float64Array.from(chosen, (row) => leftAfterDays[row]! - horizonDays);
  const hazard = fitted(data, chosen, {
    estimator: createLogisticRegression(),
    columns: [],
    periods,
    durations: watched.map((days, i) => Math.min(days, Number.isNaN(leftAfter[i]!) ? days : leftAfter[i]!)),
    events: Uint8Array.from(leftAfter, (days, i) => (days <= watched[i]! ? 1 : 0)),
    watched,
    seed,
  });
  return hazard && { hazard, reachDays: horizonDays + periods * PERIOD_DAYS };
}

function fitted(
  data: TimingRows,
  rows: Int32Array,
  {
    estimator,
    columns,
    periods,
    durations,
    events,
    watched,
    seed,
  }: {
    estimator: Estimator;
    columns: FeatureMatrix["features"];
    periods: number;
    durations: Float64Array;
    events: Uint8Array;
    watched: Float64Array;
    seed: number;
  },
): HazardDocument | null {
  const { features } = selectMatrixRows({ rows: data.matrix.rows, features: columns }, rows);
  const chance = {
    name: CHANCE_FEATURE,
    label: "Chance within the horizon",
    kind: "numeric" as const,
    values: Float64Array.from(rows, (row) => logitOf(data.heldOut[row]!)),
  };
  const model = fitHazard(
    estimator,
    {
      matrix: { rows: rows.length, features: [...features, chance] },
      followUp: { durations, events },
      groups: Array.from(rows, (row) => data.groups?.[row] ?? row),
    },
    { periodLength: PERIOD_DAYS, maxPeriods: periods, observable: watched },
    seed,
  );
  return model?.toJSON() ?? null;
}

function everyNth(rows: Int32Array): Int32Array {
  const step = Math.ceil(rows.length / MOST_ROWS);
  return step <= 1 ? rows : rows.filter((_, i) => i % step === 0);
}
