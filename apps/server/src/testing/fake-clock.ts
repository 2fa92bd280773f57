import type { Clock } from "#platform/clock.ts";

export interface FakeClock extends Clock {
  advance(milliseconds: number): void;
  set(time: Date): void;
}

/** A clock that stands still until told otherwise. Starts at the real time unless given one. */
export function createFakeClock(start: Date = new Date()): FakeClock {
  let now = start.getTime();
  return {
    now: () => new Date(now),
    advance: (milliseconds) => {
      now += milliseconds;
    },
    set: (time) => {
      now = time.getTime();
    },
  };
}
