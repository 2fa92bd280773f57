import { SHOWN_DAYS, type LeavingTimes, type OpenScorer } from "@forestay/churn-model";
import type { ModelQuality } from "@forestay/contracts";
import { buildTable, type FeaturePlan, type FeatureRow } from "#modules/features/engine-door.ts";
import { toFactors } from "../explain/factors.ts";
import type { LeavingTimes as CustomerTimes } from "#modules/customers/engine-door.ts";
import { scoreOf } from "#modules/scoring-settings/index.ts";
import { probabilityRangeAt } from "#modules/models/engine-door.ts";
import { createDriftSample } from "./drift-sample.ts";
import type { Scorer } from "./scorer.ts";

export interface ScoringModel {
  /** Null for a model trained just now: it gets one when it is stored. */
  version: string | null;
  plan: FeaturePlan;
  quality: ModelQuality;
  baseProbability: number;
}

/** Share of rows with an unseen category from which it is worth a notice. */
const UNSEEN_SHARE = 0.02;

/** As the score: of 100 such customers. The days are at least one, as a score is of somebody who is still there. */
function timesInWhole({ chances, medianDays }: LeavingTimes, row: number): CustomerTimes {
  const within = (days: (typeof SHOWN_DAYS)[number]): number | null => {
    const chance = chances[SHOWN_DAYS.indexOf(days)]?.[row] ?? Number.NaN;
    return Number.isNaN(chance) ? null : scoreOf(chance);
  };
  const median = medianDays[row] ?? Number.NaN;
  return {
    within30: within(30),
    within60: within(60),
    within90: within(90),
    expectedDays: Number.isNaN(median) ? null : Math.max(1, Math.round(median)),
  };
}

/** Scores with the model that `loaded` holds. */
export function createModelScorer(loaded: OpenScorer, model: ScoringModel, currency: string): Scorer {
  const unseen = new Map<string, number>();
  const sample = createDriftSample();
  let scored = 0;
  return {
    source: "model",
    modelVersion: model.version,
    isCostlyToExplain: model.quality.recipe !== undefined && model.quality.recipe !== "logistic",
    baseRate: model.baseProbability,
    async score(inputs, { withFactors }) {
      const rows = inputs.flatMap(({ row }) => row ?? []);
      if (rows.length === 0) return [];
      const table = buildTable(model.plan, rows);
      const explained = withFactors ? Int32Array.from(rows.keys()) : new Int32Array();
      const answer = await loaded.score(table, explained);
      scored += rows.length;
      for (const [index, row] of rows.entries()) sample.add(row, answer.probabilities[index] ?? 0);
      for (const { feature, unseen: count } of answer.inputs)
        if (count > 0) unseen.set(feature, (unseen.get(feature) ?? 0) + count);
      return rows.map((row: FeatureRow, index) => {
        const probability = answer.probabilities[index] ?? 0;
        const explanation = answer.explanations[index];
        return {
          customerId: row.rowId,
          probability,
          times: answer.times ? timesInWhole(answer.times, index) : null,
          probabilityRange: probabilityRangeAt(model.quality.calibrationBins, probability),
          factors: explanation
            ? toFactors(model.plan, row, explanation.contributions, {
                baseRate: model.baseProbability,
                probability,
                currency,
              })
            : [],
        };
      });
    },
    sample() {
      const { rows, probabilities } = sample.take();
      return { table: buildTable(model.plan, rows), probabilities };
    },
    warnings() {
      return [...unseen]
        .filter(([, count]) => count > UNSEEN_SHARE * scored)
        .map(([feature, count]) => {
          const label = model.plan.columns.find((column) => column.name === feature)?.label ?? feature;
          return `${label}: ${count} of ${scored} customers have a value that the model has not seen.`;
        });
    },
  };
}
