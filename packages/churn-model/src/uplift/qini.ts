/** Customers of a campaign with a holdout, in rows: who was drawn to get it, who stayed, and what was said of each beforehand. */
export interface ExperimentRows {
  /** 1: drawn to get it; 0: held out. */
  treated: Uint8Array;
  /** 1: still a customer on the day it was measured. */
  kept: Uint8Array;
  /** Predicted uplift: how much likelier the customer stays if they get it. Its order is all that is judged. */
  predicted: Float64Array;
}

export interface QiniPoint {
  /** Share of all customers who would get it, those with the highest prediction first. */
  share: number;
  /** Customers kept by that, for each one of all. */
  gain: number;
}

export interface Qini {
  /** From nobody to everybody, some 50 points. */
  curve: QiniPoint[];
  /** Kept by giving it to everybody, for each one of all. */
  all: number;
  /**
   * Area between the curve and the straight line to its end: what choosing by the prediction keeps beyond choosing at random,
   * over all shares alike, for each customer. 0: no better than chance; below: worse.
   */
  coefficient: number;
  /** Where the curve is highest. */
  best: QiniPoint;
}

const POINTS = 50;

/**
 * The Qini curve of a prediction on customers it was not learnt from (Radcliffe 2007): down the order, kept of those who got
 * it less kept of those held out, scaled to as many. Ties count together, so that an order that says nothing gains nothing.
 * Null where either arm is empty.
 */
export function qiniOf({ treated, kept, predicted }: ExperimentRows, rows?: ArrayLike<number>): Qini | null {
  const chosen = rows === undefined ? Array.from(predicted, (_, row) => row) : Array.from(rows);
  chosen.sort((a, b) => predicted[b]! - predicted[a]!);
  const count = chosen.length;
  let sent = 0;
  let held = 0;
  for (const row of chosen) if (treated[row] === 1) sent++;
  held = count - sent;
  if (sent === 0 || held === 0) return null;
  const steps: QiniPoint[] = [{ share: 0, gain: 0 }];
  const so = { sent: 0, held: 0, sentKept: 0, heldKept: 0 };
  for (let at = 0; at < count;) {
    const value = predicted[chosen[at]!];
    for (; at < count && predicted[chosen[at]!] === value; at++) {
      const row = chosen[at]!;
      if (treated[row] === 1) {
        so.sent++;
        so.sentKept += kept[row]!;
      } else {
        so.held++;
        so.heldKept += kept[row]!;
      }
    }
    // Shares kept of each arm so far, times the share of all who are so far down: neither arm's luck in numbers counts.
    const share = at / count;
    const gain =
      so.sent === 0 || so.held === 0 ? null : share * (so.sentKept / so.sent - so.heldKept / so.held);
    if (gain !== null) steps.push({ share, gain });
  }
  const all = steps.at(-1)!.gain;
  let area = 0;
  for (let at = 1; at < steps.length; at++) {
    const [before, now] = [steps[at - 1]!, steps[at]!];
    area += ((now.share - before.share) * (now.gain + before.gain)) / 2;
  }
  const best = steps.reduce((highest, one) => (one.gain > highest.gain ? one : highest));
  const every = Math.max(1, Math.ceil(steps.length / POINTS));
  const curve = steps.filter((_, at) => at % every === 0 || at === steps.length - 1);
  return { curve, all, coefficient: area - all / 2, best };
}
