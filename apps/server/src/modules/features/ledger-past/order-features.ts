import { DAY_MS } from "@forestay/contracts/vocabulary";
import { toMajorUnits } from "#modules/customers/engine-door.ts";
import { putRhythm, rhythmNames, rounded, type PutFeature } from "./event-features.ts";
import type { LedgerPast } from "./ledger-past.ts";

/** Days that money is summed over. */
const AMOUNT_DAYS = [30, 90, 180] as const;
const NAMES = rhythmNames("orders");

/**
 * What the orders of a shop say before a moment, as recency, frequency and amount (RFM; Hughes, Strategic Database Marketing,
 * 1994): `orders_...` as of any kind of event (`putRhythm`), what was spent in the last days (`order_amount_30d` ...) and
 * how that moved, and what an order comes to. Money in the currency of the newest order, and of orders in it alone.
 * Without subscriptions the tenure begins with the first order; the last activity is the later of the last order and the last
 * use, as on a customer's own row.
 * @param recordsFromMs When the company's first order was made; undefined where it has none.
 */
export function putOrders(
  put: PutFeature,
  { lines, orders, events, untilMs }: LedgerPast,
  recordsFromMs: number | undefined,
): void {
  if (recordsFromMs === undefined || recordsFromMs >= untilMs) return;
  const atMs = Float64Array.from(orders, (order) => order.atMs);
  putRhythm(put, NAMES, atMs, untilMs, recordsFromMs);
  const usedMs = events.flatMap(({ role, atMs: times }) => (role === "usage" ? [times.at(-1)!] : []));
  const activeMs = Math.max(-Infinity, ...usedMs, atMs.at(-1) ?? -Infinity);
  if (activeMs > -Infinity) put("days_since_last_activity", wholeDays(untilMs - activeMs));
  if (orders.length === 0) return;
  if (lines.length === 0) put("tenure_days", wholeDays(untilMs - orders[0]!.atMs));
  putAmounts(put, orders, untilMs, recordsFromMs);
}

function putAmounts(
  put: PutFeature,
  orders: LedgerPast["orders"],
  untilMs: number,
  recordsFromMs: number,
): void {
  const { currency } = orders.at(-1)!;
  const own = orders.filter((order) => order.currency === currency);
  const sum = (fromMs: number, toMs: number) =>
    own.reduce(
      (minor, { atMs, amountMinor }) => (atMs >= fromMs && atMs < toMs ? minor + amountMinor : minor),
      0,
    );
  put("order_average", toMajorUnits(Math.round(sum(-Infinity, untilMs) / own.length), currency));
  for (const days of AMOUNT_DAYS) {
    const fromMs = untilMs - days * DAY_MS;
    if (fromMs < recordsFromMs) break;
    const recent = toMajorUnits(sum(fromMs, untilMs), currency);
    put(`order_amount_${days}d`, recent);
    const earlierFromMs = fromMs - days * DAY_MS;
    if (earlierFromMs < recordsFromMs) continue;
    const earlier = toMajorUnits(sum(earlierFromMs, fromMs), currency);
    put(`order_amount_${days}d_trend`, rounded(Math.log1p(recent) - Math.log1p(earlier)));
  }
}

const wholeDays = (ms: number) => Math.floor(ms / DAY_MS);
