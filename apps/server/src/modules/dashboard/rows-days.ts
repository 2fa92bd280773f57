import { addDays, addMonths, firstOfMonth, lastOfMonth, type Scope } from "#modules/metrics/index.ts";
import { AppError } from "#platform/http/app-error.ts";

/** The days asked for; without any from `otherwise` to the day of the figures. */
export function daysOf(
  { day }: Pick<Scope, "day">,
  { from, until }: { from?: string | undefined; until?: string | undefined },
  otherwise: string,
) {
  const days = { from: from ?? otherwise, until: until ?? day };
  if (days.from > days.until)
    throw new AppError("validation_failed", { fields: { until: "The last day is before the first" } });
  return days;
}

/** Which of the spans that are kept the days are. Retention of other spans is not kept, and cannot be opened. */
export function spanOf({ from, until }: { from: string; until: string }) {
  const end = addDays(until, 1);
  if (addDays(end, -30) === from) return "30_days";
  if (addMonths(end, -1) === from) return "1_month";
  if (addMonths(end, -12) === from) return "12_months";
  throw new AppError("validation_failed", {
    fields: { from: "Retention is kept over 30 days, a month and twelve months" },
  });
}

/** How many whole calendar months the days are; null where they are none. */
export function wholeMonths(days: { from: string; until: string }): number | null {
  const ends = endsOf(days);
  return areWhole(days, ends) ? ends.length : null;
}

function endsOf({ from, until }: { from: string; until: string }): string[] {
  const ends: string[] = [];
  for (let month = from; month < until; month = addMonths(month, 1)) ends.push(lastOfMonth(month));
  return ends;
}

const areWhole = ({ from, until }: { from: string; until: string }, ends: readonly string[]) =>
  firstOfMonth(from) === from && ends.at(-1) === until;

/** The last days of the calendar months that the days are. */
export function monthEnds(days: { from: string; until: string }): string[] {
  const ends = endsOf(days);
  if (areWhole(days, ends)) return ends;
  throw new AppError("validation_failed", { fields: { from: "Whole calendar months are needed" } });
}
