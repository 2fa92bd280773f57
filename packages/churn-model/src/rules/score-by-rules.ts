import { countInWords } from "../count-in-words.ts";
import { logitOf, sigmoid } from "../calibration/logit.ts";
import { MIN_OUTCOMES } from "../pipeline/check-training-set.ts";
import { defaultRules, type Rule, type RuleCode, type RuleDocument } from "./rule-document.ts";

/** What the rules look at, as it stood on the scoring date; null is not known and never counts against anyone. */
export interface RuleFeatures {
  readonly daysSinceLastActivity: number | null;
  /** The customer's own mean number of days between active days. */
  readonly typicalGapDays: number | null;
  readonly tenureDays: number | null;
  readonly failedPayments90d: number | null;
  /** Days the oldest open invoice is past its date; 0 when nothing is overdue. */
  readonly daysOverdue: number | null;
  readonly status: "active" | "past_due" | "paused" | null;
  /** Events, sessions or another count of use in the last 30 days and in the 30 days before those. */
  readonly usageLast30d: number | null;
  readonly usagePrevious30d: number | null;
}

/** One reason in words. `points` are percentage points on the shown probability. */
export interface RuleFactor {
  readonly code: RuleCode;
  readonly label: string;
  readonly evidence: string;
  readonly points: number;
}

/** A score by rules, not trained. 100 x baseRate + all points = 100 x probability, exactly. */
export interface RuleScore {
  /** 0-1, strictly between. */
  readonly probability: number;
  /** 0-100, whole. */
  readonly score: number;
  /** Log odds of `probability`: the offset a first model starts from when labels arrive. */
  readonly logit: number;
  /** Largest effect first; rules that say nothing are left out. */
  readonly factors: RuleFactor[];
  /** Rules that had something to look at, of how many: few known means the score is mostly the base rate. */
  readonly rulesKnown: number;
  readonly rulesTotal: number;
}

/** A weekend is not silence: for customers seen daily a gap counts as at least this many days. */
const SHORTEST_GAP_DAYS = 3;
/** Fewer uses than this in the month before and a fall means nothing. */
const LEAST_USAGE_BEFORE = 5;

/**
 * Scores a customer by transparent rules where no model can be trained yet.
 * `baseRate` is the share of customers that leave within the horizon, 0-1 (the company's own guess where unknown); it
 * is held inside .001 to .999. Weights add up on the log odds and are shown as percentage points, each in the same
 * proportion (the straight path between base and score), so they add up exactly.
 */
export function scoreByRules(
  features: RuleFeatures,
  baseRate: number,
  document: RuleDocument = defaultRules,
): RuleScore {
  if (Number.isNaN(baseRate)) throw new RangeError("base rate is not a number");
  const base = Math.min(0.999, Math.max(0.001, baseRate));
  const fired = strongestPerCause(document.rules, features);
  const total = fired.hits.reduce((sum, hit) => sum + hit.logOdds, 0);
  const logit = logitOf(base) + total;
  const probability = sigmoid(logit);
  // The limit of (probability - base) / total as the weights cancel out is the slope of the sigmoid at the base.
  const perLogOdds = Math.abs(total) < 1e-9 ? base * (1 - base) : (probability - base) / total;
  const factors = fired.hits
    .filter((hit) => hit.logOdds !== 0)
    .map((hit) => ({
      code: hit.rule.code,
      label: hit.rule.label,
      evidence: hit.evidence,
      points: 100 * hit.logOdds * perLogOdds,
    }))
    .sort((a, b) => Math.abs(b.points) - Math.abs(a.points) || (a.code < b.code ? -1 : 1));
  return {
    probability,
    score: Math.round(100 * probability),
    logit,
    factors,
    rulesKnown: fired.known,
    rulesTotal: document.rules.length,
  };
}

interface Hit {
  readonly rule: Rule;
  readonly logOdds: number;
  readonly evidence: string;
}

