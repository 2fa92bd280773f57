import type { FeatureMatrix } from "../preprocess/feature-matrix.ts";
import { createLogisticRegression } from "../models/logistic/logistic-regression.ts";
import { logisticModel, type LogisticDocument } from "../models/logistic/logistic-model.ts";
import { createRandom, deriveSeed } from "../random.ts";

/** A campaign's customers as they were when they were drawn, and what became of them. */
export interface UpliftRows {
  matrix: FeatureMatrix;
  /** 1: drawn to get it; 0: held out. */
  treated: Uint8Array;
  kept: Uint8Array;
}

/** Two models, of those who got it and of those held out, for each resample of the customers. */
export interface UpliftDocument {
  kind: "uplift";
  pairs: { sent: LogisticDocument; held: LogisticDocument }[];
}

export interface Uplift {
  /** How much likelier each row stays if it gets it: the mean of all pairs. */
  uplift: Float64Array;
  /** Share of the pairs that say it would rather leave if it gets it, 0 to 1. */
  harmShare: Float64Array;
  /** Chance that each row stays if it gets nothing, 0 to 1. */
  keptAnyway: Float64Array;
}

export interface UpliftModel {
  predict(matrix: FeatureMatrix): Uplift;
  toJSON(): UpliftDocument;
}

/** Enough that "nine of ten pairs say so" is an answer. */
const PAIRS = 20;
/** Few leave, and the difference of two curves is noisier than either: each is held close to a straight line. */
const STRENGTH = { inversePenalties: [0.1] };
/** Fewer leavers than so many in an arm, and its curve would be drawn by chance. */
export const FEWEST_OUTCOMES = 20;

/** Whether there is enough in both arms to learn anything. */
export function canLearnUplift({ treated, kept }: Pick<UpliftRows, "treated" | "kept">): boolean {
  const left = [0, 0];
  const stayed = [0, 0];
  kept.forEach((one, row) => {
    if (one === 1) stayed[treated[row]!]!++;
    else left[treated[row]!]!++;
  });
  return [...left, ...stayed].every((count) => count >= FEWEST_OUTCOMES);
}

/**
 * A T-learner (Künzel et al. 2019) on the engine's own spline regression: one model of those who got it, one of those held
 * out, the difference of their chances being the uplift; twenty times on resampled customers, so that it is known how sure the
 * sign is. Same rows and seed, same model. Throws RangeError where canLearnUplift says no.
 */
export function fitUplift(rows: UpliftRows, seed: number): UpliftModel {
  if (!canLearnUplift(rows))
    throw new RangeError(`Each arm needs at least ${FEWEST_OUTCOMES} customers who left and who stayed`);
  const learner = createLogisticRegression(STRENGTH);
  const arms = [0, 1].map((arm) =>
    Int32Array.from([...rows.treated.keys()].filter((row) => rows.treated[row] === arm)),
  ) as [Int32Array, Int32Array];
  const pairs: UpliftDocument["pairs"] = [];
  for (let pair = 0; pair < PAIRS; pair++) {
    const [held, sent] = arms.map((arm, index) => {
      const random = createRandom(deriveSeed(seed, pair, index));
      const drawn = Int32Array.from(arm, () => arm[random.int(arm.length)]!).sort();
      return learner.fit({ matrix: rows.matrix, labels: rows.kept, rows: drawn }, seed).toJSON();
    }) as [LogisticDocument, LogisticDocument];
    pairs.push({ sent, held });
  }
  return upliftModel({ kind: "uplift", pairs });
}

/** Makes a model of its stored form. */
export function upliftModel(document: UpliftDocument): UpliftModel {
  const pairs = document.pairs.map(({ sent, held }) => ({
    sent: logisticModel(sent),
    held: logisticModel(held),
  }));
  return {
    predict(matrix) {
      const uplift = new Float64Array(matrix.rows);
      const harmShare = new Float64Array(matrix.rows);
      const keptAnyway = new Float64Array(matrix.rows);
      for (const { sent, held } of pairs) {
        const withIt = sent.predictProba(matrix);
        const without = held.predictProba(matrix);
        for (let row = 0; row < matrix.rows; row++) {
          const difference = withIt[row]! - without[row]!;
          uplift[row]! += difference / pairs.length;
          keptAnyway[row]! += without[row]! / pairs.length;
          if (difference < 0) harmShare[row]! += 1 / pairs.length;
        }
      }
      return { uplift, harmShare, keptAnyway };
    },
    toJSON: () => document,
  };
}
