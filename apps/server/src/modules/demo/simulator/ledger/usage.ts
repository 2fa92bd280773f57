import { DAY_MS } from "@forestay/contracts";
import type { Draw } from "../draw.ts";
import { DETAILED_TIMELINE_DAYS } from "../month-events.ts";
import type { DemoCustomer, DemoMonth } from "../simulate-customer.ts";
import type { DemoUsageEvent } from "./ledger-rows.ts";

/** How far back logins and uses of the sample reach: as far as the longest window that looks at them. */
export const USAGE_DAYS = 180;
/** Of the logins thrown on a weekend day: who really came then. */
const WEEKEND_SHARE = 0.25;

/**
 * What one customer did, one event for the logins of a day and one for a feature in a month, with how many times, and each
 * ticket. They add up to what the months recorded, and the last login is the one that the customer is known by.
 */
export function drawUsage(
  draw: Draw,
  customer: DemoCustomer,
  nowMs: number,
  usageDays: number,
): DemoUsageEvent[] {
  const events: DemoUsageEvent[] = [];
  for (const { type, atMs } of customer.events) {
    if (type === "ticket_opened" || type === "ticket_closed")
      events.push({ type, occurredAtMs: Math.floor(atMs), value: null });
  }
  for (const month of customer.months) {
    if (month.atMs <= nowMs - usageDays * DAY_MS || month.usage.logins === 0) continue;
    const days = drawLoginDays(draw, customer, month, nowMs);
    for (const [atMs, value] of days) events.push({ type: "login", occurredAtMs: atMs, value });
    events.push(...drawFeatureUses(draw, month, [...days.keys()]));
  }
  return events;
}

/** Instant of a day's last login -> how many there were; together they are the month's. */
function drawLoginDays(
  draw: Draw,
  customer: DemoCustomer,
  month: DemoMonth,
  nowMs: number,
): Map<number, number> {
  const { fromMs, atMs, usage, lastLoginAtMs } = month;
  const days = new Map<number, number>();
  let left = usage.logins;
  // The days that the timeline lists have what it says, and no more.
  let untilMs = Math.min(atMs, dayOf(nowMs - DETAILED_TIMELINE_DAYS * DAY_MS));
  for (const event of customer.events) {
    if (event.type !== "login" || event.atMs < fromMs || event.atMs >= atMs) continue;
    const times = Math.min(event.times ?? 1, left);
    if (times > 0) days.set(Math.floor(event.atMs), times);
    left -= times;
  }
  if (days.size === 0 && lastLoginAtMs !== null) {
    days.set(Math.floor(lastLoginAtMs), 1);
    left -= 1;
    untilMs = Math.min(untilMs, dayOf(lastLoginAtMs));
  }
  const firstDay = dayOf(fromMs);
  const dayCount = Math.round((untilMs - firstDay) / DAY_MS);
  if (dayCount <= 0 && left > 0) {
    const [onlyMs] = days.keys();
    if (onlyMs !== undefined) days.set(onlyMs, (days.get(onlyMs) ?? 0) + left);
    return days;
  }
  const ofDay = new Map<number, number>();
  for (; left > 0; left--) {
    let dayMs = firstDay + draw.int(0, dayCount - 1) * DAY_MS;
    if (isWeekend(dayMs) && !draw.chance(WEEKEND_SHARE))
      dayMs = firstDay + draw.int(0, dayCount - 1) * DAY_MS;
    ofDay.set(dayMs, (ofDay.get(dayMs) ?? 0) + 1);
  }
  for (const [dayMs, times] of ofDay) {
    const earliestMs = Math.max(dayMs, fromMs);
    days.set(Math.floor(earliestMs + (0.3 + 0.5 * draw.next()) * (dayMs + DAY_MS - earliestMs)), times);
  }
  return days;
}

/** As many features as the month counted, each at a login of its own choosing; what they were used adds up too. */
function drawFeatureUses(
  draw: Draw,
  { fromMs, usage }: DemoMonth,
  logins: readonly number[],
): DemoUsageEvent[] {
  const uses = Array.from({ length: Math.min(usage.featuresUsed, usage.featureEvents) }, () => 1);
  let left = usage.featureEvents - uses.length;
  for (let feature = 0; feature < uses.length; feature++) {
    const share =
      feature === uses.length - 1 ? left : draw.int(0, Math.floor((2 * left) / (uses.length - feature)));
    uses[feature]! += Math.min(share, left);
    left -= Math.min(share, left);
  }
  return uses.map((value, feature) => {
    const loginMs = draw.pick(logins);
    const earliestMs = Math.max(dayOf(loginMs), fromMs);
    const share = (feature + 1) / (uses.length + 1);
    return {
      type: "feature_used",
      occurredAtMs: Math.floor(earliestMs + share * (loginMs - earliestMs)),
      value,
    };
  });
}

const dayOf = (atMs: number) => Math.floor(atMs / DAY_MS) * DAY_MS;
/** The first of January 1970 was a Thursday. */
const isWeekend = (dayMs: number) => [2, 3].includes(Math.floor(dayMs / DAY_MS) % 7);
