import { createDraw, type Draw } from "../draw.ts";
import type { DemoCustomer } from "../simulate-customer.ts";
import { drawBills } from "./bills.ts";
import type { DemoLedger, DemoSubscription } from "./ledger-rows.ts";
import { drawSubscriptions } from "./subscriptions.ts";
import { USAGE_DAYS, drawUsage } from "./usage.ts";

/**
 * Tells a simulated life as a ledger. What the life leaves open (trials, requests, write-offs, on which days somebody
 * signed in) is drawn from a stream of its own per customer, so that the lives stay the same draw (decision 0067).
 * @param nowMs End of the company's last month.
 * @param usageDays Logins and uses reach this far back.
 */
export function simulateLedger(
  customer: DemoCustomer,
  seed: number,
  nowMs: number,
  usageDays = USAGE_DAYS,
): DemoLedger {
  const draw = drawOf(customer, seed);
  const subscriptions = drawSubscriptions(draw, customer, nowMs);
  return {
    subscriptions,
    ...drawBills(draw, customer, subscriptions),
    events: drawUsage(draw, customer, nowMs, usageDays),
  };
}

/** The subscriptions of the same ledger alone, for who asks for revenue only. */
export function simulateSubscriptions(
  customer: DemoCustomer,
  seed: number,
  nowMs: number,
): DemoSubscription[] {
  return drawSubscriptions(drawOf(customer, seed), customer, nowMs);
}

const drawOf = ({ account }: DemoCustomer, seed: number): Draw =>
  createDraw(seed ^ hashOf(account.externalId));

/** FNV-1a, 32 bits. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  return hash >>> 0;
}
