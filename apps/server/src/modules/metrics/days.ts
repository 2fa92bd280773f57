import { dayNumber, isoDay } from "@forestay/metrics";

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
