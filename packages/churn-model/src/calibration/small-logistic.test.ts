import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { softplus } from "./logit.ts";
import { fitSmallLogistic } from "./small-logistic.ts";

const cell = fc.double({ min: -3, max: 3, noNaN: true });
const problems = fc
  .array(fc.tuple(fc.constantFrom(0, 1), cell, cell, cell), { minLength: 4, maxLength: 30 })
  .map((rows) => ({
    targets: Float64Array.from(rows, (row) => row[0]),
    columns: [1, 2, 3].map((i) => Float64Array.from(rows, (row) => row[i] as number)),
  }));
const options = { nonNegative: [0, 1, 2], ridge: 0.5, centre: [1 / 3, 1 / 3, 1 / 3] };

describe("the small logistic regression", () => {
  it("holds no constrained coefficient below zero and cannot be bettered nearby", () => {
    fc.assert(
      fc.property(
        problems,
        fc.array(fc.double({ min: -1, max: 1, noNaN: true }), { minLength: 4, maxLength: 4 }),
        ({ targets, columns }, step) => {
          const objective = (coefficients: readonly number[]): number => {
            let sum = 0;
            for (let i = 0; i < 3; i++) sum += (options.ridge / 2) * (coefficients[i]! - 1 / 3) ** 2;
            for (let row = 0; row < targets.length; row++) {
              let z = coefficients[3]!;
              for (let i = 0; i < 3; i++) z += coefficients[i]! * columns[i]![row]!;
              sum += softplus(z) - targets[row]! * z;
            }
            return sum;
          };
          const { coefficients } = fitSmallLogistic(columns, targets, options);
          if (targets.every((target) => target === targets[0])) return;
          const least = objective(coefficients);
          for (const scale of [1, 0.1, 0.001]) {
            const near = coefficients.map((value, i) =>
              i < 3 ? Math.max(0, value + scale * step[i]!) : value + scale * step[i]!,
            );
            expect(objective(near)).toBeGreaterThanOrEqual(least - 1e-7 * (1 + least));
          }
          expect(coefficients.slice(0, 3).every((value) => value >= 0)).toBe(true);
        },
      ),
    );
  });
});
