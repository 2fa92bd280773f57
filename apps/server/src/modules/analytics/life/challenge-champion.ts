import { compareLogLoss, logLoss } from "@forestay/churn-model";
import { isSameChurnRule, type ChurnRule, type ModelDecision } from "@forestay/contracts";
import type { FeaturePlan } from "../features/feature-plan.ts";
import { anotherMeaning } from "./another-meaning.ts";

/** Leavers and stayers that a comparison needs at least: fewer cannot tell two models apart. */
const FEWEST_OF_EACH = 20;
/** So much more to learn from, and newer records to compare on need not be waited for. */
const MUCH_MORE_ROWS = 1.25;

/** The model in use, as far as a challenger has to know it. */
export interface Champion {
  version: string;
  plan: FeaturePlan;
  documentText: string;
  horizonDays: number;
  churn: ChurnRule;
  rows: number;
  dataFingerprint: string;
  /** Date of the newest record it learned from; null for undated labels. */
  learnedUntilMs: number | null;
}

export interface Challenger {
  plan: FeaturePlan;
  horizonDays: number;
  churn: ChurnRule;
  dataFingerprint: string;
  labels: Uint8Array;
  /** Date per row; null for undated labels. */
  times: Float64Array | null;
  /** Per row, by models that had not seen it. */
  heldOutProbabilities: Float64Array;
  /** The rows newer than the champion's; null where none were asked for or there are none. */
  later: Int32Array | null;
}

/** `same`: the champion over again, nothing to store. */
export type Verdict = { kind: "same" } | { kind: "decided"; decision: ModelDecision };

/**
 * Decides whether a newly trained model takes the champion's place: only when its log loss on records newer than the
 * champion's is lower beyond chance. Where there is nothing newer to compare on, the champion stays, unless it cannot
 * answer the question any more (another horizon, another meaning of leaving, another kind of data) or knew far less. The comparison leans to the
 * champion: outcomes that reach into its own training window are not taken from it.
 */
export async function challengeChampion(
  champion: Champion | null,
  challenger: Challenger,
  /** The champion's probabilities of the later rows; null when it cannot be used any more. */
  scoreByChampion: (champion: Champion) => Promise<Float64Array | null>,
): Promise<Verdict> {
  const decided = (promoted: boolean, reason: string, comparison: ModelDecision["comparison"] = null) => ({
    kind: "decided" as const,
    decision: { promoted, reason, champion: champion?.version ?? null, comparison },
  });
  if (champion === null) return decided(true, "The first model: there was none in use.");
  if (champion.horizonDays !== challenger.horizonDays) {
    return decided(
      true,
      `${champion.version} predicts ${champion.horizonDays} days, the company now asks for ${challenger.horizonDays}.`,
    );
  }
  if (!isSameChurnRule(champion.churn, challenger.churn)) {
    return decided(true, `${anotherMeaning(champion.version, champion.churn, challenger.churn)}.`);
  }
  if (champion.plan.source !== challenger.plan.source) {
    return decided(true, `${champion.version} learned from another kind of data than there is now.`);
  }
  if (champion.dataFingerprint === challenger.dataFingerprint) return { kind: "same" };
  const { times, later } = challenger;
  if (times === null || champion.learnedUntilMs === null) {
    return decided(
      true,
      "The labels have changed since. They carry no dates, so there are no later outcomes to compare on: the model that knows them all is used.",
    );
  }
  const rows = later ?? new Int32Array();
  const labels = Uint8Array.from(rows, (row) => challenger.labels[row] ?? 0);
  const outcomes = labels.reduce((sum, label) => sum + label, 0);
  if (later === null || Math.min(outcomes, rows.length - outcomes) < FEWEST_OF_EACH) {
    if (challenger.labels.length >= MUCH_MORE_ROWS * champion.rows) {
      return decided(
        true,
        `Learned from ${challenger.labels.length.toLocaleString("en-US")} records where ${champion.version} had ${champion.rows.toLocaleString("en-US")}; newer ones to compare on are too few.`,
      );
    }
    return decided(
      false,
      `${champion.version} stays: ${outcomes} of ${rows.length} newer records end in leaving, at least ${FEWEST_OF_EACH} of each kind are needed to compare.`,
    );
  }
  const byChampion = await scoreByChampion(champion);
  if (byChampion === null) return decided(true, `${champion.version} can no longer be used.`);
  const byChallenger = Float64Array.from(rows, (row) => challenger.heldOutProbabilities[row] ?? 0);
  const difference = compareLogLoss(labels, byChallenger, byChampion);
  const dates = Array.from(rows, (row) => times[row] ?? 0);
  const comparison = {
    from: new Date(dates.reduce((a, b) => Math.min(a, b), Infinity)).toISOString(),
    to: new Date(dates.reduce((a, b) => Math.max(a, b), -Infinity)).toISOString(),
    rows: rows.length,
    outcomes,
    championLogLoss: logLoss(labels, byChampion),
    challengerLogLoss: logLoss(labels, byChallenger),
    difference: { value: difference.mean, lower: difference.low, upper: difference.high },
  };
  const figures = `log loss ${comparison.challengerLogLoss.toFixed(4)} against ${comparison.championLogLoss.toFixed(4)} on ${rows.length.toLocaleString("en-US")} newer records`;
  return difference.high < 0
    ? decided(true, `Better than ${champion.version} beyond chance: ${figures}.`, comparison)
    : decided(false, `${champion.version} stays: not better beyond chance (${figures}).`, comparison);
}
