import { monthNames } from "./reading/period.ts";

/** What tools answered, taken apart for holding words against it. */
interface Known {
  /** Every number, with its sign. */
  numbers: number[];
  /** Days and months, like 2026-11-26 and 2026-11. */
  dates: Set<string>;
  /** Sentences; numbers in them were said. */
  sentences: string[];
  /** Names and other short texts: what stands in them is no figure. */
  names: string[];
}

const ISO = /^(\d{4}-\d{2})(?:-(\d{2}))?(?:T[\d:.]+(?:Z|[+-]\d{2}:?\d{2}))?$/;
const ID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/gi;
const MONTH = `(${monthNames.map((one) => `${one}|${one.slice(0, 3)}`).join("|")})\\.?`;
const datePatterns: readonly [RegExp, (match: RegExpMatchArray) => [string, string, string]][] = [
  [/\b(\d{4})-(\d{2})(?:-(\d{2}))?\b/g, ([, year, month, day]) => [year!, month!, day ?? ""]],
  [
    new RegExp(`\\b${MONTH} (\\d{1,2})(?:st|nd|rd|th)?(?:,? (\\d{4}))?\\b`, "gi"),
    ([, month, day, year]) => [year ?? "", monthNumber(month!), day!],
  ],
  [
    new RegExp(`\\b(\\d{1,2})(?:st|nd|rd|th)? (?:of )?${MONTH}(?:,? (\\d{4}))?\\b`, "gi"),
    ([, day, month, year]) => [year ?? "", monthNumber(month!), day!],
  ],
  [new RegExp(`\\b${MONTH},? (\\d{4})\\b`, "gi"), ([, month, year]) => [year!, monthNumber(month!), ""]],
];
const monthNumber = (word: string) =>
  String(monthNames.findIndex((one) => one.startsWith(word.toLowerCase().slice(0, 3))) + 1).padStart(2, "0");

const words =
  "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen".split(
    " ",
  );
const tens = "twenty thirty forty fifty sixty seventy eighty ninety".split(" ");
const scales: Record<string, number> = {
  k: 1e3,
  thousand: 1e3,
  m: 1e6,
  mn: 1e6,
  million: 1e6,
  bn: 1e9,
  billion: 1e9,
  hundred: 100,
  dozen: 12,
};
const WORD = new RegExp(
  `\\b(?:(?:(${tens.join("|")})(?:[- ](${words.slice(1, 10).join("|")}))?)|(${words.slice(2).join("|")}))\\b(?:\\s+(hundred|thousand|million|billion|dozen))?`,
  "gi",
);
const SCALE_ALONE =
  /\b(?:a|one|several|some)\s+(hundred|thousand|million|billion|dozen)s?\b|\b(?:half|a third|a quarter|doubled|tripled|twice)\b/gi;
const NUMBER =
  /(?<![\p{L}\d.,])([-−])?[$€£¥]?(\d+(?:,\d{3})*|\d+)(\.\d+)?(?:\s?(%|percent\b|per cent\b)|\s?(k|thousand|mn?|million|bn|billion)\b)?/giu;

/**
 * Numbers, days and number words of a text that nothing in `results` says: empty where every figure was answered by a tool.
 * A figure may be rounded to the decimals that are shown, and a share (0 to 1) said in percent; what a sentence of a tool
 * says may be said again. Nothing else may: no number of the question, no sum, no other sign.
 */
