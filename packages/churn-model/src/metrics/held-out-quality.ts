import { clusteredAucInterval } from "./clustered-auc.ts";
import { classUnits } from "../validation/class-units.ts";
import type { TrainingReport } from "../report.ts";
import { bootstrapInterval } from "./bootstrap.ts";
import { rowBrierScores } from "./brier-score.ts";
import { calibrationBins, calibrationError, equalMassBins } from "./calibration-bins.ts";
import { liftByTenth, topLift } from "./lift.ts";
import { meanLossInterval, rowLogLosses } from "./log-loss.ts";
import { prAucInterval } from "./pr-auc.ts";
import { rocAucInterval } from "./roc-auc.ts";
import { rocCurve } from "./roc-curve.ts";

const ECE_BINS = 15;
const CHART_BINS = 10;
/** Row draws the bootstrap of the calibration error may take: about half a second. */
const DRAW_BUDGET = 20_000_000;

/** The measured part of a training report. */
export type HeldOutQuality = Pick<TrainingReport, "metrics" | "roc" | "calibration" | "lift">;

/**
 * All the figures of a report from held-out probabilities, each with its 95% interval: DeLong for AUC, Boyd's logit
 * interval for PR-AUC, the normal interval of a mean for the two losses, Wilson for lift, a seeded bootstrap for ECE.
 * Where rows repeat customers (`clusterOf`) each customer is one piece of evidence: clustered DeLong, sandwich variances,
 * a bootstrap of customers, and for shares as many trials as there are customers.
 * Null when only one class is present: no figure about ranking exists then.
 */
export function measureHeldOut(
  labels: ArrayLike<number>,
  probabilities: ArrayLike<number>,
  options: { readonly seed: number; readonly clusterOf?: ArrayLike<number | string> | null },
): HeldOutQuality | null {
  const clusterOf = repeatedOnly(options.clusterOf ?? null);
  const leavers = clusterOf === null ? undefined : classUnits(labels, clusterOf).left;
  const auc = aucInterval(labels, probabilities, clusterOf);
  const pr = prAucInterval(labels, probabilities, 0.95, leavers);
  const top = topLift(labels, probabilities, 0.1, 0.95, leavers);
  const roc = rocCurve(labels, probabilities);
  const tenths = liftByTenth(labels, probabilities);
  if (auc === null || pr === null || top === null || roc === null || tenths === null) return null;
  const brier = meanLossInterval(rowBrierScores(labels, probabilities), 0.95, clusterOf);
  const loss = meanLossInterval(rowLogLosses(labels, probabilities), 0.95, clusterOf);
  return {
    metrics: {
      rocAuc: { estimate: auc.auc, lower: auc.low, upper: auc.high },
      prAuc: { estimate: pr.prAuc, lower: pr.low, upper: pr.high },
      brier: { estimate: brier.mean, lower: Math.max(0, brier.low), upper: Math.min(1, brier.high) },
      logLoss: { estimate: loss.mean, lower: Math.max(0, loss.low), upper: loss.high },
      ece: calibrationErrorInterval(labels, probabilities, options.seed, clusterOf),
      lift: { estimate: top.lift, lower: top.low, upper: top.high },
    },
    // Every probability is below 1, so 1 is the threshold that flags nobody.
    roc: roc.map(({ cutOff, ...rates }) => ({ ...rates, threshold: cutOff ?? 1 })),
    calibration: calibrationBins(labels, probabilities, CHART_BINS, 0.95, clusterOf).map((bin) => ({
      meanPredicted: bin.meanProbability,
      observed: bin.observedRate,
      observedLower: bin.low,
      observedUpper: bin.high,
      rows: bin.rows,
    })),
    lift: tenths.map((slice, i) => ({
      tenth: i + 1,
      rows: slice.rows,
      outcomes: slice.events,
      rate: slice.rate,
      lift: slice.lift,
      capture: slice.capturedSoFar,
    })),
  };
}

/** DeLong's interval, clustered where rows repeat customers. */
export function aucInterval(
  labels: ArrayLike<number>,
  probabilities: ArrayLike<number>,
  clusterOf: ArrayLike<number | string> | null,
): { auc: number; low: number; high: number } | null {
  const repeated = repeatedOnly(clusterOf);
  return repeated === null
    ? rocAucInterval(labels, probabilities)
    : clusteredAucInterval(labels, probabilities, repeated);
}

/** Null where each row is a customer of its own. */
function repeatedOnly(clusterOf: ArrayLike<number | string> | null): ArrayLike<number | string> | null {
  return clusterOf !== null && new Set(Array.from(clusterOf)).size < clusterOf.length ? clusterOf : null;
}

/**
 * ECE with a bootstrap interval, the bins held as they are so that a resample costs no sorting. Noise can only add to
 * an ECE and a resample has it twice, so the upper end is the percentile as it stands and the lower end the reflected
 * one less the noise floor: cautious on both sides, and 0 below where good calibration cannot be told from perfect.
 */
function calibrationErrorInterval(
  labels: ArrayLike<number>,
  probabilities: ArrayLike<number>,
  seed: number,
  clusterOf: ArrayLike<number | string> | null,
): { estimate: number; lower: number; upper: number } {
  const binOf = equalMassBins(probabilities, ECE_BINS);
  const gaps = new Float64Array(ECE_BINS);
  const errorOf = (rows: Uint32Array): number => {
    gaps.fill(0);
    for (const row of rows) gaps[binOf[row]!]! += probabilities[row]! - labels[row]!;
    // Weighting |mean predicted - observed| by the bin's share of rows leaves |sum of differences| / rows.
    return gaps.reduce((sum, gap) => sum + Math.abs(gap), 0) / rows.length;
  };
  const resamples = Math.max(100, Math.min(1000, Math.floor(DRAW_BUDGET / labels.length)));
  const perCustomer = clusterOf === null ? 1 : labels.length / new Set(Array.from(clusterOf)).size;
  // Rows of one customer that agree are as noisy as that customer alone.
  const noiseFloor = calibrationError(labels, probabilities, ECE_BINS).noiseFloor * Math.sqrt(perCustomer);
  const { estimate, high } = bootstrapInterval(labels.length, errorOf, {
    seed,
    resamples,
    ...(clusterOf === null ? {} : { clusterOf }),
  })!;
  return {
    estimate,
    lower: Math.min(estimate, Math.max(0, 2 * estimate - high - noiseFloor)),
    upper: Math.min(1, Math.max(estimate, high)),
  };
}
