import { DAY_MS } from "@forestay/contracts/vocabulary";
import { LEARNING_DAYS } from "./closed-snapshots.ts";

/** Days between the days that customers are looked at on, where their records say when they came and left and no more. */
const DAYS_APART = 30;
/** With so many rows the days lie further apart, so that no customer is left out. */
const MOST_ROWS = 200_000;
/** Fewer days leave nothing that came before the last of them. */
const FEWEST_DAYS = 5;

/**
 * The days, newest first, on which customers are looked back at: the newest is the last whose outcome is known, none is
 * before the first recorded leaving, as those who had left by then may not be in the file. Ends of days, UTC.
 */
export function landmarks({
  knownUntilMs,
  firstLeftAtMs,
  horizonDays,
  customers,
}: {
  knownUntilMs: number;
  firstLeftAtMs: number;
  horizonDays: number;
  customers: number;
}): number[] {
  const newest = Math.floor(knownUntilMs / DAY_MS - horizonDays) * DAY_MS;
  const most = LEARNING_DAYS / DAYS_APART + 1;
  const affordable = Math.max(FEWEST_DAYS, Math.floor(MOST_ROWS / Math.max(1, customers)));
  const step = Math.ceil((most - 1) / Math.max(1, Math.min(most, affordable) - 1));
  const days: number[] = [];
  for (let at = 0; at < most; at += step) {
    const day = newest - at * DAYS_APART * DAY_MS;
    if (day < firstLeftAtMs) break;
    days.push(day);
  }
  return days;
}
