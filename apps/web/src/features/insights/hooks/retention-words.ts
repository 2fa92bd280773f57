import type { CohortTable, HazardMonth, RetentionInsights, Survival } from "@forestay/contracts/wire";
import { formatCounted, formatShare } from "@/lib/format/index.ts";

/** A twelfth of 365.25. */
export const DAYS_PER_MONTH = 30.4375;
const YEAR_DAYS = 365.25;

/** The curve's value and band right after a day; null beyond the last that was watched. */
export function survivalAfter(
  survival: Survival,
  day: number,
): { survival: number; low: number; high: number } | null {
  if (day > survival.lastDay) return null;
  return survival.points.findLast((point) => point.day <= day) ?? { survival: 1, low: 1, high: 1 };
}

const monthsOf = (days: number) => Math.round(days / DAYS_PER_MONTH);
const inMonths = (days: number) =>
  days < 1.5 * DAYS_PER_MONTH
    ? formatCounted(Math.round(days), "day")
    : formatCounted(monthsOf(days), "month");

/** 'Half of new customers have left after 25 months', or how many stay a year, or as long as is known. */
export function survivalTitle(survival: Survival): string {
  if (survival.left === 0)
    return `Nobody of ${formatCounted(survival.customers, "customer")} has left so far`;
  if (survival.median !== null) return `Half of new customers have left after ${inMonths(survival.median)}`;
  const year = survivalAfter(survival, YEAR_DAYS);
  if (year !== null) return `${formatShare(year.survival)} of new customers stay a first year`;
  const last = survivalAfter(survival, survival.lastDay);
  return `${formatShare(last?.survival ?? 1)} of new customers are still here after ${inMonths(survival.lastDay)}`;
}

/** Leavers of a month beyond those expected, in standard deviations: 1 in 20 for any of three years' months by chance (Bonferroni). */
const STANDS_OUT = 3.2;
/** Fewer expected leavers than this and a month's rate is mostly chance. */
const FEWEST_EXPECTED = 5;

/** Which month of their life costs most customers, if it loses more than chance explains. */
export function hazardTitle(hazard: readonly HazardMonth[]): string {
  const known = hazard.flatMap(({ month, left, rate }) =>
    rate === null || rate === 0 ? [] : [{ month, left, rate, spent: left / rate }],
  );
  const left = known.reduce((sum, one) => sum + one.left, 0);
  if (left < 2 * FEWEST_EXPECTED) return "Too few have left to say in which month";
  const mean = left / known.reduce((sum, one) => sum + one.spent, 0);
  const [highest] = known
    .filter((one) => {
      const expected = mean * one.spent;
      return expected >= FEWEST_EXPECTED && (one.left - expected) / Math.sqrt(expected) > STANDS_OUT;
    })
    .sort((one, other) => other.rate - one.rate);
  if (highest === undefined) return "No month of their life stands out";
  const which = highest.month === 1 ? "The first month" : `Month ${highest.month}`;
  return `${which} costs the most: ${formatShare(highest.rate)} leave`;
}

/** How much of all cohorts is left at the oldest age that is known of two of them. */
export function cohortTitle(table: CohortTable, noun: string): string {
  const known = table.average.flatMap((share, age) =>
    share !== null && table.rows.filter(({ cells }) => cells[age]?.isComplete).length >= 2
      ? [{ share, age }]
      : [],
  );
  const last = known.at(-1);
  if (last === undefined || last.age === 0) return "Cohorts by the month they began";
  const stay = noun === "customers" ? "are still here" : "is kept";
  return `${formatShare(last.share)} of ${noun} ${stay} ${formatCounted(last.age, "month")} after the first`;
}

/** Chance of plans this different by accident, from which on a difference is claimed. */
const SIGNIFICANT = 0.05;

/** Which plan keeps customers longest, if plans differ by more than chance. */
export function plansTitle({ byPlan, plansDiffer }: RetentionInsights): string {
  const day = Math.min(YEAR_DAYS, ...byPlan.map(({ survival }) => survival.lastDay));
  const ranked = byPlan
    .map(({ plan, survival }) => ({ plan, share: survivalAfter(survival, day)?.survival ?? 0 }))
    .sort((a, b) => b.share - a.share);
  const [best, worst] = [ranked[0], ranked.at(-1)];
  if (best === undefined || worst === undefined) return "By plan";
  if (plansDiffer === null || plansDiffer.pValue >= SIGNIFICANT)
    return "Plans do not differ by more than chance";
  return `${best.plan} keeps ${formatShare(best.share)} for ${inMonths(day)}, ${worst.plan} ${formatShare(worst.share)}`;
}

/** 'p = .03': the chance of curves this far apart if plans did not differ. */
export function testWords({ plansDiffer }: RetentionInsights): string {
  if (plansDiffer === null) return "";
  const { pValue } = plansDiffer;
  return `log-rank test, p ${pValue < 0.001 ? "< .001" : `= ${pValue.toFixed(3).replace(/^0/, "")}`}`;
}
