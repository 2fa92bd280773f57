import { instantOf, wallClock } from "./month-periods.ts";

const DAY_MS = 86_400_000;

/**
 * When clocks of a zone first show a time, given as if it were UTC: the earlier instant where it comes twice, and by the clock before
 * the skip where it never comes. What a day's clocks show is kept, so that a million times cost the clocks of a few thousand days.
 * @throws RangeError for a zone that is not known.
 */
export function localInstants(timeZone: string): (local: number) => number {
  const clock = wallClock(timeZone);
  /** How far ahead of UTC a day's clocks are; null where that changes about it. */
  const offsets = new Map<number, number | null>();
  const offsetOf = (day: number): number | null => {
    let offset = offsets.get(day);
    if (offset === undefined) {
      const [before, after] = [day - 1, day + 2].map((near) => clock(near * DAY_MS) - near * DAY_MS);
      offset = before === after ? (before ?? null) : null;
      offsets.set(day, offset);
    }
    return offset;
  };
  return (local) => {
    const offset = offsetOf(Math.floor(local / DAY_MS));
    return offset === null ? instantOf(clock, local) : local - offset;
  };
}
