import type { Completeness } from "@forestay/contracts/wire";
import { formatCounted, formatDuration, formatShortDate } from "@/lib/format/index.ts";
import { verdictLooks } from "./analysis-words.ts";
import { figureWords } from "./model-words.ts";

type ModelChoice = Completeness["availableModels"][number];

/** A model to choose: 'Model v2, learned from your label, trained Mar 4, AUC 0.84 (0.81 to 0.87), provisional (in use)'. */
export function modelChoiceWords({ label, trainedAt, auc, verdict, isCurrent }: ModelChoice): string {
  const trust = verdict === "good" ? "" : `, ${verdictLooks[verdict].label.toLowerCase()}`;
  return `${label}, trained ${formatShortDate(trainedAt)}, AUC ${figureWords(auc, 2)}${trust}${isCurrent ? " (in use)" : ""}`;
}

/**
 * How long the run will take, from how long the last one of its kind took. Training costs about the same whoever is
 * scored after it; scoring more customers costs in proportion, fewer not much less than the last run.
 */
export function timeWords(
  { customers, lastRuns }: Pick<Completeness, "customers" | "lastRuns">,
  trains: boolean,
): string {
  const last = trains ? lastRuns.training : lastRuns.scoring;
  if (last === null)
    return trains
      ? "Nothing has been trained yet, so nobody knows how long it takes here."
      : "No stored model has scored yet: less than the training took.";
  const share = trains || last.customers === 0 ? 1 : Math.max(1, customers / last.customers);
  return `About ${formatDuration(last.seconds * share * 1000)}: the last run that ${trains ? "trained" : "only scored"} took ${formatDuration(last.seconds * 1000)} for ${formatCounted(last.customers, "customer")}.`;
}
