import {
  canLearnUplift,
  fitUplift,
  judgeUplift,
  type FeatureMatrix,
  type Uplift,
  type UpliftModel,
  type UpliftQuality,
} from "@forestay/churn-model";
import type { UpliftTask } from "./engine-messages.ts";

/** A fact that is not known of more than half of the customers is none to tell others apart by. */
const MOST_MISSING = 0.5;

/** What whom contact keeps is told by, held in the engine's process. */
export interface LearntUplift {
  quality: UpliftQuality | null;
  /** Of customers as they are now, facts as in the task. */
  tell(facts: Float64Array): Uplift;
}

/** Null: too few left or stayed in one of the arms to learn anything. */
export function learnUplift({
  names,
  facts,
  treated,
  kept,
  campaignOf,
  seed,
}: UpliftTask): LearntUplift | null {
  const width = names.length;
  const known = names
    .map((_, at) => at)
    .filter((at) => {
      let missing = 0;
      for (let row = 0; row < treated.length; row++) if (Number.isNaN(facts[row * width + at]!)) missing++;
      return missing <= MOST_MISSING * treated.length;
    });
  const matrixOf = (values: Float64Array): FeatureMatrix => ({
    rows: values.length / width,
    features: known.map((at) => ({
      name: names[at]!,
      label: names[at]!,
      kind: "numeric",
      values: Float64Array.from({ length: values.length / width }, (_, row) => values[row * width + at]!),
    })),
  });
  const rows = { matrix: matrixOf(facts), treated, kept };
  if (known.length === 0 || !canLearnUplift(rows)) return null;
  const model: UpliftModel = fitUplift(rows, seed);
  return {
    quality: judgeUplift(rows, campaignOf, seed),
    tell: (values) => model.predict(matrixOf(values)),
  };
}
