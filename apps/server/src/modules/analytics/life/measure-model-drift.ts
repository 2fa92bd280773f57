import {
  driftBaselineFromJSON,
  driftTransition,
  measureDrift,
  measureScoreDrift,
  type FeatureBaseline,
  type FeatureDrift,
} from "@forestay/churn-model";
import type { DriftReport } from "@forestay/contracts";
import { buildTable } from "../features/build-table.ts";
import type { FeaturePlan, FeatureRow } from "../features/feature-plan.ts";

/** How a model's columns and its scores were spread in training. */
export interface DriftBaselines {
  features: readonly FeatureBaseline[];
  score: FeatureBaseline;
}

/** What drift is measured on: a sample of what was scored. */
export interface ScoredSample {
  rows: readonly FeatureRow[];
  probabilities: readonly number[];
}

/** Fewer customers than this tell nothing about drift. */
const FEWEST_ROWS = 100;

/** Reads stored baselines; null where a model was stored before drift was measured. */
export function readDriftBaselines(stored: unknown): DriftBaselines | null {
  if (typeof stored !== "object" || stored === null) return null;
  const { features, score } = stored as { features?: unknown; score?: unknown };
  const [scoreBaseline] = driftBaselineFromJSON([score]);
  return scoreBaseline ? { features: driftBaselineFromJSON(features), score: scoreBaseline } : null;
}

/**
 * Compares what was scored with what the model learned from. `alerts` are the columns that crossed into drift just
 * now: a column that was drifted at `before` is not told again until it has been back.
 */
export function measureModelDrift(
  plan: FeaturePlan,
  baselines: DriftBaselines,
  sample: ScoredSample,
  { before, now }: { before: DriftReport | null; now: Date },
): { report: DriftReport; alerts: string[] } | null {
  if (sample.rows.length < FEWEST_ROWS) return null;
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
    const { name: feature, label, psi, message } = drift;
    return { feature, label, psi, level, message };
  };
  const score = report(measureScoreDrift(baselines.score, sample.probabilities));
  const features = measureDrift(baselines.features, buildTable(plan, sample.rows)).map(report);
  return { report: { measuredAt: now.toISOString(), rows: sample.rows.length, score, features }, alerts };
}
