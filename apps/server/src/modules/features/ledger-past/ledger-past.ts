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
 * @param before The same ledger as it stood earlier: its lines are this past's where nothing became of them since.
 */
export function pastOf(
  { lines, tries, orders, events }: CustomerLedger,
  untilMs: number,
  before?: LedgerPast,
): LedgerPast {
  const known: LedgerPast["events"][number][] = [];
  for (const series of events) {
    const count = countBefore(series.atMs, untilMs);
    if (count > 0) known.push({ ...series, atMs: series.atMs.subarray(0, count) });
  }
  return {
    untilMs,
    lines: before && sameLines(lines, before.untilMs, untilMs) ? before.lines : linesBefore(lines, untilMs),
    tries: tries.slice(0, firstFrom(tries, untilMs)),
    orders: orders.slice(0, firstFrom(orders, untilMs)),
    events: known,
  };
}

const linesBefore = (lines: CustomerLedger["lines"], untilMs: number) =>
  lines.flatMap((line) => (line.startMs < untilMs ? [lineBefore(line, untilMs)] : []));

/** Whether nothing of these lines is dated between two moments. */
function sameLines(lines: CustomerLedger["lines"], fromMs: number, untilMs: number): boolean {
  const between = (atMs: number) => atMs >= fromMs && atMs < untilMs;
  for (const { startMs, endMs, cancelRequestedMs } of lines)
    if (between(startMs) || between(endMs ?? Infinity) || between(cancelRequestedMs ?? Infinity))
      return false;
  return true;
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
export function countBefore(rising: ArrayLike<number>, untilMs: number): number {
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
  let at = 0;
  while (at < rows.length && rows[at]!.atMs < untilMs) at++;
  return at;
}
