import { createRandom } from "@forestay/churn-model";
import { expect, it } from "vitest";
import { growsWithTime } from "./grows-with-time.ts";

it("a total so far grows with time, a monthly charge, a constant and what too few know does not", () => {
  const random = createRandom(2);
  const months = Array.from({ length: 400 }, () => random.int(60));
  const charges = months.map((length) => 20 + 80 * random.next() + 0.2 * length);
  const totals = months.map((length, row) => length * charges[row]!);
  expect(growsWithTime(totals, months)).toBe(true);
  expect(
    growsWithTime(
      totals.map((total, row) => (row % 3 === 0 ? Number.NaN : total)),
      months,
    ),
  ).toBe(true);
  expect(growsWithTime(charges, months)).toBe(false);
  expect(
    growsWithTime(
      months.map(() => 7),
      months,
    ),
  ).toBe(false);
  expect(
    growsWithTime(
      months.map((length, row) => (row < 20 ? length : Number.NaN)),
      months,
    ),
  ).toBe(false);
});
