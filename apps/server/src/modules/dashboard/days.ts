import { formatDate } from "@forestay/contracts/words";
import type { DashboardPeriod } from "@forestay/contracts";
import { addDays, addMonths } from "#modules/metrics/index.ts";

/** The same day a period earlier. */
export function periodBefore(day: string, period: DashboardPeriod): string {
  if (period === "12_months") return addMonths(day, -12);
  return addDays(day, period === "30_days" ? -30 : -90);
}

/** The days a tile's small line goes through, oldest first; the last is the day itself. */
export function seriesDays(day: string, period: DashboardPeriod): string[] {
  const points = { "30_days": 31, "90_days": 14, "12_months": 13 }[period];
  return Array.from({ length: points }, (_, at) => {
    const back = points - 1 - at;
    if (period === "12_months") return addMonths(day, -back);
    return addDays(day, -back * (period === "30_days" ? 1 : 7));
  });
}

export const periodWords: Record<DashboardPeriod, string> = {
  "30_days": "vs 30 days before",
  "90_days": "vs 90 days before",
  "12_months": "vs 12 months before",
};

/** The day of a moment, in UTC. */
export const dayOf = (at: Date): string => at.toISOString().slice(0, 10);
/** 'March 1, 2026' */
export const inWords = (day: string): string => formatDate(new Date(`${day}T00:00:00Z`), "UTC", "long");
export const spanWords = ({ from, until }: { from: string; until: string }): string =>
  `${inWords(from)} to ${inWords(until)}`;
