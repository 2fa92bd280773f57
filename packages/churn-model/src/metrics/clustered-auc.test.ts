import { expect, test } from "vitest";

import { compareRocAuc } from "./roc-auc.ts";
import { createRandom } from "../random.ts";
import { compareClusteredAuc } from "./clustered-auc.ts";

const random = createRandom(4);
const labels = Uint8Array.from({ length: 400 }, () => (random.next() < 0.3 ? 1 : 0));
const strong = Float64Array.from(labels, (label) => label + random.normal());
const faint = Float64Array.from(strong, (score) => Math.round(score + 2 * random.normal()));
const alone = labels.map((_, row) => row);

test("is DeLong's paired interval where every row is a customer of its own", () => {
  const expected = compareRocAuc(labels, strong, faint)!;
  const found = compareClusteredAuc(labels, strong, faint, Int32Array.from(labels.keys()))!;
  expect(found.difference).toBeCloseTo(expected.difference, 12);
  // DeLong divides by n - 1 per class, this by n.
  expect(found.low).toBeCloseTo(expected.low, 3);
  expect(found.high).toBeCloseTo(expected.high, 3);
});

test("four copies of each customer narrow nothing", () => {
  const times = <T>(values: ArrayLike<T>) => [0, 1, 2, 3].flatMap(() => Array.from(values));
  const once = compareClusteredAuc(labels, strong, faint, Int32Array.from(labels.keys()))!;
  const copied = compareClusteredAuc(
    times(labels),
    times(strong),
    times(faint),
    times(labels.keys().toArray()),
  )!;
  expect(copied.difference).toBeCloseTo(once.difference, 12);
  expect(copied.low).toBeCloseTo(once.low, 12);
});

test("has nothing to say of one class", () => {
  expect(
    compareClusteredAuc(new Uint8Array(5), alone.subarray(0, 5), alone.subarray(0, 5), alone),
  ).toBeNull();
});
