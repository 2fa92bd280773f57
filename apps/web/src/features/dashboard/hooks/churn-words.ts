import type { MovementsMonth } from "@forestay/contracts/wire";
import { formatMoney, formatShare, monthName } from "@/lib/format/index.ts";

interface ChurnPoint {
  month: string;
  share: number;
}

/** Months whose churn is known, oldest first. */
export function churnPoints(months: readonly MovementsMonth[]): ChurnPoint[] {
  return months.flatMap(({ month, churn }) => (churn === null ? [] : [{ month, share: churn.share }]));
}

/** 'Churn is at 2.3%, its lowest in a year': the newest whole month, and where it stands among those before. */
export function churnTitle(points: readonly ChurnPoint[]): string {
  const newest = points.at(-1);
  if (newest === undefined) return "Churn is not known yet";
  const at = `Churn is at ${formatShare(newest.share)}`;
  const earlier = points.slice(0, -1).map(({ share }) => share);
  if (earlier.length < 3) return at;
  const span = points.length >= 12 ? "a year" : `${points.length} months`;
  if (earlier.every((share) => share > newest.share)) return `${at}, its lowest in ${span}`;
  if (earlier.every((share) => share < newest.share)) return `${at}, its highest in ${span}`;
  const mean = earlier.reduce((sum, share) => sum + share, 0) / earlier.length;
  if (formatShare(mean) === formatShare(newest.share))
    return `${at}, as in the ${earlier.length} months before`;
  return `${at}, ${newest.share > mean ? "above" : "below"} the ${formatShare(mean)} of the ${earlier.length} months before`;
}

/** 'MRR grew by $3,120 in October': the newest whole month. */
export function movementsTitle(months: readonly MovementsMonth[], currency: string): string {
  const newest = months.findLast(({ isComplete, flow }) => isComplete && flow !== null);
  if (newest?.flow == null) return "What changed MRR";
  const change = newest.flow.end - newest.flow.start;
  const month = monthName(newest.month);
  if (change === 0) return `MRR stayed the same in ${month}`;
  return `MRR ${change > 0 ? "grew" : "fell"} by ${formatMoney(Math.abs(change), currency)} in ${month}`;
}
