import { checkScoredRows } from "../metrics/check-scored-rows.ts";
import { ascendingOrder } from "../metrics/score-order.ts";
import { type Calibrator, calibratorOf } from "./calibrator.ts";
import { clampLogit, logitOf } from "./logit.ts";

interface Block {
  first: number;
  last: number;
  rows: number;
  events: number;
}

const rateOf = (block: Block): number => block.events / block.rows;

/**
 * Isotonic calibration by pooling adjacent violators, equal logits pooled first; between blocks the logit is
 * interpolated, which ties fewer ranks than steps. A block of one outcome only says (events + 1/2)/(rows + 1), never
 * 0 or 1, and never past its neighbour. For more than about 20,000 rows; `logits` must be out of fold.
 * Sources: Ayer et al. 1955; Zadrozny and Elkan 2002.
 */
export function fitIsotonic(labels: ArrayLike<number>, logits: ArrayLike<number>): Calibrator {
  checkScoredRows(labels, logits);
  const blocks = poolAdjacentViolators(labels, logits);
  const rates = blocks.map((block, i) => {
    const smoothed = (block.events + 0.5) / (block.rows + 1);
    const before = blocks[i - 1];
    const after = blocks[i + 1];
    if (block.events === 0) return after ? Math.min(smoothed, rateOf(after)) : smoothed;
    if (block.events === block.rows) return before ? Math.max(smoothed, rateOf(before)) : smoothed;
    return rateOf(block);
  });
  const knots: number[] = [];
  const calibrated: number[] = [];
  for (const [i, block] of blocks.entries()) {
    for (const knot of block.first === block.last ? [block.first] : [block.first, block.last]) {
      if (knots.length > 0 && knot <= knots.at(-1)!) continue;
      knots.push(knot);
      calibrated.push(logitOf(rates[i]!));
    }
  }
  return calibratorOf({ kind: "isotonic", logits: knots, calibrated });
}

function poolAdjacentViolators(labels: ArrayLike<number>, logits: ArrayLike<number>): Block[] {
  const blocks: Block[] = [];
  for (const row of ascendingOrder(logits)) {
    const logit = clampLogit(logits[row]!);
    const label = labels[row]!;
    const top = blocks.at(-1);
    if (top !== undefined && top.last === logit && top.first === logit) {
      top.rows++;
      top.events += label;
    } else {
      blocks.push({ first: logit, last: logit, rows: 1, events: label });
    }
  }
  const pooled: Block[] = [];
  for (const block of blocks) {
    let current = block;
    for (let before = pooled.at(-1); before && rateOf(before) >= rateOf(current); before = pooled.at(-1)) {
      pooled.pop();
      current = {
        first: before.first,
        last: current.last,
        rows: before.rows + current.rows,
        events: before.events + current.events,
      };
    }
    pooled.push(current);
  }
  return pooled;
}
