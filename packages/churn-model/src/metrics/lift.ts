import { checkScoredRows, countEvents } from "./check-scored-rows.ts";
import { wilsonInterval } from "./proportion-interval.ts";
import { tieGroups } from "./score-order.ts";

/** One slice of the customers ranked from the highest score. `events` is fractional where a tie is cut through. */
export interface LiftGroup {
  readonly rows: number;
  readonly events: number;
  /** Share of the slice that left. */
  readonly rate: number;
  /** rate over the base rate: 1 is no better than picking at random. */
  readonly lift: number;
  /** Share of all leavers found in this slice and those above it. */
  readonly capturedSoFar: number;
}

/** Events among the `count` highest scores; a tie at the edge gives its expected share over random tie-breaks. */
function eventsAmongTop(groups: ReturnType<typeof tieGroups>, count: number): number {
  let left = count;
  let events = 0;
  for (const group of groups) {
    const taken = Math.min(left, group.rows);
    events += group.events * (taken / group.rows);
    left -= taken;
    if (left <= 0) break;
  }
  return events;
}

/**
 * Lift by tenth, best first: edges at round(n x k / groups), empty slices left out.
 * Null when no row is an event: a lift over nothing is not a number.
 */
export function liftByTenth(
  labels: ArrayLike<number>,
  scores: ArrayLike<number>,
  groups = 10,
): LiftGroup[] | null {
  checkScoredRows(labels, scores);
  const events = countEvents(labels);
  if (events === 0) return null;
  const ties = tieGroups(labels, scores);
  const baseRate = events / labels.length;
  const slices: LiftGroup[] = [];
  let before = 0;
  let foundBefore = 0;
  for (let k = 1; k <= groups; k++) {
    const edge = Math.round((labels.length * k) / groups);
    const rows = edge - before;
    if (rows === 0) continue;
    const found = eventsAmongTop(ties, edge);
    const inside = Math.max(0, found - foundBefore);
    const rate = inside / rows;
    slices.push({ rows, events: inside, rate, lift: rate / baseRate, capturedSoFar: found / events });
    before = edge;
    foundBefore = found;
  }
  return slices;
}

/** Lift of the top share with its two-sided interval. `captured` is the share of all leavers found there. */
export interface TopLift {
  readonly rows: number;
  readonly lift: number;
  readonly low: number;
  readonly high: number;
  readonly captured: number;
}

/**
 * Lift among the top share (a tenth by default, at least one row). The interval is Wilson's for the captured
 * share of the leavers, divided by the share of the rows: given how many left, capture is what chance decides.
 * `leavers`: how many of the events are evidence of their own, where rows repeat customers; all of them otherwise.
 * Null when no row is an event.
 */
export function topLift(
  labels: ArrayLike<number>,
  scores: ArrayLike<number>,
  share = 0.1,
  confidence = 0.95,
  leavers = countEvents(labels),
): TopLift | null {
  checkScoredRows(labels, scores);
  const events = countEvents(labels);
  if (events === 0) return null;
  const rows = Math.max(1, Math.round(labels.length * share));
  const found = eventsAmongTop(tieGroups(labels, scores), rows);
  const rowShare = rows / labels.length;
  const captured = found / events;
  const bounds = wilsonInterval(leavers === events ? found : captured * leavers, leavers, confidence);
  return {
    rows,
    captured,
    lift: captured / rowShare,
    low: bounds.low / rowShare,
    high: bounds.high / rowShare,
  };
}
