import type {
  CountryRevenue,
  LifetimeValue,
  PlanRevenue,
  ReasonsInsights,
  RevenueInsights,
} from "@forestay/contracts/wire";
import { formatCounted, formatMoney, formatNumber, formatShare, monthName } from "@/lib/format/index.ts";

type Months = RevenueInsights["months"];
/** Months whose churn is averaged. */
const MEAN_MONTHS = 6;

/** 'May added $6,382.95: MRR is 1.9% above April', to the cent. */
export function equationTitle(months: Months, currency: string): string {
  const at = months.findLastIndex(({ isComplete, flow }) => isComplete && flow !== null);
  const month = months[at];
  if (month?.flow == null) return "The first month is not over";
  const { start, end } = month.flow;
  const change = end - start;
  const name = monthName(month.month);
  if (change === 0) return `MRR ended ${name} as it began`;
  const by = formatMoney(Math.abs(change), currency, 2);
  const share =
    start === 0 ? "" : `, ${formatShare(Math.abs(change) / start)} ${change > 0 ? "more" : "less"}`;
  return change > 0 ? `${name} added ${by}${share}` : `${name} took ${by}${share}`;
}

/** How many of the full months ended higher than they began. */
export function movementsYearTitle(months: Months): string {
  const full = months.flatMap(({ isComplete, flow }) => (isComplete && flow !== null ? [flow] : []));
  const grew = full.filter(({ start, end }) => end > start).length;
  if (full.length === 0) return "What changed MRR";
  if (full.length === 1)
    return grew === 1 ? "The one full month ended higher" : "The one full month ended no higher";
  if (grew === full.length) return `All ${full.length} months ended higher than they began`;
  return grew === 0
    ? `None of ${full.length} months ended higher than it began`
    : `${grew} of ${full.length} months ended higher than they began`;
}

/** Whether who stays makes up for who leaves. */
export function retentionTitle(retention: RevenueInsights["retention"]): string {
  const last = retention.findLast(({ netRetention }) => netRetention !== null);
  if (last?.netRetention == null || last.grossRetention === null)
    return "Known once customers have paid for a year";
  return last.netRetention >= 1
    ? "Those who stay grow more than those who leave take"
    : `${formatShare(1 - last.netRetention)} of a year's revenue is not made up for`;
}

/** What share of MRR the last full month lost, and what growth made of it. */
export function mrrChurnTitle(churn: RevenueInsights["churn"]): string {
  const last = churn.findLast(({ gross }) => gross !== null);
  if (last === undefined || last.gross === null || last.net === null)
    return "Known once a month began with revenue";
  const month = monthName(last.month);
  if (last.gross === 0) return `${month} lost no MRR`;
  const lost = `${month} lost ${formatShare(last.gross)} of MRR`;
  if (last.net > 0) return `${lost}, ${formatShare(last.net)} after what grew and came back`;
  return `${lost}, and ${last.net === 0 ? "as much" : "more than that"} grew or came back`;
}

/** What a customer pays before it leaves. */
export function lifetimeTitle({ simple, survival }: LifetimeValue, currency: string): string {
  if (simple.value !== null)
    return `An average customer pays ${formatMoney(simple.value, currency)} before it leaves`;
  if (survival.value !== null)
    return `An average customer pays ${formatMoney(survival.value, currency)} in its first ${formatCounted(survival.months, "month")}`;
  return "What a customer is worth is not known yet";
}

/** Why there is no value by mean churn. */
export function noSimpleValue({ perCustomer, simple }: LifetimeValue, currency: string): string {
  if (perCustomer === null) return noPayers(currency);
  return simple.months.length < MEAN_MONTHS
    ? "n/a: it needs six full months that began with customers."
    : "n/a: nobody left in six months, and nobody would ever leave by that.";
}

/** Why there is no value by how long customers stay. */
export const noSurvivalValue = ({ perCustomer }: LifetimeValue, currency: string): string =>
  perCustomer === null ? noPayers(currency) : "n/a: nobody was followed yet.";

const noPayers = (currency: string) => `n/a: nobody pays in ${currency} today.`;

/** Which plan earns the most, and what of. */
export function plansRevenueTitle(plans: readonly PlanRevenue[]): string {
  const [first] = plans;
  if (first === undefined || first.plan === null || first.share === null) return "By plan";
  return `${first.plan} earns ${formatShare(first.share)} of MRR`;
}

/** Which country earns the most, and what of. */
export function countriesTitle(rows: readonly CountryRevenue[]): string {
  const first = rows.find(({ country }) => country !== null);
  if (first === undefined || first.share === null) return "By country";
  return `${first.label} earns ${formatShare(first.share)} of MRR`;
}

/** 'quick ratio 3.1' */
export function quickRatioWords(ratio: number | null): string {
  return ratio === null
    ? "quick ratio n/a: nothing was lost"
    : `quick ratio of these months ${formatNumber(ratio, 1)}`;
}

/** By whom most of what was lost went, in a sentence. */
export function reasonsTitle({ total }: ReasonsInsights): string {
  if (total === null) return "Why customers left";
  const all = total.voluntary.customers + total.involuntary.customers + total.unknown.customers;
  if (all === 0) return "Nobody left in these months";
  const share = (of: number) => formatShare(of / all);
  if (total.unknown.customers > all / 2)
    return `Of ${share(total.unknown.customers)} who left nobody said why`;
  if (total.involuntary.customers > total.voluntary.customers)
    return `${share(total.involuntary.customers)} left because a payment failed: that can be won back`;
  return `${share(total.voluntary.customers)} left because they wanted to`;
}
