import { sigmoid } from "../calibration/logit.ts";
import { createRandom } from "../random.ts";
import type { TrainingSet } from "../table.ts";

export interface SimulatedLeaving extends TrainingSet {
  leaving: NonNullable<TrainingSet["leaving"]>;
  /** True chance per row of leaving within so many whole periods of 30 days. */
  truth(periods: number): Float64Array;
}

const PERIOD_DAYS = 30;
const PERIODS = 16;

/**
 * Customers whose true hazard in each 30 days is known: it falls with use and depends on the plan; who has a notice
 * day ahead mostly leaves around it, so that the same chance of 90 days may lie early or late. Followed for `horizonDays`
 * and up to a year longer, each as long as chance has it.
 */
export function simulateLeaving(
  rows: number,
  seed: number,
  { horizonDays = 90, level = -3.2 }: { horizonDays?: number; level?: number } = {},
): SimulatedLeaving {
  const random = createRandom(seed);
  const usage = Float64Array.from({ length: rows }, () => random.normal());
  const tickets = Float64Array.from({ length: rows }, () => random.int(6));
  const plan = Array.from({ length: rows }, () => ["basic", "plus", "pro"][random.int(3)]!);
  const notice = Float64Array.from({ length: rows }, () =>
    random.next() < 0.4 ? random.int(180) : Number.NaN,
  );
  const hazard = (row: number, period: number): number => {
    const near = Math.floor(notice[row]! / PERIOD_DAYS) === period ? 2.2 : 0;
    const planned = plan[row] === "basic" ? 0.5 : plan[row] === "pro" ? -0.7 : 0;
    return sigmoid(level - 0.8 * usage[row]! + 0.2 * tickets[row]! + planned + near - 0.02 * period);
  };
  const leftAfterDays = new Float64Array(rows).fill(Number.NaN);
  const watchedDays = Float64Array.from(
    { length: rows },
    () => horizonDays + Math.floor(random.next() * 390),
  );
  for (let row = 0; row < rows; row++) {
    for (let period = 0; period < PERIODS; period++) {
      if (random.next() >= hazard(row, period)) continue;
      const day = PERIOD_DAYS * (period + random.next());
      if (day <= watchedDays[row]!) leftAfterDays[row] = day;
      break;
    }
  }
  return {
    table: {
      rowIds: Array.from({ length: rows }, (_, row) => `c${row}`),
      columns: [
        { name: "usage", kind: "numeric", values: usage },
        { name: "tickets", kind: "numeric", values: tickets },
        { name: "notice_in_days", kind: "numeric", values: notice },
        { name: "plan", kind: "categorical", values: plan },
      ],
    },
    labels: Uint8Array.from(leftAfterDays, (day) => (day <= horizonDays ? 1 : 0)),
    leaving: { leftAfterDays, watchedDays },
    truth: (periods) =>
      Float64Array.from({ length: rows }, (_, row) => {
        let stay = 1;
        for (let period = 0; period < periods; period++) stay *= 1 - hazard(row, period);
        return 1 - stay;
      }),
  };
}
