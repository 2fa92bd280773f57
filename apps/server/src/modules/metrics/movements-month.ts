import type { MovementsMonth } from "@forestay/contracts";
import { toMajorUnits } from "#modules/customers/index.ts";
import type { RetentionFigures, RetentionSeries, RevenueSeries } from "./read-rollups.ts";

export const leftOf = ({ left_voluntary, left_involuntary, left_unknown }: RetentionFigures): number =>
  left_voluntary + left_involuntary + left_unknown;

/** Logo churn of a span, 0-1; null where nobody paid at its start. */
export const churnOf = (figures: RetentionFigures): number | null =>
  figures.active_at_start === 0 ? null : leftOf(figures) / figures.active_at_start;

/** A calendar month, as far as it has come, as the contract tells it. `retention` is of the span of a month. */
export function toMovementsMonth(
  { month, from, until, isComplete }: Pick<MovementsMonth, "month" | "from" | "until" | "isComplete">,
  currency: string,
  revenue: RevenueSeries,
  retention: RetentionSeries,
): MovementsMonth {
  const money = (minor: number) => toMajorUnits(minor, currency);
  const flow = revenue.flow(from, until);
  const figures = isComplete ? retention.atEndOf(until) : null;
  const share = figures && churnOf(figures);
  return {
    month,
    from,
    until,
    isComplete,
    flow: flow && {
      start: money(flow.startMinor),
      new: money(flow.minor.new),
      expansion: money(flow.minor.expansion),
      reactivation: money(flow.minor.reactivation),
      contraction: money(flow.minor.contraction),
      churn: money(flow.minor.churn),
      end: money(flow.endMinor),
      counts: flow.counts,
    },
    churn:
      figures === null || share === null
        ? null
        : { left: leftOf(figures), activeAtStart: figures.active_at_start, share },
  };
}
