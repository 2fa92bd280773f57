import type { MovementsMonth } from "@forestay/contracts/wire";
import { formatShare } from "@/lib/format/index.ts";

interface ChurnPoint {
  month: string;
  share: number;
}

/** Months whose churn is known, oldest first. */
export function churnPoints(months: readonly MovementsMonth[]): ChurnPoint[] {
  return months.flatMap(({ month, churn }) => (churn === null ? [] : [{ month, share: churn.share }]));
}

/** The months from the first to the last whose churn is known; null where one between is not. */
export function churnLine(months: readonly MovementsMonth[]): { month: string; share: number | null }[] {
  const isKnown = ({ churn }: MovementsMonth) => churn !== null;
  const first = months.findIndex(isKnown);
  if (first < 0) return [];
  return months
    .slice(first, months.findLastIndex(isKnown) + 1)
    .map(({ month, churn }) => ({ month, share: churn?.share ?? null }));
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
