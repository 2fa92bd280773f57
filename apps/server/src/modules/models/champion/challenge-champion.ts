import { compareLogLoss, logLoss } from "@forestay/churn-model";
import {
  isSameChurnRule,
  reliabilityLevels,
  type ChurnRule,
  type ModelDecision,
  type ModelQuality,
} from "@forestay/contracts";
import { formatCount } from "@forestay/contracts/words";
import type { FeaturePlan } from "#modules/features/index.ts";
import { anotherMeaning } from "./another-meaning.ts";

/** Leavers and stayers that a comparison needs at least: fewer cannot tell two models apart. */
const FEWEST_OF_EACH = 20;

/** A version stored before, as far as a new one has to know it. */
export interface KnownVersion {
  version: string;
  horizonDays: number;
  churn: ChurnRule;
  dataFingerprint: string;
  /** The share of customers that really leaves it was told; null: the data's own. */
  trueLeavingShare: number | null;
  /** Fields it was told to leave out. */
  leftOut: readonly string[];
  rows: number;
  /** Date of the newest record it learned from; null for undated labels. */
  learnedUntilMs: number | null;
}

/** The model in use, as far as a challenger has to know it. */
export interface Champion extends KnownVersion {
  plan: FeaturePlan;
  documentText: string;
  verdict: ModelQuality["verdict"];
  logLoss: ModelQuality["logLoss"];
  /** Whether it says when customers leave; versions stored before that was learned do not. */
  saysWhen: boolean;
  /** What models that had not seen its rows said of them, packed; null in versions stored before it was kept. */
  heldOut: Uint8Array | null;
  /** Versions made after it, which a person left for it. */
  leftFor: readonly string[];
}

export interface Challenger {
  plan: FeaturePlan;
  horizonDays: number;
  churn: ChurnRule;
  dataFingerprint: string;
  trueLeavingShare: number | null;
  leftOut: readonly string[];
  verdict: ModelQuality["verdict"];
  logLoss: ModelQuality["logLoss"];
  saysWhen: boolean;
  labels: Uint8Array;
  /** Date per row; null for undated labels. */
  times: Float64Array | null;
  /** Customer of each row; null where each row is one of its own. */
  customers: Uint32Array | null;
  /** Per row, by models that had not seen it. */
  heldOutProbabilities: Float64Array;
  /** The rows its figures are measured on. */
  measuredRows: Int32Array;
  /** Rows that the champion did not learn from; null where that is not known or there are none. */
  unseen: Int32Array | null;
  /**
   * Per row what models of the champion's making that had not seen it said of it: NaN for `unseen` and for rows whose
   * outcome was another then; null = not kept.
   */
  heldOutByChampion: Float64Array | null;
}

/** `known`: the same data gave this stored version before (the champion or another), nothing to store. */
export type Verdict = { kind: "known"; version: string } | { kind: "decided"; decision: ModelDecision };

/** Where no model is in use. */
export const firstModel: ModelDecision = {
  promoted: true,
  reason: "The first model: there was none in use.",
  champion: null,
  comparison: null,
};

/** Where the model in use cannot be read any more, and why: it is nobody's equal. */
export const inPlaceOfBroken = (champion: Pick<Champion, "version"> | null, why: string): ModelDecision => ({
  promoted: true,
  reason: `${why} The model trained in its place is used.`,
  champion: champion?.version ?? null,
  comparison: null,
});

/**
 * Decides whether a newly trained model takes the champion's place: only when its log loss is lower beyond chance on
 * rows that neither had learned from, and it may be believed no less. Those are the records newer than the champion's;
 * where there are none, or too few, all rows, each judged by what models that had not seen it say: of a row the champion
 * learned from, the folds of its own training. A champion that a person went back to is also kept from the data it was
 * chosen over. One that cannot answer the question any more (another horizon, meaning or share of leaving, a field that is
 * to be left out since) is replaced; so is one that nobody would confirm, by one that may be believed, and one that says
 * nothing of when customers leave, by one that does and is not worse.
 * The comparison leans to the champion: outcomes that reach into its training window are not taken from it.
 */
