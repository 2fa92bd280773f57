import {
  driftBaselineFromJSON,
  driftTransition,
  measureDrift,
  measureScoreDrift,
  scoreDriftBaseline,
  type FeatureBaseline,
  type FeatureDrift,
  type Table,
} from "@forestay/churn-model";
import type { DriftReport } from "@forestay/contracts";

/** What drift is measured against. */
export interface DriftBaselines {
  /** How the model's columns were spread in training. */
  features: readonly FeatureBaseline[];
  /**
   * How its scores were spread the first time it scored everybody; null until then. Not those of training: what fold
   * models say of rows they had not seen is spread otherwise than what the finished one says, of its own rows and of
   * others. On 130 unchanged customers that alone made indexes up to 1.
   */
  firstScores: FeatureBaseline | null;
}

/** What drift is measured on: a sample of what was scored, in the model's columns. */
export interface ScoredSample {
  table: Table;
  probabilities: readonly number[];
}

/** Fewer customers than this tell nothing about drift. */
const FEWEST_ROWS = 100;

/** Reads stored baselines; null where a model was stored before drift was measured. */
export function readDriftBaselines(stored: unknown): DriftBaselines | null {
  if (typeof stored !== "object" || stored === null) return null;
  const { features, firstScores } = stored as { features?: unknown; firstScores?: unknown };
  const [first = null] = firstScores ? driftBaselineFromJSON([firstScores]) : [];
  return { features: driftBaselineFromJSON(features), firstScores: first };
}

/**
 * Compares what was scored with what the model learned from, and its scores with those of its first look at everybody.
 * `alerts` are the columns that crossed into drift just now: a column that was drifted at `before` is not told again
 * until it has been back. `baselines` are to be stored where this was the first look at the scores.
 */
export function measureModelDrift(
  baselines: DriftBaselines,
  sample: ScoredSample,
  { before, now }: { before: DriftReport | null; now: Date },
): { report: DriftReport; alerts: string[]; baselines: DriftBaselines } | null {
  const rows = sample.table.rowIds.length;
  if (rows < FEWEST_ROWS) return null;
  const levelBefore = new Map(
    [...(before?.features ?? []), ...(before ? [before.score] : [])].map(({ feature, level }) => [
      feature,
      level,
    ]),
  );
  const alerts: string[] = [];
  const report = (drift: FeatureDrift): DriftReport["score"] => {
    const { level, alert } = driftTransition(levelBefore.get(drift.name) ?? null, drift);
    // The first look only says where the model starts from: nothing has crossed anything yet.
    if (alert && before !== null && drift.message !== null) alerts.push(drift.message);
    const { name: feature, label, psi, message, unseenNow: unseen } = drift;
    return { feature, label, psi, level, message, unseen };
  };
  const firstScores = baselines.firstScores ?? scoreDriftBaseline(sample.probabilities);
  const score = report(measureScoreDrift(firstScores, sample.probabilities));
  const features = measureDrift(baselines.features, sample.table).map(report);
  return {
    report: { measuredAt: now.toISOString(), rows, score, features },
    alerts,
    baselines: { ...baselines, firstScores },
  };
}
