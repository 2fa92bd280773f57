import type { Criterion, Segment, SegmentColor, SegmentFigures } from "@forestay/contracts/wire";
import { formatCount, formatShare } from "@/lib/format/index.ts";

/** Categorical colors of the theme. */
export const segmentColor: Record<SegmentColor, string> = {
  teal: "var(--c1)",
  amber: "var(--c2)",
  violet: "var(--c3)",
  green: "var(--c4)",
  wine: "var(--c5)",
  slate: "var(--c6)",
};

/** The customers who are in a segment. */
export const memberCriteria = (id: string): Criterion[] => [
  { field: "segments", operator: "In", value: [id] },
];

/** Where the customers who are in it are listed, all or some of them. */
export const membersPath = (id: string, more: readonly Criterion[] = []): string =>
  `/app/customers?filters=${encodeURIComponent(JSON.stringify([...memberCriteria(id), ...more]))}`;

/** "of 2,337 scored" beside a rate. */
export const scoredWords = ({ scoredCount }: SegmentFigures): string => `of ${formatCount(scoredCount)}`;

/** How its size moved over the days that are known; null: fewer than two are. */
export function sizeChange({ trend }: Pick<Segment, "trend">): number | null {
  const first = trend[0];
  const last = trend.at(-1);
  return trend.length < 2 || first === undefined || last === undefined ? null : last - first;
}

export const signed = (change: number): string =>
  change === 0 ? "0" : `${change > 0 ? "+" : "−"}${formatCount(Math.abs(change))}`;

/** "2.1 times all customers", where both rates are known. */
export function timesEveryone(figures: SegmentFigures, everyone: SegmentFigures): string | null {
  if (figures.averageChurnRate === null || !everyone.averageChurnRate) return null;
  const times = figures.averageChurnRate / everyone.averageChurnRate;
  if (times > 0.95 && times < 1.05) return "as all customers";
  return `${times.toFixed(1)}× all customers (${formatShare(everyone.averageChurnRate)})`;
}