function strongestPerCause(rules: readonly Rule[], features: RuleFeatures): { hits: Hit[]; known: number } {
  const strongest = new Map<string, Hit>();
  let known = 0;
  for (const rule of rules) {
    const measured = measure(rule.code, features);
    if (measured === null || !Number.isFinite(measured.value)) continue;
    known++;
    const step = rule.steps.findLast((candidate) => candidate.from <= measured.value);
    if (step === undefined) continue;
    const before = strongest.get(rule.cause);
    if (before === undefined || Math.abs(step.logOdds) > Math.abs(before.logOdds)) {
      strongest.set(rule.cause, { rule, logOdds: step.logOdds, evidence: measured.evidence });
    }
  }
  return { hits: [...strongest.values()], known };
}

/** The rule's value and the same in words, or null where it is not known. */
function measure(code: RuleCode, features: RuleFeatures): { value: number; evidence: string } | null {
  const { daysSinceLastActivity: silent, typicalGapDays: gap } = features;
  switch (code) {
    case "silence_in_own_gaps":
      if (silent === null || gap === null) return null;
      return {
        value: silent / Math.max(SHORTEST_GAP_DAYS, gap),
        evidence: `last active ${daysAgo(silent)}, usually every ${days(Math.max(1, Math.round(gap)))}`,
      };
    case "silence_in_days":
      // Only where the customer's own rhythm is unknown: 20 days are long for one and nothing for another.
      if (silent === null || gap !== null) return null;
      return { value: silent, evidence: `last active ${daysAgo(silent)}` };
    case "tenure_days":
      return whenKnown(features.tenureDays, (value) => `customer for ${days(Math.floor(value))}`);
    case "failed_payments_90d":
      return whenKnown(
        features.failedPayments90d,
        (value) => `${value} failed ${value === 1 ? "payment" : "payments"} in the last 90 days`,
      );
    case "days_overdue":
      return whenKnown(
        features.daysOverdue,
        (value) => `oldest open invoice ${days(Math.floor(value))} overdue`,
      );
    case "past_due":
      return features.status === null
        ? null
        : { value: Number(features.status === "past_due"), evidence: "status Past Due" };
    case "paused":
      return features.status === null
        ? null
        : { value: Number(features.status === "paused"), evidence: "status Paused" };
    case "usage_share_of_before": {
      const { usageLast30d: now, usagePrevious30d: before } = features;
      if (now === null || before === null || before < LEAST_USAGE_BEFORE) return null;
      return { value: now / before, evidence: `${now} in the last 30 days, was ${before}` };
    }
  }
}

const whenKnown = (value: number | null, inWords: (value: number) => string) =>
  value === null ? null : { value, evidence: inWords(value) };
const days = (count: number): string => countInWords(count, "day");
const daysAgo = (count: number): string => (count < 1 ? "today" : `${days(Math.floor(count))} ago`);

/** Whether known outcomes suffice for a model, and the words for the screen while they do not. */
export interface ColdStart {
  readonly canTrain: boolean;
  /** How many more of `missing` are needed; 0 when training is possible. */
  readonly stillNeeded: number;
  readonly missing: "leavers" | "stayers" | null;
  readonly message: string | null;
}

/** Counts known outcomes against what training needs: `MIN_OUTCOMES` of the rarer class. */
export function coldStart(outcomes: { readonly left: number; readonly stayed: number }): ColdStart {
  const rarer = Math.min(outcomes.left, outcomes.stayed);
  const stillNeeded = Math.max(0, MIN_OUTCOMES - rarer);
  if (stillNeeded === 0) return { canTrain: true, stillNeeded, missing: null, message: null };
  const missing = outcomes.left <= outcomes.stayed ? "leavers" : "stayers";
  const noun = stillNeeded === 1 ? missing.slice(0, -1) : missing;
  return {
    canTrain: false,
    stillNeeded,
    missing,
    message: `Rules, not trained: ${outcomes.left} known to have left and ${outcomes.stayed} to have stayed. ${stillNeeded} more ${noun} needed before a model can be trained.`,
  };
}
