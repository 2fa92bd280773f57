import { DAY_MS } from "@forestay/contracts/vocabulary";
import { putBilling } from "./billing-features.ts";
import { EVENT_PREFIX, putRhythm, rhythmNames, type PutFeature, type RhythmNames } from "./event-features.ts";
import { putOrders } from "./order-features.ts";
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
  const features: Record<string, number | string> = {};
  putFeatures((name, value) => (features[name] = value), past, recordsFrom, kindsOf(recordsFrom));
  return features;
}

interface RecordedKind {
  readonly name: string;
  readonly fromMs: number;
  readonly names: RhythmNames;
}

const kindsOf = (recordsFrom: RecordsFrom): RecordedKind[] =>
  [...recordsFrom.events].map(([name, fromMs]) => ({
    name,
    fromMs,
    names: rhythmNames(EVENT_PREFIX + name),
  }));

const SUPPORT = rhythmNames(`${EVENT_PREFIX}support`);

function putFeatures(
  put: PutFeature,
  past: LedgerPast,
  recordsFrom: RecordsFrom,
  kinds: readonly RecordedKind[],
): void {
  requirePast(past);
  putBilling(put, past);
  putOrders(put, past, recordsFrom.orders);
  const known = new Map<string, Float64Array>();
  for (const { name, atMs } of past.events) known.set(name, atMs);
  // A kind that a customer never had is none of it, not unknown.
  for (const { name, fromMs, names } of kinds)
    if (fromMs < past.untilMs) putRhythm(put, names, known.get(name) ?? NONE, past.untilMs, fromMs);
  const support = past.events.filter(({ role }) => role === "support");
  if (support.length > 1) {
    const fromMs = Math.max(...support.map(({ name }) => recordsFrom.events.get(name) ?? -Infinity));
    putRhythm(put, SUPPORT, merged(support), past.untilMs, fromMs);
  }
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
 * @param untilsMs Ends of days (UTC midnights), rising.
 */
export function ledgerMonths(
  ledger: CustomerLedger,
  untilsMs: readonly number[],
  recordsFrom: RecordsFrom,
): LedgerMonth[] {
  const months: LedgerMonth[] = [];
  let features: LedgerMonth["features"] = {};
  const put: PutFeature = (name, value) => (features[name] = value);
  for (const takenOn of monthTeller(untilsMs, recordsFrom, put)(ledger)) {
    months.push({ takenOn, features });
    features = {};
  }
  return months;
}

/**
 * As `ledgerMonths`, for many customers of one company: of each month the features are put first, then its day is told
 * (`YYYY-MM-DD`).
 */
export function monthTeller(
  untilsMs: readonly number[],
  recordsFrom: RecordsFrom,
  put: PutFeature,
): (ledger: CustomerLedger) => Generator<string> {
  const kinds = kindsOf(recordsFrom);
  const ends = untilsMs.map((untilMs) => ({
    untilMs,
    takenOn: new Date(untilMs - DAY_MS).toISOString().slice(0, 10),
  }));
  return function* (ledger) {
    let past: LedgerPast | undefined;
    for (const { untilMs, takenOn } of ends) {
      past = pastOf(ledger, untilMs, past);
      if (!isThere(past)) continue;
      putFeatures(put, past, recordsFrom, kinds);
      yield takenOn;
    }
  };
}

/** Has come, and what was sold to it has not all ended. */
const isThere = ({ lines, tries, orders, events }: LedgerPast): boolean =>
  lines.length > 0
    ? lines.some(({ endMs }) => endMs === null)
    : tries.length > 0 || orders.length > 0 || events.length > 0;
