import { isSameChurnRule, RiskLevel } from "@forestay/contracts/wire";
import type { Analysis, TrackRecord } from "@forestay/contracts/wire";
import { findingWords, HIGH_RISK_WORDS } from "@forestay/contracts/words";
import { formatCount, formatCounted, formatShortDate } from "@/lib/format/index.ts";

/** Below this share of the money the first calls are no finding: who has many customers reads how many need attention. */
const TELLING_SHARE = 0.05;
const words = ["no", "one", "two", "three", "four", "five"];

/** What was found, as a person would say it first: 'Five calls cover 29% of the revenue at risk', else the counts. */
export function answerTitle(analysis: Analysis): string {
  const { firstCalls, quality, source, customersAnalyzed } = analysis;
  const isTelling =
    firstCalls !== null &&
    firstCalls.shareOfValueAtRisk >= TELLING_SHARE &&
    customersAnalyzed > firstCalls.customers &&
    source === "model" &&
    quality !== null &&
    quality.verdict !== "not_reliable" &&
    quality.verdict !== "unconfirmed";
  if (!isTelling) return findingWords(analysis);
  const few = fewInWords(firstCalls.customers);
  const calls = firstCalls.customers === 1 ? "call covers" : "calls cover";
  return `${few.charAt(0).toUpperCase()}${few.slice(1)} ${calls} ${Math.round(100 * firstCalls.shareOfValueAtRisk)}% of the ${valueNoun(analysis)} at risk`;
}

/** 'five': a count that stands in a sentence. */
export const fewInWords = (count: number): string => words[count] ?? formatCount(count);

/** Whether the money is a year's revenue or, where no revenue is known, lifetime value. */
export const valueNoun = ({ levels }: Pick<Analysis, "levels">): "revenue" | "lifetime value" =>
  levels.some(({ monthlyRevenue }) => monthlyRevenue > 0) ? "revenue" : "lifetime value";

/**
 * May these scores be trusted, in one sentence without a statistician's word: what became of earlier scores where that is
 * known, else how the held-out customers turned out.
 */
export function trustSentence(
  analysis: Pick<Analysis, "quality" | "churn" | "horizonDays" | "isUndated">,
  record: TrackRecord | undefined,
): string {
  const { quality } = analysis;
  if (quality === null)
    return "Rules, not trained: these scores have never been measured. Read them as an order, not as chances.";
  if (quality.verdict === "not_reliable")
    return "Do not rely on these scores: on customers it had not seen, the model could not tell who leaves.";
  if (quality.verdict === "unconfirmed")
    return "To be confirmed: these scores may know the answer beforehand. Say which columns were known before a customer left.";
  const doubt =
    quality.verdict === "weak"
      ? "These scores tell only a little. "
      : quality.verdict === "provisional"
        ? "These scores are provisional: little is known so far. "
        : "";
  return doubt + (outcomeSentence(analysis, record) ?? heldOutSentence(quality));
}

/** 'Of 141 customers scored High or Critical on Jul 16, 73 have left. We expected 71.' Null where nothing has come of age. */
function outcomeSentence(
  { churn, horizonDays, isUndated }: Pick<Analysis, "churn" | "horizonDays" | "isUndated">,
  record: TrackRecord | undefined,
): string | null {
  const latest = record?.latest ?? null;
  // What another kind of leaving came to says nothing of these scores.
  if (latest === null || isUndated || latest.horizonDays !== horizonDays) return null;
  if (!isSameChurnRule(latest.churn, churn)) return null;
  const high = latest.levels.filter(({ level }) => level >= RiskLevel.High);
  const scored = sum(high.map((one) => one.scored));
  const [of, left, expected] =
    scored === 0
      ? [formatCounted(latest.customers, "customer"), latest.left, latest.customers * latest.meanProbability]
      : [
          `${formatCounted(scored, "customer")} scored ${HIGH_RISK_WORDS}`,
          sum(high.map((one) => one.left)),
          sum(high.map((one) => one.scored * (one.meanProbability ?? 0))),
        ];
  const [from, to] = [formatShortDate(latest.scoredFrom), formatShortDate(latest.scoredTo)];
  const when = from === to ? `on ${to}` : `from ${from} to ${to}`;
  return `Of ${of}${scored === 0 ? " scored" : ""} ${when}, ${formatCount(left)} left within ${latest.horizonDays} days. We expected ${formatCount(expected)}.`;
}

/** 'Tried on 1,369 customers it had not seen: of those it gave 31 in 100, 27 in 100 left.' */
function heldOutSentence({ calibrationBins, measuredOn }: NonNullable<Analysis["quality"]>): string {
  const who =
    measuredOn === null ? "customers" : formatCounted(measuredOn.rows, measuredOn.unit.replace(/s$/, ""));
  const [highest] = calibrationBins.toSorted((a, b) => b.meanPredicted - a.meanPredicted);
  return highest === undefined
    ? `Tried on ${who} it had not seen.`
    : `Tried on ${who} it had not seen: of those it gave ${inHundred(highest.meanPredicted)}, ${inHundred(highest.observed)} left.`;
}

const inHundred = (share: number) => `${Math.round(100 * share)} in 100`;
const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);

/** The closed line of what must be known besides: '3 warnings, 982 not scored'; null where there is nothing. */
export function warningsLine({
  warnings,
  notScored,
}: Pick<Analysis, "warnings" | "notScored">): string | null {
  const unscored = sum(notScored.map(({ count }) => count));
  if (warnings.length === 0)
    return unscored === 0 ? null : `${formatCounted(unscored, "customer")} not scored`;
  const counted = formatCounted(warnings.length, "warning");
  return unscored === 0 ? counted : `${counted}, ${formatCount(unscored)} not scored`;
}
