import { sigmoid } from "../calibration/logit.ts";
import type { FeatureMatrix } from "../preprocess/feature-matrix.ts";
import { createRandom } from "../random.ts";
import type { FollowUp } from "../survival/kaplan-meier.ts";

export interface SimulatedHazards {
  readonly matrix: FeatureMatrix;
  /** In days; some are cut off by the end of the data before they leave. */
  readonly followUp: FollowUp;
  /** Days each could have been watched. */
  readonly observable: Float64Array;
  /** True probability per row of leaving within so many 30-day periods. */
  truth(periods: number): Float64Array;
}

const PERIOD_DAYS = 30;

/**
 * Customers whose true chance of leaving in each 30-day period is known: it falls with use, depends on the plan, and
 * rises from one period to the next. `cutOff` is the share of customers whose data ends early, at a random day.
 */
export function simulateHazards(
  rows: number,
  seed: number,
  options: { readonly periods?: number; readonly cutOff?: number } = {},
): SimulatedHazards {
  const { periods = 4, cutOff = 0.3 } = options;
  const random = createRandom(seed);
  const usage = Float64Array.from({ length: rows }, () => random.normal());
  const plan = Int32Array.from({ length: rows }, () => random.int(3));
  const hazard = (row: number, period: number): number =>
    sigmoid(-2.6 - 0.9 * usage[row]! + [0.5, 0, -0.7][plan[row]!]! + 0.25 * period);
  const durations = new Float64Array(rows);
  const events = new Uint8Array(rows);
  const observable = new Float64Array(rows);
  for (let row = 0; row < rows; row++) {
    const window = periods * PERIOD_DAYS;
    observable[row] = random.next() < cutOff ? window * random.next() : window;
    let leavesAt = Number.POSITIVE_INFINITY;
    for (let period = 0; period < periods; period++) {
      if (random.next() >= hazard(row, period)) continue;
      leavesAt = PERIOD_DAYS * (period + random.next());
      break;
    }
    events[row] = leavesAt <= observable[row]! ? 1 : 0;
    durations[row] = Math.min(leavesAt, observable[row]!);
  }
  return {
    matrix: {
      rows,
      features: [
        { name: "usage", label: "Usage", kind: "numeric", values: usage },
        { name: "plan", label: "Plan", kind: "categorical", codes: plan, levels: ["basic", "plus", "pro"] },
      ],
    },
    followUp: { durations, events },
    observable,
    truth: (count) =>
      Float64Array.from({ length: rows }, (_, row) => {
        let stay = 1;
        for (let period = 0; period < count; period++) stay *= 1 - hazard(row, period);
        return 1 - stay;
      }),
  };
}
