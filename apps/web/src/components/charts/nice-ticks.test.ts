import { expect, it } from "vitest";
import { niceTicks } from "./nice-ticks.ts";

it.each([
  [61, [0, 20, 40, 60, 80]],
  [100, [0, 20, 40, 60, 80, 100]],
  [4.3, [0, 1, 2, 3, 4, 5]],
  [0, [0, 1]],
  [Number.NaN, [0, 1]],
  [0.3, [0, 0.1, 0.2, 0.3]],
])("covers 0 to %d with round steps", (max, expected) => {
  expect(niceTicks(max)).toEqual(expected);
});
