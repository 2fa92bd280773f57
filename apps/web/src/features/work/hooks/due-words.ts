import type { Task } from "@forestay/contracts/wire";
import { formatRelativeInline, formatShortDate } from "@/lib/format/index.ts";

/** When a task is due, or was done: 'Today', 'Late, Oct 9', 'Oct 17', 'Done 2d ago'; nothing where no day is set. */
export function dueWords({ doneAt, dueOn, isDueToday, isOverdue }: Task): string | null {
  if (doneAt !== null) return `Done ${formatRelativeInline(doneAt)}`;
  if (dueOn === null) return null;
  if (isDueToday) return "Today";
  const day = dayWords(dueOn);
  return isOverdue ? `Late, ${day}` : day;
}

/** A day of the calendar, wherever it is read. */
export const dayWords = (day: string): string => formatShortDate(`${day}T12:00:00`);

/** When a task is remembered. */
export function remindWords(daysBefore: number | null): string {
  if (daysBefore === null) return "No reminder";
  if (daysBefore === 0) return "On the morning of that day";
  return daysBefore === 1 ? "The morning before" : `${daysBefore} days before`;
}
