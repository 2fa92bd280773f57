import type { Criterion } from "@forestay/contracts/vocabulary";
import { comparison, COMPARISON, NUMBER, SPAN, spanDays, toNumber } from "./numbers.ts";
import { isRuledOut, type Phrase, type SentenceVocabulary } from "./phrase.ts";

/** Silent for how long, and new for how long, where nobody says. */
const SILENT_DAYS = 30;
const NEW_DAYS = 90;

const line = (field: string, operator: Criterion["operator"], value: Criterion["value"]): Criterion => ({
  field,
  operator,
  value,
});
const BOUND = String.raw`(?<bound>${NUMBER})`;
const LAST = String.raw`(?:in|within|over|during|for)?\s*(?:the\s+)?(?:last|past)\s+`;

/** Phrases that mean the same in every company. */
export function fixedPhrases({ fields }: SentenceVocabulary): Phrase[] {
  const types = fields.flatMap(({ field }) => /^events\.\d+\.(.+)$/.exec(field)?.[1] ?? []);
  return [...types.flatMap(eventPhrases), ...ownPhrases];
}

/** What was done, how often, and what was not. */
function eventPhrases(type: string): Phrase[] {
  const named = eventWords(type);
  const none =
    "(?:with no|no|without|never|stopped|not|haven.?t|hasn.?t|didn.?t|don.?t)(?:\\s+(?:any|been))?";
  const counted: Phrase["read"] = ({ compare, bound, count, unit }) => {
    const days = unit === undefined ? SILENT_DAYS : spanDays({ count, unit });
    return { field: `events.${days}.${type}`, ...comparison(compare ?? "", toNumber(bound ?? "0")) };
  };
  return [
    {
      pattern: `${none} ${named} (?:${LAST}|(?:for|in|since) )${SPAN}`,
      read: (span) => line(`events.${spanDays(span)}.${type}`, "Equals", 0),
    },
    {
      pattern: `${none} ${named}`,
      read: () => line(`sinceEvent.${type}`, "GreaterThan", SILENT_DAYS),
    },
    { pattern: `${named} ${COMPARISON} ${BOUND}(?: times)?(?: ${LAST}${SPAN})?`, read: counted },
    { pattern: `${COMPARISON} ${BOUND}(?: times)? ${named}(?: ${LAST}${SPAN})?`, read: counted },
  ];
}