export async function challengeChampion(
  champion: Champion,
  challenger: Challenger,
  stored: readonly KnownVersion[],
  /** The champion's probabilities of the unseen rows; null when it cannot be used any more. */
  scoreByChampion: (champion: Champion) => Promise<Float64Array | null>,
): Promise<Verdict> {
  const decided = (promoted: boolean, reason: string, comparison: ModelDecision["comparison"] = null) => ({
    kind: "decided" as const,
    decision: { promoted, reason, champion: champion.version, comparison },
  });
  const { version } = champion;
  if (champion.horizonDays !== challenger.horizonDays) {
    return decided(
      true,
      `${version} predicts ${champion.horizonDays} days, the company now asks for ${challenger.horizonDays}.`,
    );
  }
  if (!isSameChurnRule(champion.churn, challenger.churn)) {
    return decided(true, `${anotherMeaning(version, champion.churn, challenger.churn)}.`);
  }
  if (champion.trueLeavingShare !== challenger.trueLeavingShare) {
    return decided(
      true,
      `${version} took ${shareWords(champion.trueLeavingShare)} for the share of customers that leaves, by now that is ${shareWords(challenger.trueLeavingShare)}.`,
    );
  }
  const unwanted = challenger.leftOut.filter((field) => knows(champion, field));
  if (unwanted.length > 0) {
    return decided(
      true,
      `${version} learned from what is to be left out since: ${unwanted.map((field) => labelOf(champion.plan, field)).join(", ")}.`,
    );
  }
  // Before anything is compared: the same data, once a person has answered, gives the same model and another verdict.
  if (champion.verdict === "unconfirmed" && trustOf(challenger.verdict) < trustOf("unconfirmed")) {
    return decided(
      true,
      `${version} rests on columns that nobody has confirmed as known before a customer leaves; the new one is measured as ${verdictWords[challenger.verdict]}.`,
    );
  }
  // The champion first: a person may have gone back and forth between versions of the same data.
  const again = [champion, ...stored].find((known) => isSameTraining(known, challenger));
  const worse = trustOf(challenger.verdict) > trustOf(champion.verdict);
  const newlySaysWhen = challenger.saysWhen && !champion.saysWhen && !worse;
  if (again === champion && newlySaysWhen) {
    return decided(
      true,
      `${version} says nothing of when customers leave; trained again on the same records, the new one does.`,
    );
  }
  if (again) return { kind: "known", version: again.version };
  if (champion.plan.source !== challenger.plan.source) {
    return worse
      ? decided(
          false,
          `${version} stays: the new one learned from another kind of data and ${lessTrusted(champion, challenger)}.`,
        )
      : decided(true, `${version} learned from another kind of data than there is now.`);
  }
  const olderThan = leftVersionsThatKnewAsMuch(champion, challenger, stored);
  if (olderThan !== null) {
    return decided(
      false,
      `${version} stays: a person took it back into use in place of ${olderThan}, and nothing is known now that ${olderThan} had not learned from.`,
    );
  }
  const paired = await pairUp(champion, challenger, scoreByChampion);
  if (paired.kind === "unusable") return decided(true, `${version} can no longer be used.`);
  if (paired.kind === "unpaired") return decideByMeasuredLoss(champion, challenger, decided);
  if (paired.kind === "tooFew") {
    return decided(
      false,
      `${version} stays: ${formatCount(paired.outcomes)} of ${formatCount(paired.rows)} records to compare on end in leaving, at least ${FEWEST_OF_EACH} of each kind are needed.`,
    );
  }
  const comparison = compare(paired, challenger);
  const on =
    comparison.on === "newer"
      ? `on ${formatCount(comparison.rows)} newer records`
      : `on ${formatCount(comparison.rows)} records, each judged by models that had not learned from it`;
  const figures = `log loss ${comparison.challengerLogLoss.toFixed(4)} against ${comparison.championLogLoss.toFixed(4)} ${on}`;
  const { lower, upper } = comparison.difference;
  const isBetter = upper !== null && upper < 0;
  if (!isBetter && newlySaysWhen && !(lower !== null && lower > 0)) {
    return decided(
      true,
      `${version} says nothing of when customers leave; the new one does, and is not worse beyond chance (${figures}).`,
      comparison,
    );
  }
  if (!isBetter)
    return decided(false, `${version} stays: not better beyond chance (${figures}).`, comparison);
  return worse
    ? decided(
        false,
        `${version} stays: better in comparison (${figures}), but the new one ${lessTrusted(champion, challenger)}.`,
        comparison,
      )
    : decided(true, `Better than ${version} beyond chance: ${figures}.`, comparison);
}

const shareWords = (share: number | null) =>
  share === null ? "the data's own" : `${Number((100 * share).toPrecision(3))}%`;
const knows = ({ plan, leftOut }: Champion, field: string) =>
  !leftOut.includes(field) && plan.columns.some(({ base }) => base === field);
const labelOf = (plan: FeaturePlan, field: string) =>
  plan.columns.find(({ base }) => base === field)?.label ?? field;
const trustOf = (verdict: ModelQuality["verdict"]) => reliabilityLevels.indexOf(verdict);
const verdictWords: Record<ModelQuality["verdict"], string> = {
  good: "good",
  weak: "weak",
  provisional: "provisional",
  unconfirmed: "not confirmed",
  not_reliable: "not reliable",
};
const lessTrusted = (champion: Champion, challenger: Challenger) =>
  `is measured as ${verdictWords[challenger.verdict]} where ${champion.version} is ${verdictWords[champion.verdict]}`;

const isSameTraining = (known: KnownVersion, challenger: Challenger) =>
  known.dataFingerprint === challenger.dataFingerprint &&
  known.horizonDays === challenger.horizonDays &&
  isSameChurnRule(known.churn, challenger.churn);

