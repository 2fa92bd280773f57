/** What one rule looks at, in the unit its steps are counted in. */
export const ruleCodes = [
  "silence_in_own_gaps",
  "silence_in_days",
  "tenure_days",
  "failed_payments_90d",
  "days_overdue",
  "past_due",
  "paused",
  "usage_share_of_before",
] as const;
export type RuleCode = (typeof ruleCodes)[number];

/** From this value on (until the next step) the rule adds so much to the log odds of leaving. */
export interface RuleStep {
  readonly from: number;
  readonly logOdds: number;
}

export interface Rule {
  readonly code: RuleCode;
  readonly label: string;
  /**
   * Rules of one cause count once, by the strongest: a failed payment, the days it is overdue and the status
   * past due are one event seen three times.
   */
  readonly cause: string;
  /** Rising in `from`; below the first step the rule says nothing. */
  readonly steps: readonly RuleStep[];
}

/** The weights of the cold start: plain JSON that a company may edit. */
export interface RuleDocument {
  readonly format: "forestay-rules";
  readonly version: 1;
  readonly rules: readonly Rule[];
}

/**
 * Weights until there is a model. Set by hand, not fitted: 0.7 doubles the odds, 1.4 makes them four times. Which
 * signals and their order follow churn-model.md (recency against own cadence, tenure, payments, falling usage).
 */
export const defaultRules: RuleDocument = {
  format: "forestay-rules",
  version: 1,
  rules: [
    {
      code: "silence_in_own_gaps",
      label: "Silent for longer than usual",
      cause: "silence",
      steps: [
        { from: 0, logOdds: -0.4 },
        { from: 1.5, logOdds: 0 },
        { from: 3, logOdds: 0.7 },
        { from: 6, logOdds: 1.3 },
        { from: 12, logOdds: 1.8 },
      ],
    },
    {
      code: "silence_in_days",
      label: "Days since last activity",
      cause: "silence",
      steps: [
        { from: 0, logOdds: -0.3 },
        { from: 15, logOdds: 0 },
        { from: 31, logOdds: 0.6 },
        { from: 61, logOdds: 1.1 },
        { from: 91, logOdds: 1.6 },
      ],
    },
    {
      code: "tenure_days",
      label: "Time as a customer",
      cause: "tenure",
      steps: [
        { from: 0, logOdds: 0.5 },
        { from: 90, logOdds: 0.2 },
        { from: 365, logOdds: -0.2 },
        { from: 1095, logOdds: -0.5 },
      ],
    },
    {
      code: "failed_payments_90d",
      label: "Failed payments",
      cause: "payment",
      steps: [
        { from: 1, logOdds: 0.7 },
        { from: 2, logOdds: 1.2 },
        { from: 3, logOdds: 1.5 },
      ],
    },
    {
      code: "days_overdue",
      label: "Invoice overdue",
      cause: "payment",
      steps: [
        { from: 1, logOdds: 0.6 },
        { from: 15, logOdds: 1 },
        { from: 31, logOdds: 1.4 },
      ],
    },
    { code: "past_due", label: "Subscription past due", cause: "payment", steps: [{ from: 1, logOdds: 1 }] },
    { code: "paused", label: "Subscription paused", cause: "status", steps: [{ from: 1, logOdds: 0.8 }] },
    {
      code: "usage_share_of_before",
      label: "Usage against the month before",
      cause: "usage",
      steps: [
        { from: 0, logOdds: 1.1 },
        { from: 0.25, logOdds: 0.7 },
        { from: 0.5, logOdds: 0.3 },
        { from: 0.8, logOdds: 0 },
        { from: 1.25, logOdds: -0.3 },
      ],
    },
  ],
};

/** Largest weight of a step: e^5 is odds 150 times higher, beyond anything a hand-set rule can know. */
const LARGEST_LOG_ODDS = 5;

/**
 * Reads an edited document.
 * @throws RangeError in words that name the rule and what is wrong with it.
 */
export function ruleDocumentFromJSON(document: unknown): RuleDocument {
  const fields = objectOf(document, "rules document");
  if (fields["format"] !== "forestay-rules" || fields["version"] !== 1) {
    throw new RangeError("not a rules document of version 1");
  }
  const entries = fields["rules"];
  if (!Array.isArray(entries)) throw new RangeError("rules are not a list");
  const rules = entries.map(ruleFrom);
  const seen = new Set<string>();
  for (const { code } of rules) {
    if (seen.has(code)) throw new RangeError(`rule ${code} is there twice`);
    seen.add(code);
  }
  return { format: "forestay-rules", version: 1, rules };
}

function ruleFrom(entry: unknown): Rule {
  const { code, label, cause, steps } = objectOf(entry, "rule");
  const known = ruleCodes.find((candidate) => candidate === code);
  if (known === undefined) throw new RangeError(`rule ${String(code)} is not known`);
  if (typeof label !== "string" || label === "") throw new RangeError(`rule ${known} has no label`);
  if (typeof cause !== "string" || cause === "") throw new RangeError(`rule ${known} has no cause`);
  if (!Array.isArray(steps)) throw new RangeError(`rule ${known} has no steps`);
  let before = Number.NEGATIVE_INFINITY;
  return {
    code: known,
    label,
    cause,
    steps: steps.map((step: unknown) => {
      const { from, logOdds } = objectOf(step, `step of rule ${known}`);
      if (typeof from !== "number" || !Number.isFinite(from) || from <= before) {
        throw new RangeError(`steps of rule ${known} do not rise at ${String(from)}`);
      }
      if (typeof logOdds !== "number" || !(Math.abs(logOdds) <= LARGEST_LOG_ODDS)) {
        throw new RangeError(`rule ${known} has weight ${String(logOdds)}, outside -5 to 5`);
      }
      before = from;
      return { from, logOdds };
    }),
  };
}

function objectOf(value: unknown, name: string): Record<string, unknown> {
  if (typeof value !== "object" || value === null) throw new RangeError(`${name} is not an object`);
  return value as Record<string, unknown>;
}