export function unsaidNumbers(text: string, results: readonly unknown[]): string[] {
  const known: Known = { numbers: [], dates: new Set(), sentences: [], names: [] };
  for (const result of results) collect(result, known);
  let rest = text.replaceAll(ID, " ");
  // A plan called "Team 50" is a name and no fifty.
  for (const name of known.names.toSorted((a, b) => b.length - a.length))
    if (/\d/.test(name) && /\p{L}/u.test(name))
      rest = rest.replaceAll(new RegExp(`(?<![\\p{L}\\p{N}])${escaped(name)}(?![\\p{L}\\p{N}])`, "giu"), " ");
  const strange: string[] = [];
  for (const [pattern, partsOf] of datePatterns)
    rest = rest.replaceAll(pattern, (...args) => {
      const match = args.slice(
        0,
        args.findIndex((one) => typeof one === "number"),
      ) as unknown as RegExpMatchArray;
      const [year, month, day] = partsOf(match);
      if (!isKnownDate(known.dates, year, month, day)) strange.push(match[0]);
      return " ";
    });
  const said = known.sentences.join("\n");
  const saidNumbers = numbersIn(said);
  for (const [whole, sign, digits, decimals = "", percent, scale] of rest.matchAll(NUMBER)) {
    const shown =
      Number(digits!.replaceAll(",", "") + decimals) *
      (scale === undefined ? 1 : scales[scale.toLowerCase()]!);
    const value = sign === undefined ? shown : -shown;
    const step =
      (scale === undefined ? 1 : scales[scale.toLowerCase()]!) * 10 ** -Math.max(decimals.length - 1, 0);
    const isSaid =
      known.numbers.some((one) => isSame(one, value, step, sign !== undefined)) ||
      (percent !== undefined &&
        known.numbers.some((one) => isSame(100 * one, value, step, sign !== undefined))) ||
      saidNumbers.has(`${digits!.replaceAll(",", "")}${decimals}`);
    if (!isSaid) strange.push(whole.trim());
  }
  for (const [whole, ten, one, small, scale] of rest.matchAll(WORD)) {
    const base =
      ten === undefined
        ? words.indexOf(small!.toLowerCase())
        : 20 +
          10 * tens.indexOf(ten.toLowerCase()) +
          (one === undefined ? 0 : words.indexOf(one.toLowerCase()));
    const value = base * (scale === undefined ? 1 : scales[scale.toLowerCase()]!);
    if (!known.numbers.includes(value) && !new RegExp(`\\b${escaped(whole)}\\b`, "i").test(said))
      strange.push(whole);
  }
  for (const [whole] of rest.matchAll(SCALE_ALONE))
    if (!said.toLowerCase().includes(whole.toLowerCase())) strange.push(whole);
  return [...new Set(strange)];
}

/** Rounded as it is shown; a sign that is written has to be the number's, one that is not may have gone into the words. */
const isSame = (one: number, shown: number, step: number, isSigned: boolean) =>
  // A share of 0.034 is no "0 customers", and one of 0.62 no "1".
  (step < 1 || Math.abs(one) >= 1 || one === shown) &&
  Math.abs((isSigned ? one : Math.abs(one)) - shown) <= step / 2 + 1e-9;

function isKnownDate(dates: ReadonlySet<string>, year: string, month: string, day: string): boolean {
  const wanted = `${year === "" ? String.raw`\d{4}` : year}-${month}${day === "" ? "" : `-${day.padStart(2, "0")}`}`;
  const pattern = new RegExp(`^${wanted}`);
  return [...dates].some((one) => pattern.test(one));
}

const numbersIn = (text: string): Set<string> =>
  new Set([...text.matchAll(/\d+(?:,\d{3})*(?:\.\d+)?/g)].map(([one]) => one.replaceAll(",", "")));

const escaped = (text: string) => text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);

function collect(value: unknown, known: Known): void {
  if (typeof value === "number") known.numbers.push(value);
  else if (typeof value === "string") {
    const date = ISO.exec(value);
    if (date !== null) known.dates.add(value.slice(0, 10));
    else if (/\s/.test(value) && /[.:;,]|\s\S+\s/.test(value))
      known.sentences.push(value.replaceAll(ID, " "));
    else if (value !== "") known.names.push(value);
  } else if (Array.isArray(value)) {
    known.numbers.push(value.length);
    for (const one of value) collect(one, known);
  } else if (value !== null && typeof value === "object")
    for (const one of Object.values(value)) collect(one, known);
}
