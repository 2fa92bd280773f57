import { formatWeekday } from "@forestay/contracts/words";
import { viewerTimeZone } from "@/lib/format/index.ts";

/** Items of one calendar day in the viewer's zone. */
export interface DayGroup<T> {
  /** 'Today', 'Yesterday', 'Friday, November 14', with the year when it is not the current one. */
  title: string;
  items: T[];
}

/** Groups a list, newest first, by the day of each item; the order stays. */
export function groupByDay<T extends { createdAt: string }>(items: readonly T[], now: Date): DayGroup<T>[] {
  return [...Map.groupBy(items, (item) => dayTitle(new Date(item.createdAt), now))].map(
    ([title, members]) => ({
      title,
      items: members,
    }),
  );
}

function dayTitle(date: Date, now: Date): string {
  if (date.toDateString() === now.toDateString()) return "Today";
  const yesterday = new Date(now.getFullYear(), now.getMonth(), now.getDate() - 1);
  if (date.toDateString() === yesterday.toDateString()) return "Yesterday";
  return formatWeekday(date, now, viewerTimeZone());
}
