import type { Measured } from "@forestay/contracts/wire";

/** What was measured of a model on customers it had not seen. */
export interface MeasuredFigures {
  rows: number;
  outcomes: number;
  /** Null: within no certain time. */
  horizonDays: number | null;
  auc: Measured;
  ece: Measured;
}

/** The figures of a model in words, by the name of each. */
export function measuredWords({ auc, ece, rows, outcomes, horizonDays }: MeasuredFigures): {
  auc: string;
  ece: string;
  rows: string;
} {
  const count = new Intl.NumberFormat("en-US");
  const within = horizonDays === null ? "" : ` within ${horizonDays} days`;
  return {
    auc: between(auc, (value) => value.toFixed(3)),
    ece: between(ece, (value) => `${(value * 100).toFixed(1)} points`),
    rows: `${count.format(rows)} customers, of whom ${count.format(outcomes)} left${within}`,
  };
}

/** "0.842 (0.815 to 0.867)"; where no interval can be given honestly, the figure alone. */
function between({ value, lower, upper }: Measured, write: (value: number) => string): string {
  return lower === null || upper === null
    ? write(value)
    : `${write(value)} (${write(lower)} to ${write(upper)})`;
}
