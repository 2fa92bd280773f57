/** A number as people write it: "300", "$1,500", "1.5k", "twelve". */
export const NUMBER = String.raw`(?:[$€£]\s?)?(?:\d[\d,]*(?:\.\d+)?(?:\s?k)?|one|two|three|four|five|six|seven|eight|nine|ten|twelve|fifteen|twenty|thirty|sixty|ninety)\b`;

const words: Record<string, number> = {
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
  twelve: 12,
  fifteen: 15,
  twenty: 20,
  thirty: 30,
  sixty: 60,
  ninety: 90,
};

export function toNumber(text: string): number {
  const bare = text.trim().replaceAll(/[$€£,\s]/g, "");
  if (bare in words) return words[bare] ?? 0;
  return bare.endsWith("k") ? Number(bare.slice(0, -1)) * 1000 : Number(bare);
}

/** "30 days", "two weeks", "a quarter", "6 months". */
export const SPAN = String.raw`(?:(?<count>${NUMBER}|an?)\s+)?(?<unit>days?|weeks?|months?|quarters?|years?)`;

const unitDays: Record<string, number> = { day: 1, week: 7, month: 30, quarter: 91, year: 365 };

/** Days of a span, from what its pattern found. */
export function spanDays({ count, unit }: { count?: string | undefined; unit?: string | undefined }): number {
  const each = unitDays[(unit ?? "day").replace(/s$/, "")] ?? 1;
  return Math.round(each * (count === undefined || /^an?$/.test(count) ? 1 : toNumber(count)));
}

/** "more than", "under", "at least": what it compares, and what one more or less of a whole number it takes. */
export const COMPARISON = String.raw`(?<compare>more than|greater than|over|above|at least|less than|fewer than|under|below|at most|up to)`;

/** Operator and bound of a comparison with a whole number, or with an amount, whose next step is a hundredth. */
export function comparison(
  compare: string,
  bound: number,
  step = 1,
): { operator: "GreaterThan" | "LessThan"; value: number } {
  const round = (value: number) => Math.round(value * 100) / 100;
  if (compare === "at least") return { operator: "GreaterThan", value: round(bound - step) };
  if (compare === "at most" || compare === "up to")
    return { operator: "LessThan", value: round(bound + step) };
  const isMore = ["more than", "greater than", "over", "above"].includes(compare);
  return { operator: isMore ? "GreaterThan" : "LessThan", value: bound };
}
