import { DAY_MS } from "@forestay/contracts/vocabulary";
import { billingFeatures } from "./billing-features.ts";
import { eventFeatures } from "./event-features.ts";
import { orderFeatures } from "./order-features.ts";
import { pastOf, requirePast, type CustomerLedger, type LedgerPast } from "./ledger-past.ts";

/** Since when a company records what, in milliseconds since 1970. */
export interface RecordsFrom {
  /** Each kind of event by its name. */
  events: ReadonlyMap<string, number>;
  /** Absent where it has no orders. */
  orders?: number;
}

/**
 * What a model can learn from a customer's ledger as of a moment: each kind of event, all that is support together, billing,
 * and orders.
 * @throws RangeError when the past holds anything of its moment or later (`requirePast`).
 */
export function ledgerFeatures(past: LedgerPast, recordsFrom: RecordsFrom): Record<string, number | string> {
  requirePast(past);
  const features: Record<string, number | string> = {
    ...billingFeatures(past),
    ...orderFeatures(past, recordsFrom.orders),
  };
  const known = new Map(past.events.map((series) => [series.name, series]));
  // A kind that a customer never had is none of it, not unknown.
  for (const [name, fromMs] of recordsFrom.events) {
    if (fromMs >= past.untilMs) continue;
    const atMs = known.get(name)?.atMs ?? NONE;
    Object.assign(features, eventFeatures({ name, atMs }, past.untilMs, fromMs));
  }
  const support = past.events.filter(({ role }) => role === "support");
  if (support.length > 1) {
    const fromMs = Math.max(...support.map(({ name }) => recordsFrom.events.get(name) ?? -Infinity));
    Object.assign(features, eventFeatures({ name: "support", atMs: merged(support) }, past.untilMs, fromMs));
  }
  return features;
}

const NONE = new Float64Array(0);

function merged(series: LedgerPast["events"]): Float64Array {
  const all = new Float64Array(series.reduce((sum, { atMs }) => sum + atMs.length, 0));
  let at = 0;
  for (const { atMs } of series) {
    all.set(atMs, at);
    at += atMs.length;
  }
  return all.sort();
}

/** One month of a customer's past, as of the end of a day. */
export interface LedgerMonth {
  /** `YYYY-MM-DD`. */
  takenOn: string;
  features: Record<string, number | string>;
}

/**
 * A customer's past as of the ends of days, those left out on which it had not come yet or had left. Each is worked out of what
 * was dated before, and nothing else.
 * @param untilsMs Ends of days (UTC midnights).
 */
export function ledgerMonths(
  ledger: CustomerLedger,
  untilsMs: readonly number[],
  recordsFrom: RecordsFrom,
): LedgerMonth[] {
  return untilsMs.flatMap((untilMs) => {
    const past = pastOf(ledger, untilMs);
    if (!isThere(past)) return [];
    const takenOn = new Date(untilMs - DAY_MS).toISOString().slice(0, 10);
    return [{ takenOn, features: ledgerFeatures(past, recordsFrom) }];
  });
}

/** Has come, and what was sold to it has not all ended. */
const isThere = ({ lines, tries, orders, events }: LedgerPast): boolean =>
  lines.length > 0
    ? lines.some(({ endMs }) => endMs === null)
    : tries.length > 0 || orders.length > 0 || events.length > 0;
