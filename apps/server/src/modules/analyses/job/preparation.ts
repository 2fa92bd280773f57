import type { Driver, ModelQuality } from "@forestay/contracts";
import { formatCount } from "@forestay/contracts/words";
import type { LeavingRule } from "#modules/customers/index.ts";
import type { NewModel } from "#modules/models/index.ts";
import type { RiskBands } from "#modules/scoring-settings/index.ts";
import type { ScoreSource } from "#modules/scoring/index.ts";

/** Everything needed to score, and what the analysis says about where the scores come from. */
export interface Preparation {
  by: ScoreSource;
  /** Which records customers are scored from. */
  rowSource: "customers" | "snapshots";
  bands: RiskBands;
  horizonDays: number;
  /** What the scores call having left. */
  rule: LeavingRule;
  sourceReason: string | null;
  quality: ModelQuality | null;
  drivers: Driver[];
  warnings: string[];
  /** A model trained just now, to be stored with the results; its version is given then. */
  newModel: NewModel | null;
}

/** The requested model is gone or unusable: a person must choose again. */
export class UnusableModel extends Error {
  override name = "UnusableModel";
}

/** What is said beside scores by a model of such quality. */
export function modelWarnings(
  quality: ModelQuality,
  { trainingSource, plan }: Pick<NewModel, "trainingSource" | "plan">,
): string[] {
  return [
    ...quality.leakage
      .filter(({ confirmed }) => !confirmed)
      .map(({ column, verdict, message }) =>
        verdict === "excluded"
          ? `${column} was left out: ${message}`
          : `${column} may give the answer away: ${message}`,
      ),
    ...(quality.verdict === "good" ? [] : [quality.summary]),
    ...(quality.duplicateRows > 0
      ? [
          `${formatCount(quality.duplicateRows)} of ${formatCount(quality.rows)} records are exact copies of others: they were kept together while measuring, so that the model is not asked what it has seen.`,
        ]
      : []),
    ...(plan.madeOfDates
      ? [
          "Learned from the days that customers came and left on: each as of every month that they were with you, with their tenure of then. All else is as your file says it now, and may have been otherwise then.",
        ]
      : []),
    ...(trainingSource === "label_column"
      ? [
          "Learned from customers of whom it is known whether they left, each as it stands now and not as it was before leaving: a score is the chance of being among those who leave, as in your file, and says nothing of when. " +
            "The scored customers were part of what the model learned from; the quality above is measured on customers it had not seen.",
        ]
      : []),
  ];
}
