import {
  isoDay,
  movementsOf,
  mrrOfCustomer,
  payingSpan,
  splitMrr,
  type ChurnDate,
  type MovementKind,
  type MrrTimeline,
} from "@forestay/metrics";
import type { SoldLine } from "#modules/ledger/index.ts";
import type { CountedBy } from "./counted-by.ts";

/** One change of a customer's MRR in one currency: of all it pays (plan ''), or of what one plan brings. */
export interface MovementRow {
  plan: string;
  currency: string;
  atMs: number;
  /** The company's day, `2026-03-01`. */
  day: string;
  kind: MovementKind;
  amountMinor: number;
  beforeMinor: number;
  afterMinor: number;
  /** Of a churn: who ended it; null where nobody said, and for other kinds. */
  reason: "voluntary" | "involuntary" | null;
  /** Of a churn: why, in somebody's own words, on one line; null where nobody wrote any. */
  words: string | null;
  /** The day of the next movement of the same plan and currency; null for the last. */
  untilDay: string | null;
}

/** All that a customer pays, beside what single plans bring. */
export const ALL_PLANS = "";

/**
 * A customer's movements, in the order of plan, currency and time. By plan they are those of the plan's share of its MRR
 * (`splitMrr`): who changes the plan has left one and is new to the other.
 * @throws RangeError in words, naming the subscription, for a line that cannot be counted.
 */
export function movementRows(lines: readonly SoldLine[], { calendar, churnDate }: CountedBy): MovementRow[] {
  const { timelines } = mrrOfCustomer("", lines, churnDate);
  const ends = endsOf(lines, churnDate);
  const rows: MovementRow[] = [];
  const add = (plan: string, timeline: MrrTimeline, own: readonly LineEnd[]) => {
    let last: MovementRow | undefined;
    for (const movement of movementsOf(timeline)) {
      const { kind, atMs, currency } = movement;
      const day = isoDay(calendar.dayAt(atMs));
      const reason = kind === "churn" ? reasonAt(own, currency, atMs) : null;
      const words = kind === "churn" ? wordsAt(own, currency, atMs) : null;
      if (last !== undefined) last.untilDay = day;
      rows.push((last = { ...movement, plan, day, reason, words, untilDay: null }));
    }
  };
  for (const timeline of timelines) {
    const isOwn = ({ currency }: { currency: string }) => currency === timeline.currency;
    const own = lines.filter(isOwn);
    const ownEnds = ends.filter(isOwn);
    add(ALL_PLANS, timeline, ownEnds);
    const plans = new Set(own.map(planOf));
    for (const plan of plans) {
      if (plan === ALL_PLANS) continue;
      add(
        plan,
        plans.size === 1 ? timeline : planTimeline(own, plan, { currency: timeline.currency, churnDate }),
        ownEnds.filter((line) => planOf(line) === plan),
      );
    }
  }
  return rows.sort(inOrder);
}

const planOf = (line: Pick<SoldLine, "plan">): string => line.plan ?? ALL_PLANS;

const compare = <T>(a: T, b: T): number => (a < b ? -1 : a > b ? 1 : 0);
export const inOrder = (a: MovementRow, b: MovementRow): number =>
  compare(a.plan, b.plan) || compare(a.currency, b.currency) || a.atMs - b.atMs;

/** What one plan's lines have of the customer's MRR, over time. */
function planTimeline(
  lines: readonly SoldLine[],
  plan: string,
  { currency, churnDate }: { currency: string; churnDate: ChurnDate },
): MrrTimeline {
  const edges = new Set<number>();
  for (const line of lines) {
    const span = payingSpan(line, churnDate);
    if (span === null) continue;
    edges.add(span.startMs);
    if (span.endMs !== Infinity) edges.add(span.endMs);
  }
  const atMs: number[] = [];
  const mrrMinor: number[] = [];
  let shown = 0;
  for (const edge of [...edges].sort((a, b) => a - b)) {
    let now = 0;
    for (const share of splitMrr(lines, edge, churnDate))
      if (planOf(share.line as SoldLine) === plan) now += share.mrrMinor;
    if (now === shown) continue;
    atMs.push(edge);
    mrrMinor.push((shown = now));
  }
  return { currency, atMs, mrrMinor };
}

/** When a line ended as figures count it, with who ended it and why. */
type LineEnd = Pick<SoldLine, "currency" | "plan" | "endMs" | "endedBy" | "endReason">;

/**
 * The ends of lines. What a request to cancel cuts short ended with its subscription, of whose end it is said at its last price
 * who asked for it and why.
 */
function endsOf(lines: readonly SoldLine[], churnDate: ChurnDate): readonly LineEnd[] {
  if (churnDate === "end_of_paid_term") return lines;
  const last = new Map(lines.map((line) => [line.subscriptionId, line]));
  return lines.map((line) => {
    const askedMs = line.cancelRequestedMs ?? Infinity;
    if (askedMs === Infinity || askedMs > (line.endMs ?? Infinity)) return line;
    const { endedBy, endReason } = last.get(line.subscriptionId) ?? line;
    return { ...line, endMs: askedMs, endedBy, endReason };
  });
}

/** Who ended what ended at this instant. Of several, an unpaid end is the reason before one that was asked for. */
function reasonAt(lines: readonly LineEnd[], currency: string, atMs: number): MovementRow["reason"] {
  const ended = lines.filter((line) => line.currency === currency && line.endMs === atMs);
  if (ended.some(({ endedBy }) => endedBy === "involuntary")) return "involuntary";
  return ended.some(({ endedBy }) => endedBy === "voluntary") ? "voluntary" : null;
}

/** As much of what somebody wrote is told of a churn; the ledger has all of it. */
const MOST_WORDS = 200;

/** What somebody wrote of what ended at this instant; of several, the first by its words. */
function wordsAt(lines: readonly LineEnd[], currency: string, atMs: number): string | null {
  const told = lines.flatMap((line) => {
    if (line.currency !== currency || line.endMs !== atMs || line.endReason === null) return [];
    // A control character would stand between the keys of sums.
    const words = line.endReason
      .replace(/[\p{Cc}\s]+/gu, " ")
      .trim()
      .slice(0, MOST_WORDS)
      .trim();
    return words === "" ? [] : [words];
  });
  return told.sort()[0] ?? null;
}
