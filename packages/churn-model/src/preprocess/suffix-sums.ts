import type { NumericColumn, Table } from "../table.ts";
import type { FeatureSpec, SumSpec } from "./feature-spec.ts";

/** Days from 1980 to 2079: columns wholly inside hold dates, as tables have them in days since 1970. */
const DATES = { from: 3650, to: 40_000 };
/** Dates in seconds or milliseconds since 1970 lie above. */
const LATE = 1e8;

/** Names that end so are no quantity, or one that does not add up: points in time, ranks, names in digits, prices. */
const NOT_ADDITIVE =
  /^(dates?|datum|fecha|time|timestamp|when|day|month|year|weekday|birthday|level|index|class|grade|age|tenure|code|ids?|nr|number|zip|lat|lon|latitude|longitude|factor|limit|price|rank|rating|probability)$/;
/** Words that make a ratio, an average or a distance in time of whatever they stand beside. */
const RELATIVE =
  /^(since|ago|until|rate|ratio|share|percent|percentage|pct|quota|score|avg|average|mean|median|std|trend|change|delta)$/;
/** A window of time at the end of a name ("30d") says over how long, not what. */
const WINDOW = /^(\d+[a-z]{0,5}|last\d*|past\d*|prev|previous)$/;

/** Words for units; those of one line measure one thing in different sizes. */
const UNITS: readonly (readonly [string, RegExp])[] = [
  [
    "money",
    /^(usd|eur|gbp|chf|brl|mxn|dollars?|euros?|cents?|revenue|amount|charges?|fees?|costs?|spend|bill|billing|mrr|arr|value|balance)$/,
  ],
  ["seconds", /^(seconds?|secs?)$/],
  ["minutes", /^(minutes?|mins?|mou)$/],
  ["hours", /^(hours?|hrs?)$/],
  ["days", /^days?$/],
  ["weeks", /^weeks?$/],
  ["months", /^months?$/],
  ["years", /^years?$/],
  ["kilobytes", /^(kb|kilobytes?)$/],
  ["megabytes", /^(mb|megabytes?)$/],
  ["gigabytes", /^(gb|gigabytes?)$/],
  ["counts", /^(count|counts|calls?|num|tickets?|logins?|sessions?|messages?|sms|visits?|orders?|events?)$/],
];

/**
 * Suggests sums of non-negative numeric columns whose names end in the same word (measured to pay: totals split over
 * columns are invisible to a tree until added up), of one unit and one kind: minutes with minutes, whole numbers with
 * whole numbers, no dates, no ratios, no different windows of time. Between 2 and 12 parts; columns that look like
 * totals are no parts.
 */
export function suggestSums(table: Table, features: FeatureSpec[]): SumSpec[] {
  const alike = new Map<string, { suffix: string; parts: string[] }>();
  for (const feature of features) {
    if (feature.kind !== "numeric" || feature.lowest < 0) continue;
    const words = wordsOf(feature.name);
    const suffix = words.at(-1);
    if (words.length < 2 || suffix === undefined || suffix.length < 3) continue;
    if (NOT_ADDITIVE.test(suffix) || WINDOW.test(suffix) || words.some((word) => RELATIVE.test(word)))
      continue;
    if (isDate(feature)) continue;
    const column = table.columns.find((candidate) => candidate.name === feature.name);
    if (column?.kind !== "numeric" || !isWide(column)) continue;
    const key = [suffix, ...unitsOf(words), isWhole(column) ? "whole" : "parts"].join(" ");
    const group = alike.get(key) ?? { suffix, parts: [] };
    group.parts.push(feature.name);
    alike.set(key, group);
  }
  const sums = [...alike.values()].filter(
    ({ parts }) => parts.length >= 2 && parts.length <= 12 && !hasTotal(parts),
  );
  const taken = new Set<string>();
  return sums.map(({ suffix, parts }) => {
    // Minutes in whole numbers beside minutes in parts of them: two sums, told apart by their first column.
    const name = taken.has(suffix) ? `sum of ${suffix} with ${parts[0]}` : `sum of ${suffix}`;
    taken.add(suffix);
    return { kind: "sum", name, label: `Sum of ${suffix} (${parts.length} columns)`, parts };
  });
}

const wordsOf = (name: string): string[] =>
  name
    .replace(/([a-z\d])([A-Z])/g, "$1 $2")
    .toLowerCase()
    .split(/[^a-z\d]+/)
    .filter((word) => word !== "");

/** Windows that a name speaks of and its units, in a fixed order: a unit at its end is that of the whole ("day minutes"). */
function unitsOf(words: readonly string[]): string[] {
  const windows = words.filter((word) => WINDOW.test(word));
  const ofLast = unitOf(words.at(-1) ?? "");
  const units = ofLast === null ? words.map(unitOf).filter((unit) => unit !== null) : [ofLast];
  return [...new Set([...windows, ...units])].sort();
}

const unitOf = (word: string): string | null => UNITS.find(([, pattern]) => pattern.test(word))?.[0] ?? null;

const isDate = ({ lowest, highest }: { lowest: number; highest: number }): boolean =>
  (lowest >= DATES.from && highest <= DATES.to) || lowest >= LATE;

/** MonthlyCharges and TotalCharges are one quantity twice: adding them up means nothing. */
function hasTotal(parts: string[]): boolean {
  const rates = /^(monthly|annual|yearly|min|max|last|first|lifetime)$/;
  const totals = parts.filter((part) => wordsOf(part).includes("total"));
  return (
    (totals.length > 0 && totals.length < parts.length) ||
    parts.some((part) => wordsOf(part).some((word) => rates.test(word)))
  );
}

const isWide = ({ values }: NumericColumn): boolean => {
  const seen = new Set<number>();
  return values.some((value) => seen.add(value).size > 2);
};

const isWhole = ({ values }: NumericColumn): boolean =>
  values.every((value) => Number.isNaN(value) || Number.isInteger(value));
