import { checkScoredRows } from "../metrics/check-scored-rows.ts";
import { ascendingOrder } from "../metrics/score-order.ts";
import { type Calibrator, calibratorOf } from "./calibrator.ts";
import { clampLogit, LOGIT_LIMIT, logitOf } from "./logit.ts";

/** So many of each outcome in a bin and its rate is known to about a seventh of itself. */
const LEAST_OUTCOMES_PER_BIN = 50;

/** Logits from the outermost bin at which the curve beyond it is followed; between them it is straight. */
const STEPS_BEYOND = [0.5, 1, 2, 4, 8];

interface Bin {
  /** Sum of the logits of its rows. */
  logits: number;
  rows: number;
  events: number;
}

/**
 * Isotonic calibration of bins instead of rows: rows in order of their logit are cut into bins that hold at least 50
 * leavers and 50 stayers each, neighbours whose rates fall are pooled (Ayer et al. 1955), and the logit is interpolated
 * between the bins' means. Beyond the outermost bins it runs on as `beyond` does, a rising curve fitted on all rows.
 * Unlike `fitIsotonic` it rises everywhere, so that different logits keep different probabilities, and no handful of
 * customers makes an end of the curve. `logits` must be out of fold. Null where there are too few for three bins.
 */
export function fitRisingCurve(
  labels: ArrayLike<number>,
  logits: ArrayLike<number>,
  beyond: Calibrator,
): Calibrator | null {
  checkScoredRows(labels, logits);
  const bins = pooled(binsOf(labels, logits));
  if (bins.length < 3) return null;
  const means = bins.map((bin) => bin.logits / bin.rows);
  const rates = bins.map(({ events, rows }) => logitOf(events / rows));
  const below = runningOn(beyond, means[0]!, rates[0]!, -1).toReversed();
  const above = runningOn(beyond, means.at(-1)!, rates.at(-1)!, 1);
  const knots = [...below.map(({ at }) => at), ...means, ...above.map(({ at }) => at)];
  const calibrated = [...below.map(({ value }) => value), ...rates, ...above.map(({ value }) => value)];
  if (knots.some((knot, i) => i > 0 && knot <= knots[i - 1]!)) return null;
  return calibratorOf({ kind: "isotonic", logits: knots, calibrated });
}

/** Knots from an end of the bins to the limit: as far up or down as `beyond` goes over the same way. */
function runningOn(
  beyond: Calibrator,
  end: number,
  value: number,
  direction: 1 | -1,
): { at: number; value: number }[] {
  const start = beyond.applyToLogit(end);
  return [...STEPS_BEYOND.map((step) => end + direction * step), direction * LOGIT_LIMIT]
    .filter((at) => Math.abs(at) <= LOGIT_LIMIT)
    .map((at) => ({ at, value: clampLogit(value + beyond.applyToLogit(at) - start) }));
}

/** Equal logits are never parted; what is left over at the end joins the last bin. */
function binsOf(labels: ArrayLike<number>, logits: ArrayLike<number>): Bin[] {
  const bins: Bin[] = [];
  let open: Bin = { logits: 0, rows: 0, events: 0 };
  let last = Number.NaN;
  const isFull = ({ rows, events }: Bin): boolean =>
    events >= LEAST_OUTCOMES_PER_BIN && rows - events >= LEAST_OUTCOMES_PER_BIN;
  for (const row of ascendingOrder(logits)) {
    const logit = clampLogit(logits[row]!);
    if (logit !== last && isFull(open)) {
      bins.push(open);
      open = { logits: 0, rows: 0, events: 0 };
    }
    open.logits += logit;
    open.rows++;
    open.events += labels[row]!;
    last = logit;
  }
  const before = bins.at(-1);
  if (isFull(open) || before === undefined) bins.push(open);
  else bins[bins.length - 1] = together(before, open);
  return bins;
}

function pooled(bins: readonly Bin[]): Bin[] {
  const rateOf = ({ events, rows }: Bin): number => events / rows;
  const rising: Bin[] = [];
  for (const bin of bins) {
    let current = bin;
    for (let before = rising.at(-1); before && rateOf(before) >= rateOf(current); before = rising.at(-1)) {
      rising.pop();
      current = together(before, current);
    }
    rising.push(current);
  }
  return rising;
}

const together = (a: Bin, b: Bin): Bin => ({
  logits: a.logits + b.logits,
  rows: a.rows + b.rows,
  events: a.events + b.events,
});
