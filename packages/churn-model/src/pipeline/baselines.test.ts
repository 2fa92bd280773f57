import { expect, test } from "vitest";

import { createRandom } from "../random.ts";
import { measureBaselines } from "./baselines.ts";

const ROWS = 400;
const random = createRandom(4);
const truth = Float64Array.from({ length: ROWS }, () => 0.1 + 0.5 * random.next());
const labels = Uint8Array.from(truth, (p) => (random.next() < p ? 1 : 0));
const measured = Int32Array.from(labels.keys());
const foldOf = Uint32Array.from(labels, (_, row) => row % 5);
const table = {
  rowIds: [...labels.keys()].map(String),
  columns: [{ name: "days_since_login", kind: "numeric" as const, values: truth }],
};

test("a baseline is beaten only when the difference on the same rows is beyond chance", () => {
  const few = measured.subarray(40, 80);
  const small = measureBaselines(table, labels, few, foldOf, null, truth.subarray(40, 80));
  const [base] = small.baselines;
  expect(small.notCompared.map(({ name }) => name)).toEqual(["best_column"]);
  expect(base!.difference.estimate).toBeLessThan(0);
  expect(base!.difference.upper).toBeGreaterThan(0);
  expect(base!.beaten).toBe(false);

  const [against, alone, recency] = measureBaselines(
    table,
    labels,
    measured,
    foldOf,
    "days_since_login",
    truth,
  ).baselines;
  expect(against!.difference.upper).toBeLessThan(0);
  expect(against!.beaten).toBe(true);
  expect([alone!.name, recency!.name]).toEqual(["best_column", "recency"]);
  expect(against!.logLoss + against!.difference.estimate).toBeCloseTo(
    alone!.logLoss + alone!.difference.estimate,
    12,
  );
});

test("without a column of recency the recency rule is named as not compared, not passed over", () => {
  const other = { ...table, columns: [{ name: "charge", kind: "numeric" as const, values: truth }] };
  const { baselines, notCompared } = measureBaselines(other, labels, measured, foldOf, "charge", truth);
  expect(baselines.map(({ name }) => name)).toEqual(["base_rate", "best_column"]);
  expect(notCompared).toEqual([
    { name: "recency", reason: "Recency alone: no column says how long ago a customer was seen or active." },
  ]);
});