/** The version a person left for the champion, where the challenger knows nothing that it did not know; else null. */
function leftVersionsThatKnewAsMuch(
  champion: Champion,
  challenger: Challenger,
  stored: readonly KnownVersion[],
): string | null {
  const newestMs = challenger.times?.reduce((newest, time) => Math.max(newest, time), -Infinity) ?? null;
  const knewAsMuch = stored.find(
    ({ version, rows, learnedUntilMs }) =>
      champion.leftFor.includes(version) &&
      (newestMs === null || learnedUntilMs === null
        ? challenger.labels.length <= rows
        : newestMs <= learnedUntilMs),
  );
  return knewAsMuch?.version ?? null;
}

interface Paired {
  on: "newer" | "held_out";
  rows: Int32Array;
  byChampion: Float64Array;
}
type Pairing =
  | { kind: "tooFew"; rows: number; outcomes: number }
  | { kind: "unpaired" }
  | { kind: "unusable" }
  | ({ kind: "paired" } & Paired);

/** The rows to compare on, with the champion's probabilities of them: newer ones, else all that neither had seen. */
async function pairUp(
  champion: Champion,
  challenger: Challenger,
  scoreByChampion: (champion: Champion) => Promise<Float64Array | null>,
): Promise<Pairing> {
  const { labels, times, heldOutByChampion, measuredRows } = challenger;
  const unseen = challenger.unseen ?? new Int32Array();
  const learnedUntilMs = champion.learnedUntilMs ?? Infinity;
  const newer =
    times === null ? new Int32Array() : unseen.filter((row) => (times[row] ?? 0) > learnedUntilMs);
  const outcomesOf = (rows: Int32Array) => rows.reduce((sum, row) => sum + (labels[row] ?? 0), 0);
  const areEnough = (rows: Int32Array) =>
    Math.min(outcomesOf(rows), rows.length - outcomesOf(rows)) >= FEWEST_OF_EACH;
  const tooFew = (rows: Int32Array) => ({
    kind: "tooFew" as const,
    rows: rows.length,
    outcomes: outcomesOf(rows),
  });
  const isNewer = areEnough(newer);
  if (!isNewer && heldOutByChampion === null) return times === null ? { kind: "unpaired" } : tooFew(newer);
  // Undated figures may be of rows drawn to the true share of leavers; dated ones are of the latest day alone.
  const rows = isNewer ? newer : times === null ? measuredRows : Int32Array.from(labels.keys());
  const scores = unseen.length === 0 ? new Float64Array() : await scoreByChampion(champion);
  if (scores === null) return { kind: "unusable" };
  const said = heldOutByChampion?.slice() ?? new Float64Array(labels.length);
  unseen.forEach((row, i) => (said[row] = scores[i] ?? 0.5));
  const both = rows.filter((row) => !Number.isNaN(said[row]));
  if (!areEnough(both)) return tooFew(both);
  return {
    kind: "paired",
    on: isNewer ? "newer" : "held_out",
    rows: both,
    byChampion: Float64Array.from(both, (row) => said[row] ?? 0.5),
  };
}

function compare(
  { on, rows, byChampion }: Paired,
  { labels, times, customers, heldOutProbabilities }: Challenger,
): NonNullable<ModelDecision["comparison"]> {
  const truth = Uint8Array.from(rows, (row) => labels[row] ?? 0);
  const byChallenger = Float64Array.from(rows, (row) => heldOutProbabilities[row] ?? 0);
  const clusterOf = customers && Uint32Array.from(rows, (row) => customers[row] ?? 0);
  const { mean, low, high } = compareLogLoss(truth, byChallenger, byChampion, 0.95, clusterOf);
  const dates = times && Array.from(rows, (row) => times[row] ?? 0);
  const day = (of: (a: number, b: number) => number) =>
    dates === null ? null : new Date(dates.reduce((a, b) => of(a, b))).toISOString();
  return {
    on,
    from: day(Math.min),
    to: day(Math.max),
    rows: rows.length,
    outcomes: truth.reduce((sum, label) => sum + label, 0),
    championLogLoss: logLoss(truth, byChampion),
    challengerLogLoss: logLoss(truth, byChallenger),
    difference: { value: mean, lower: low, upper: high },
  };
}

/** A champion of before its rows were kept has no row in common to compare on: both measured figures must be apart. */
function decideByMeasuredLoss(
  champion: Champion,
  challenger: Challenger,
  decided: (promoted: boolean, reason: string) => Verdict,
): Verdict {
  const { version } = champion;
  const figures = `measured log loss ${challenger.logLoss.value.toFixed(4)} against ${champion.logLoss.value.toFixed(4)}, each on its own records`;
  const isApart =
    challenger.logLoss.upper !== null &&
    champion.logLoss.lower !== null &&
    challenger.logLoss.upper < champion.logLoss.lower;
  if (!isApart) return decided(false, `${version} stays: not better beyond chance (${figures}).`);
  return trustOf(challenger.verdict) > trustOf(champion.verdict)
    ? decided(false, `${version} stays: the new one ${lessTrusted(champion, challenger)}.`)
    : decided(true, `Better than ${version} beyond chance: ${figures}.`);
}