/** An event by its name, and "login" by all that people say for it. */
function eventWords(type: string): string {
  const words = type.toLowerCase().split(/[\s_-]+/);
  if (words.length === 1 && /^log-?ins?$/.test(words[0] ?? ""))
    return String.raw`(?:log(?:ged|ging|s)?[\s-]?ins?|signed in|signing in)`;
  const literal = words
    .map((word) => word.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`).replace(/s$/, ""))
    .map((word) => `${word}(?:s|es)?`);
  const back = literal.toReversed();
  return `(?:${literal.join(String.raw`[\s_-]+`)}${literal.length === 2 ? `|${back.join(String.raw`[\s_-]+`)}` : ""})`;
}

const amounts: readonly { words: string; field: string }[] = [
  { words: "(?:lifetime value|ltv|clv)", field: "lifetimeValue" },
  {
    words: "(?:mrr|monthly revenue|revenue|a month|per month|monthly|pay(?:s|ing)?)",
    field: "monthlyRevenue",
  },
];

const ownPhrases: readonly Phrase[] = [
  ...amounts.flatMap(({ words, field }): Phrase[] => [
    {
      pattern: `${words}(?: is| of)? ${COMPARISON} ${BOUND}(?: a month| per month| monthly)?`,
      read: ({ compare, bound }) => {
        const { operator, value } = comparison(compare ?? "", toNumber(bound ?? "0"), 0.01);
        return line(field, operator, value);
      },
    },
    {
      pattern: `${COMPARISON} ${BOUND}(?: in| of)? ${words}`,
      read: ({ compare, bound }) => {
        const { operator, value } = comparison(compare ?? "", toNumber(bound ?? "0"), 0.01);
        return line(field, operator, value);
      },
    },
  ]),
  {
    pattern: `(?:risk )?scores?(?: is| are)? ${COMPARISON} ${BOUND}`,
    read: ({ compare, bound }) => {
      const { operator, value } = comparison(compare ?? "", toNumber(bound ?? "0"));
      return line("churnRiskScore", operator, value);
    },
  },
  {
    pattern: `(?:risk )?scores? (?:that )?(?:has |have )?(?<way>rose|risen|went up|gone up|increased|fell|fallen|dropped|went down|decreased)(?: by)?(?: more than)? ${BOUND}(?: points?)?(?: ${LAST}${SPAN})?`,
    read: ({ way, bound, count, unit }) => {
      const days = unit === undefined ? 30 : spanDays({ count, unit });
      const points = toNumber(bound ?? "0");
      const isUp = /^(?:r|went up|gone up|inc)/.test(way ?? "");
      return line(`scoreChange.${days}`, isUp ? "GreaterThan" : "LessThan", isUp ? points : -points);
    },
  },
  {
    pattern: String.raw`renew(?:s|ing|al|als)?(?: is| are| comes up| due| coming)?(?: up)? (?:in|within|during)(?: the)?(?: next| less than)? ${SPAN}`,
    read: ({ count, unit }) => line("renewalInDays", "LessThan", spanDays({ count, unit })),
  },
  {
    pattern: String.raw`(?:silent|inactive|quiet|not (?:been )?(?:active|seen)|no activity|went quiet|gone quiet)(?: for| in| since)?(?: more than| over| at least)?(?: the (?:last|past))? ${SPAN}`,
    read: ({ count, unit }) => line("daysSinceActivity", "GreaterThan", spanDays({ count, unit })),
  },
  {
    pattern: `(?:been )?(?:active|seen) ${LAST}${SPAN}`,
    read: ({ count, unit }) => line("daysSinceActivity", "LessThan", spanDays({ count, unit })),
  },
  {
    pattern: "(?:silent|going quiet|gone quiet|went quiet|went silent|stopped using (?:it|us|the product))",
    read: () => line("daysSinceActivity", "GreaterThan", SILENT_DAYS),
  },
  {
    pattern: `(?:(?:customers?|with us|here|subscribed)(?: for)? |for )(?<compare>more than|over|at least|less than|under) ${SPAN}`,
    read: ({ compare, count, unit }) =>
      line(
        "tenureDays",
        /^(?:less|under)/.test(compare ?? "") ? "LessThan" : "GreaterThan",
        spanDays({ count, unit }),
      ),
  },
  {
    pattern: `(?:joined|started|signed up|came|new) ${LAST}${SPAN}`,
    read: ({ count, unit }) => line("tenureDays", "LessThan", spanDays({ count, unit })),
  },
  { pattern: "new", read: () => line("tenureDays", "LessThan", NEW_DAYS) },
  {
    pattern: `(?:(?:failed|failing|declined) payments?|payments? (?:failed|declined))(?: ${LAST}${SPAN})?`,
    read: ({ count, unit }) =>
      line(`failedPayments.${unit === undefined ? 90 : spanDays({ count, unit })}`, "GreaterThan", 0),
  },
  { pattern: "overdue(?: invoices?| bills?)?", read: () => line("overdueInvoices", "GreaterThan", 0) },
  {
    pattern: "(?:unpaid|open) (?:invoices?|bills?)",
    read: () => line("openInvoices", "GreaterThan", 0),
  },
  { pattern: "at risk", read: () => line("churnRiskLevel", "In", [2, 3]) },
  {
    pattern:
      "(?<level>low|medium|high|critical)(?:(?:[ -]| or | and )(?<second>low|medium|high|critical))? ?-?risk",
    read: ({ level, second }) =>
      line(
        "churnRiskLevel",
        "In",
        [level, second].flatMap((one) => (one === undefined ? [] : [levels[one] ?? 0])),
      ),
  },
  { pattern: "critical", read: () => line("churnRiskLevel", "In", [3]) },
  {
    pattern: "(?:have not left|has not left|not left|not churned|still here|are still with us)",
    read: () => line("hasLeft", "Equals", false),
  },
  {
    pattern: "(?:have left|has left|who left|churned|left us|cancelled|canceled)",
    read: (_, before) => line("hasLeft", "Equals", !isRuledOut(before)),
  },
];

const levels: Record<string, number> = { low: 0, medium: 1, high: 2, critical: 3 };
