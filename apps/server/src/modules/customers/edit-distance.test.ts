import * as fc from "fast-check";
import { expect, it } from "vitest";
import { mostMistakes, prefixDistance } from "./edit-distance.ts";

it.each([
  ["leon", "leon park", 0],
  ["loen", "leon park", 1],
  ["lean", "leon park", 1],
  ["lon p", "leon park", 1],
  ["leeon", "leon park", 1],
  ["elon", "leon park", 1],
  ["keno", "leon park", 2],
  ["salgado", "renata salgado", 3],
  ["élodie", "elodie blanc", 1],
])("finds %s in %s with %i mistakes", (typed, text, distance) => {
  expect(prefixDistance(typed, text, 2)).toBe(distance);
});

/** The textbook's whole table, no bound and no cut. */
function slowly(a: string, b: string): number {
  const table = Array.from({ length: a.length + 1 }, (_, i) =>
    Array.from({ length: b.length + 1 }, (__, j) => (i === 0 ? j : j === 0 ? i : 0)),
  );
  for (let i = 1; i <= a.length; i++)
    for (let j = 1; j <= b.length; j++) {
      const costs = [
        table[i - 1]![j]! + 1,
        table[i]![j - 1]! + 1,
        table[i - 1]![j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1),
      ];
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        costs.push(table[i - 2]![j - 2]! + 1);
      table[i]![j] = Math.min(...costs);
    }
  return Math.min(...table[a.length]!);
}

it("is the least distance to any beginning of the text, as far as it matters", () => {
  const text = fc.string({ unit: fc.constantFrom("a", "b", "c"), maxLength: 9 });
  fc.assert(
    fc.property(text, text, fc.integer({ min: 0, max: 3 }), (a, b, most) => {
      expect(prefixDistance(a, b, most)).toBe(Math.min(most + 1, slowly(a, b)));
    }),
    { numRuns: 500, seed: 4 },
  );
});

it("allows more mistakes in longer words", () => {
  expect([3, 4, 7, 8].map(mostMistakes)).toEqual([0, 1, 1, 2]);
});
