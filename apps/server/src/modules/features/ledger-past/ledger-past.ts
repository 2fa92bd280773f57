import type { WholeLedger } from "#modules/ledger/index.ts";

/** What the ledger holds of one customer, of whatever time. */
export type CustomerLedger = Omit<WholeLedger, "customerId">;
type SoldLine = CustomerLedger["lines"][number];
type Dated = { atMs: number };

/** What the ledger held of a customer before a moment: no row in it is dated then or later. */
export interface LedgerPast extends CustomerLedger {
  readonly untilMs: number;
}

/**
 * The ledger as it stood right before a moment: later rows are left out, and what a row says of a later time is taken back, as
 * an end that had not come was not known to come.
 */
export function pastOf({ lines, tries, orders, events }: CustomerLedger, untilMs: number): LedgerPast {
  return {
    untilMs,
    lines: lines.flatMap((line) => (line.startMs < untilMs ? [lineBefore(line, untilMs)] : [])),
    tries: tries.slice(0, firstFrom(tries, untilMs)),
    orders: orders.slice(0, firstFrom(orders, untilMs)),
    events: events.flatMap((series) => {
      const atMs = series.atMs.subarray(0, countBefore(series.atMs, untilMs));
      return atMs.length === 0 ? [] : [{ ...series, atMs }];
    }),
  };
}

function lineBefore(line: SoldLine, untilMs: number): SoldLine {
  const ended = line.endMs !== null && line.endMs < untilMs;
  const asked = (line.cancelRequestedMs ?? Infinity) < untilMs;
  return {
    ...line,
    endMs: ended ? line.endMs : null,
    endedBy: ended ? line.endedBy : null,
    endReason: ended ? line.endReason : null,
    cancelRequestedMs: asked ? (line.cancelRequestedMs ?? null) : null,
  };
}

/**
 * Refuses a past that holds anything of its moment or later: a model that learned from it would seem to know the future.
 * @throws RangeError saying what it is and of when.
 */
export function requirePast({ untilMs, lines, tries, orders, events }: LedgerPast): void {
  const refuse = (what: string, atMs: number): never => {
    const day = (timeMs: number) => new Date(timeMs).toISOString();
    throw new RangeError(
      `${what} of ${day(atMs)} is not known before ${day(untilMs)}: it would give the future away`,
    );
  };
  for (const { startMs, endMs, cancelRequestedMs } of lines) {
    if (startMs >= untilMs) refuse("a price", startMs);
    if (endMs !== null && endMs >= untilMs) refuse("an end", endMs);
    if (cancelRequestedMs != null && cancelRequestedMs >= untilMs)
      refuse("a request to end", cancelRequestedMs);
  }
  for (const { atMs } of tries) if (atMs >= untilMs) refuse("a payment", atMs);
  for (const { atMs } of orders) if (atMs >= untilMs) refuse("an order", atMs);
  for (const { name, atMs } of events) {
    const last = atMs.at(-1);
    if (last !== undefined && last >= untilMs) refuse(`an event (${name})`, last);
  }
}

/** How many of rising instants lie before a moment. */
export function countBefore(rising: Float64Array, untilMs: number): number {
  let low = 0;
  let high = rising.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (rising[middle]! < untilMs) low = middle + 1;
    else high = middle;
  }
  return low;
}

function firstFrom(rows: readonly Dated[], untilMs: number): number {
  const at = rows.findIndex(({ atMs }) => atMs >= untilMs);
  return at < 0 ? rows.length : at;
}
