import type { Period } from "../types.ts";

export const monthNames = [
  "january",
  "february",
  "march",
  "april",
  "may",
  "june",
  "july",
  "august",
  "september",
  "october",
  "november",
  "december",
];
const numbers: Record<string, number> = {
  a: 1,
  an: 1,
  one: 1,
  two: 2,
  three: 3,
  four: 4,
  five: 5,
  six: 6,
  seven: 7,
  eight: 8,
  nine: 9,
  ten: 10,
  eleven: 11,
  twelve: 12,
};
const NUMBER = String.raw`(?<n>\d{1,4}|${Object.keys(numbers).join("|")})`;
const toNumber = (word: string | undefined) => (word === undefined ? 1 : (numbers[word] ?? Number(word)));

/** The calendar month so many before that of a day: '2026-09' is two before November. */
export function monthBefore(today: string, months: number): string {
  const [year = 0, month = 1] = today.split("-").map(Number);
  const at = year * 12 + month - 1 - months;
  return `${Math.floor(at / 12)}-${String((at % 12) + 1).padStart(2, "0")}`;
}

/** 'October 2026' of '2026-10'. */
export function monthWords(month: string): string {
  const [year = "", number = "1"] = month.split("-");
  const name = monthNames[Number(number) - 1] ?? "";
  return `${name.charAt(0).toUpperCase()}${name.slice(1)} ${year}`;
}

/** The newest month of this name that has begun. */
function named(name: string, today: string, year: string | undefined): string {
  const number = monthNames.findIndex((one) => one.startsWith(name.slice(0, 3))) + 1;
  const [thisYear = 0, thisMonth = 1] = today.split("-").map(Number);
  const chosen = year === undefined ? (number <= thisMonth ? thisYear : thisYear - 1) : Number(year);
  return `${chosen}-${String(number).padStart(2, "0")}`;
}

const month = (at: string): Period => ({ kind: "month", month: at, words: monthWords(at) });

interface Rule {
  pattern: RegExp;
  read(groups: Record<string, string | undefined>, today: string, before: Period | undefined): Period;
}

/** The longer wording before the shorter that it holds. */
const rules: readonly Rule[] = [
  {
    pattern:
      /\b(?:the )?month before (?:that|last|it)\b|\bone (?:month )?earlier\b|\band before that\b|\bthe month before\b|\bmonth earlier\b/,
    read: (_, today, before) =>
      month(
        monthBefore(
          before?.kind === "month" ? `${before.month}-01` : today,
          before?.kind === "month" ? 1 : 2,
        ),
      ),
  },
  {
    pattern: new RegExp(String.raw`\b${NUMBER} months? (?:ago|back|earlier)\b`),
    read: ({ n }, today) => month(monthBefore(today, toNumber(n))),
  },
  {
    pattern: /\b(?:in the |over the |during the )?(?:last|previous|past) month\b|\bmonth ago\b/,
    read: (_, today) => month(monthBefore(today, 1)),
  },
  {
    pattern: /\b(?:so far )?(?:this|current|present) month(?: so far)?\b|\bmonth to date\b|\bmtd\b/,
    read: (_, today) => month(monthBefore(today, 0)),
  },
  {
    pattern:
      /\b(?:in |of |for |during )?(?<name>january|february|march|april|june|july|august|september|october|november|december|jan|feb|mar|apr|jun|jul|aug|sep|sept|oct|nov|dec)(?: (?:of )?(?<year>20\d\d))?\b/,
    read: ({ name = "", year }, today) => month(named(name, today, year)),
  },
  {
    pattern: /\b(?:in|of|for|during) may(?: (?<year>20\d\d))?\b/,
    read: ({ year }, today) => month(named("may", today, year)),
  },
  {
    pattern: new RegExp(
      String.raw`\b(?:(?:in|over|for|during|within|of)\s+)?(?:the )?(?:last|past|previous) ${NUMBER} months\b`,
    ),
    read: ({ n }) => ({ kind: "months", months: toNumber(n), words: `the last ${toNumber(n)} months` }),
  },
  {
    pattern:
      /\b(?:in |over |for |during |within )?(?:the )?(?:last|past|previous) (?:year|12 months|twelve months)\b|\b(?:in|over) (?:a|the) year\b|\bin 12 months\b/,
    read: () => ({ kind: "months", months: 12, words: "the last 12 months" }),
  },
  {
    pattern: new RegExp(
      String.raw`\b(?:(?:in|over|for|during|within|of)\s+)?(?:the )?(?:last|past|previous) ${NUMBER} days\b`,
    ),
    read: ({ n }) => ({ kind: "days", days: toNumber(n), words: `the last ${toNumber(n)} days` }),
  },
  {
    pattern: /\b(?:in |over |for )?(?:the )?(?:last|past|previous) quarter\b/,
    read: () => ({ kind: "months", months: 3, words: "the last 3 months" }),
  },
  {
    pattern: /\b(?:right now|now|today|currently|at the moment|at present)\b/,
    read: () => ({ kind: "now" }),
  },
  {
    pattern:
      /\b(?:in|of|during|since|for|by|until) (?:19|20)\d\d\b|\b(?:yesterday|tomorrow|last week|this week|next (?:week|month|year|quarter)|last year|this year|last night)\b|\bin (?:\d+|two|three|four|five|six|ten) (?:years?|months?|weeks?|days?)\b/,
    read: () => ({ kind: "unknown", words: "" }),
  },
];

/** When a question is about, and the question without those words; undefined where it does not say. */
export function readPeriod(
  text: string,
  today: string,
  before: Period | undefined,
): { period: Period | undefined; rest: string } {
  for (const { pattern, read } of rules) {
    const match = pattern.exec(text);
    if (!match) continue;
    const period = read(match.groups ?? {}, today, before);
    const rest = text.replace(match[0], " ").replaceAll(/\s+/g, " ").trim();
    return { period: period.kind === "unknown" ? { ...period, words: match[0] } : period, rest };
  }
  return { period: undefined, rest: text };
}
