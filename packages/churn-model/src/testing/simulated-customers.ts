import { createRandom } from "../random.ts";
import type { TrainingSet } from "../table.ts";

/** Customers with a known true probability of leaving, for tests: curved in tenure, an interaction, noise columns, holes. */
export function simulateCustomers(
  rows: number,
  seed: number,
  options: { signal?: number } = {},
): TrainingSet & { truth: Float64Array } {
  const random = createRandom(seed);
  const signal = options.signal ?? 1;
  const plans = ["basic", "plus", "pro"];
  const tenure = Float64Array.from({ length: rows }, () => Math.floor(random.next() * 60));
  const usage = Float64Array.from({ length: rows }, () =>
    random.next() < 0.1 ? Number.NaN : random.normal() * 10 + 30,
  );
  const tickets = Float64Array.from({ length: rows }, () => Math.floor(random.next() * 5));
  const noise = Float64Array.from({ length: rows }, () => random.normal());
  const plan = Array.from({ length: rows }, () => plans[random.int(3)]!);
  const truth = Float64Array.from({ length: rows }, (_, row) => {
    const usageEffect = Number.isNaN(usage[row]!) ? 0.5 : -(usage[row]! - 30) / 15;
    const planEffect = plan[row] === "basic" ? 0.6 : plan[row] === "pro" ? -0.8 : 0;
    const bent = 1.5 * Math.exp(-tenure[row]! / 12) - 0.6;
    const together = plan[row] === "basic" && tickets[row]! >= 3 ? 1.2 : 0;
    const z = -1.2 + signal * (bent + usageEffect + planEffect + together);
    return 1 / (1 + Math.exp(-z));
  });
  const labels = Uint8Array.from(truth, (probability) => (random.next() < probability ? 1 : 0));
  return {
    table: {
      rowIds: Array.from({ length: rows }, (_, row) => `c${row}`),
      columns: [
        { name: "tenure", label: "Months as a customer", kind: "numeric", values: tenure },
        { name: "usage", kind: "numeric", values: usage, actionable: true },
        { name: "tickets", kind: "numeric", values: tickets, actionable: true },
        { name: "noise", kind: "numeric", values: noise },
        { name: "plan", kind: "categorical", values: plan, actionable: true },
      ],
    },
    labels,
    truth,
  };
}
