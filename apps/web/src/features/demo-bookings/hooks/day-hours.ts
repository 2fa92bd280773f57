import type { DemoHours } from "@forestay/contracts/wire";

const stretch = /^(\d{1,2}):(\d{2})\s*(?:-|–|to)\s*(\d{1,2}):(\d{2})$/;

/** Monday to Sunday, by the calendar's numbers. */
export const weekdays = [
  "monday",
  "tuesday",
  "wednesday",
  "thursday",
  "friday",
  "saturday",
  "sunday",
] as const;

/** Hours of one weekday as they are typed: '09:30-12:00, 14:00-16:00'; nothing where there are none. */
export function writeHours(hours: readonly DemoHours[], weekday: number): string {
  return hours
    .filter((one) => one.weekday === weekday)
    .map(({ from, to }) => `${from}-${to}`)
    .join(", ");
}

/** What was typed for a weekday; null where it cannot be read. Midnight at the end may be typed 24:00. */
export function readHours(typed: string, weekday: number): DemoHours[] | null {
  const hours: DemoHours[] = [];
  for (const part of typed.split(/[,;]/)) {
    if (part.trim() === "") continue;
    const [, fromHour = "", fromMinute = "", toHour = "", toMinute = ""] = stretch.exec(part.trim()) ?? [];
    const from = `${fromHour.padStart(2, "0")}:${fromMinute}`;
    const to = `${toHour.padStart(2, "0")}:${toMinute}`;
    const end = to === "24:00" ? "23:59" : to;
    if (![from, end].every((time) => /^([01]\d|2[0-3]):[0-5]\d$/.test(time))) return null;
    hours.push({ weekday, from, to: end });
  }
  return hours;
}
