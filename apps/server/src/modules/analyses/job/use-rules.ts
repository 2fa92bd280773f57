import { formatShare } from "@forestay/contracts/words";
import { FEWEST_OUTCOMES, knownInWords, neededInWords, type OutcomeCounts } from "#modules/outcomes/index.ts";
import { rulesBaseRate } from "#modules/scoring/index.ts";
import type { Preparation } from "./preparation.ts";
import type { Known } from "./read-known.ts";

/** Scores by rules, and why no model is used, in sentences. */
export function byRules({ counts, rule, settings }: Known, ...reasons: (string | null)[]): Preparation {
  const baseRate = rulesBaseRate(counts.labels);
  const isAssumed = counts.labels.left === 0 || counts.labels.stayed === 0;
  return {
    by: { source: "rules", baseRate },
    rowSource: counts.history.snapshots > 0 ? "snapshots" : "customers",
    bands: settings.riskBands,
    horizonDays: settings.horizonDays,
    rule,
    sourceReason: reasons.filter((sentence) => sentence !== null).join(" "),
    quality: null,
    drivers: [],
    warnings: [
      "These scores come from rules, not from a trained model; nothing about them has been measured.",
      isAssumed
        ? `No outcomes of both kinds are known: the rules start from an assumed ${Math.round(100 * baseRate)}% of customers leaving.`
        : `The rules start from ${formatShare(baseRate)}: ${knownInWords(counts.labels)}; with so few the share is held towards an assumed 10%.`,
    ],
    newModel: null,
  };
}

/** Why there is no model: what is known, and what is missing. */
export function notEnoughInWords({ labels }: OutcomeCounts): string {
  return (
    `Rules, not trained: ${knownInWords(labels)}. ` +
    `A model needs at least ${FEWEST_OUTCOMES} of each: ${neededInWords(labels)}.`
  );
}
