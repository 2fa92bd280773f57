import { dayNumber, isoDay } from "@forestay/metrics";
import type { DashboardPeriod } from "@forestay/contracts";

/** So many days earlier, or later. */
export const addDays = (day: string, days: number): string => isoDay(dayNumber(day) + days);

/** So many months earlier or later; the last day of a shorter month. */
export function addMonths(day: string, months: number): string {
  const date = new Date(`${day}T00:00:00Z`);
  const [year, month] = [date.getUTCFullYear(), date.getUTCMonth() + months];
  const last = new Date(Date.UTC(year, month + 1, 0)).getUTCDate();
  return new Date(Date.UTC(year, month, Math.min(date.getUTCDate(), last))).toISOString().slice(0, 10);
}

export const monthOf = (day: string): string => day.slice(0, 7);
export const firstOfMonth = (day: string): string => `${monthOf(day)}-01`;
export const lastOfMonth = (day: string): string => addDays(addMonths(firstOfMonth(day), 1), -1);

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
