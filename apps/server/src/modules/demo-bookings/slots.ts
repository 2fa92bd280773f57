import { DAY_MS, HOUR_MS, MINUTE_MS, type DemoCalendar } from "@forestay/contracts";
import { zonedInstant, zonedTime } from "#platform/zoned-time.ts";

export interface Slot {
  startsAt: Date;
  endsAt: Date;
}

type Hours = DemoCalendar["hours"][number];

export const minutesOf = (time: string): number => {
  const [hours = "0", minutes = "0"] = time.split(":");
  return Number(hours) * 60 + Number(minutes);
};

/**
 * Every time at which a demo could begin, in order, by the calendar alone: from the notice on, for as many days as are
 * offered, by the clocks of its zone. A time that the clocks leap over is none.
 */
export function slotsOf(calendar: DemoCalendar, now: Date): Slot[] {
  const { timeZone, slotMinutes, noticeHours, daysAhead, hours, daysOff } = calendar;
  const earliest = now.getTime() + noticeHours * HOUR_MS;
  const today = Date.parse(`${zonedTime(now, timeZone).day}T00:00:00Z`);
  const slots: Slot[] = [];
  for (let ahead = 0; ahead <= daysAhead; ahead += 1) {
    const date = new Date(today + ahead * DAY_MS);
    const day = date.toISOString().slice(0, 10);
    if (daysOff.includes(day)) continue;
    const weekday = date.getUTCDay() === 0 ? 7 : date.getUTCDay();
    for (const range of hours.filter((one) => one.weekday === weekday))
      slots.push(...slotsWithin(range, day, { timeZone, slotMinutes }));
  }
  return slots
    .filter(({ startsAt }) => startsAt.getTime() >= earliest)
    .toSorted((a, b) => a.startsAt.getTime() - b.startsAt.getTime());
}

function slotsWithin(
  { from, to }: Hours,
  day: string,
  { timeZone, slotMinutes }: Pick<DemoCalendar, "timeZone" | "slotMinutes">,
): Slot[] {
  const slots: Slot[] = [];
  // Until midnight is written 23:59.
  const end = to === "23:59" ? 24 * 60 : minutesOf(to);
  for (let minutes = minutesOf(from); minutes + slotMinutes <= end; minutes += slotMinutes) {
    const startsAt = zonedInstant(day, minutes, timeZone);
    if (startsAt !== null)
      slots.push({ startsAt, endsAt: new Date(startsAt.getTime() + slotMinutes * MINUTE_MS) });
  }
  return slots;
}
