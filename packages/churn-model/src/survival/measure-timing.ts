import { measureHeldOut } from "../metrics/held-out-quality.ts";
import { priorLogLoss } from "../metrics/log-loss.ts";
import type { HorizonQuality } from "../report.ts";
import { selectMatrixRows } from "../preprocess/feature-matrix.ts";
import { deriveSeed } from "../random.ts";
import { foldsOf, groupedFolds } from "../validation/folds.ts";
import { timeOrderedSplit } from "../validation/time-ordered-split.ts";
import { SHOWN_DAYS } from "./shown-days.ts";
import { timingOf } from "./timing.ts";
import { fitTiming, type TimingRows } from "./train-timing.ts";

const DAY_MS = 86_400_000;
const FOLDS = 5;
/** A last day with fewer leavers, or stayers, or with fewer before it, carries no figure by itself, as for the model's own report. */
const MIN_TEST_OUTCOMES = 20;

/**
 * How the chances of each number of days did on rows that neither the model nor the timing had seen: where rows have
 * dates, those of the latest day by which each outcome was known, timed by what was known before it; else, or where
 * too few left after that day, every row once, in five folds that keep a customer together.
 */
export function measureTiming(data: TimingRows, times: Float64Array | null, seed: number): HorizonQuality[] {
  const parts = new Map<number, Held | null>();
  return SHOWN_DAYS.map((days) => {
    // Shown chances within the horizon are measured on the rows that the model's report is measured on.
    const needed = Math.max(days, data.horizonDays);
    if (!parts.has(needed))
      parts.set(needed, (times && heldByTime(data, times, needed, seed)) ?? heldByFolds(data, needed, seed));
    const held = parts.get(needed) ?? null;
    return held === null
      ? { days, rows: 0, outcomes: 0, meanPredicted: null, baseLogLoss: null, metrics: null, calibration: [] }
      : qualityOf(data, held, days, seed);
  });
}

/** Rows held out, and the chances of each shown number of days; NaN beyond what the timing reaches. */
interface Held {
  rows: Int32Array;
  chances: Float64Array[];
}

function heldByTime(data: TimingRows, times: Float64Array, needed: number, seed: number): Held | null {
  const known = knownRows(data, needed);
  const dates = Float64Array.from(known, (row) => times[row]!);
  const split = timeOrderedSplit(dates, { horizonMs: data.horizonDays * DAY_MS });
  if (split === null) return null;
  const train = Int32Array.from(split.train, (at) => known[at]!);
  const test = Int32Array.from(split.test, (at) => known[at]!);
  const rarerOf = (rows: Int32Array): number => {
    const left = rows.filter((row) => data.leftAfterDays[row]! <= needed).length;
    return Math.min(left, rows.length - left);
  };
  if (rarerOf(test) < MIN_TEST_OUTCOMES || rarerOf(train) < MIN_TEST_OUTCOMES) return null;
  // What happened after the first test day is not known on it.
  const watchedDays = data.watchedDays.map((days, row) =>
    Math.min(days, (split.testFromMs - times[row]!) / DAY_MS),
  );
  return { rows: test, chances: chancesOf({ ...data, watchedDays }, train, test, seed) };
}

function heldByFolds(data: TimingRows, needed: number, seed: number): Held | null {
  const rows = knownRows(data, needed);
  const labels = Uint8Array.from(rows, (row) => (data.leftAfterDays[row]! <= needed ? 1 : 0));
  const groups = Array.from(rows, (row) => data.groups?.[row] ?? row);
  const folds = Math.min(FOLDS, new Set(groups).size);
  if (folds < 2) return null;
  const chances = SHOWN_DAYS.map(() => new Float64Array(rows.length));
  const foldOf = groupedFolds(labels, groups, folds, { seed });
  for (const [fold, { train, test }] of foldsOf(foldOf).entries()) {
    const own = deriveSeed(seed, "fold", fold);
    const rowsOf = (at: Uint32Array) => Int32Array.from(at, (i) => rows[i]!);
    chancesOf(data, rowsOf(train), rowsOf(test), own).forEach((values, i) =>
      test.forEach((at, j) => (chances[i]![at] = values[j]!)),
    );
  }
  return { rows, chances };
}

const knownRows = ({ watchedDays }: TimingRows, needed: number): Int32Array =>
  Int32Array.from(watchedDays.keys()).filter((row) => watchedDays[row]! >= needed);

function chancesOf(data: TimingRows, train: Int32Array, test: Int32Array, seed: number): Float64Array[] {
  const timing = timingOf(fitTiming(data, train, seed));
  const heldOut = Float64Array.from(test, (row) => data.heldOut[row]!);
  return timing.timesOf(selectMatrixRows(data.matrix, test), heldOut, SHOWN_DAYS).chances;
}

function qualityOf(data: TimingRows, { rows, chances }: Held, days: number, seed: number): HorizonQuality {
  const said = chances[SHOWN_DAYS.findIndex((shown) => shown === days)]!;
  const at = Int32Array.from(rows.keys()).filter((i) => !Number.isNaN(said[i]!));
  const probabilities = Float64Array.from(at, (i) => said[i]!);
  const labels = Uint8Array.from(at, (i) => (data.leftAfterDays[rows[i]!]! <= days ? 1 : 0));
  const clusterOf = data.groups && Array.from(at, (i) => data.groups![rows[i]!]!);
  const measured = at.length === 0 ? null : measureHeldOut(labels, probabilities, { seed, clusterOf });
  return {
    days,
    rows: at.length,
    outcomes: labels.reduce((sum, label) => sum + label, 0),
    meanPredicted: at.length === 0 ? null : probabilities.reduce((sum, p) => sum + p, 0) / at.length,
    baseLogLoss: measured && priorLogLoss(labels),
    metrics: measured?.metrics ?? null,
    calibration: measured?.calibration ?? [],
  };
}
