import { expect, test } from "vitest";

import { createRandom } from "./random.ts";
import { knownNumbers, sortedNumbers } from "./sorted-numbers.ts";

const random = createRandom(5);
const draw = (count: number, of: () => number): Float64Array => Float64Array.from({ length: count }, of);
const sets: [string, Float64Array][] = [
  ["ordinary numbers", draw(5000, () => random.normal())],
  ["every size there is", draw(5000, () => random.normal() * 10 ** (random.int(600) - 300))],
  ["whole numbers, many of them equal", draw(5000, () => random.int(40) - 20)],
  ["both zeros, both infinities", draw(4000, () => [0, -0, Infinity, -Infinity, 5e-324][random.int(5)]!)],
  ["one number again and again", draw(3000, () => 7)],
  ["few numbers", draw(9, () => random.normal())],
  ["none", new Float64Array(0)],
];

test.each(sets)("%s come out in the order of the built-in sort", (_, numbers) => {
  const given = numbers.slice();
  const sorted = sortedNumbers(given);
  const expected = numbers.slice().sort();
  expect(sorted.every((value, i) => Object.is(value, expected[i]))).toBe(true);
  expect(given).toEqual(numbers);
});

test("known numbers are those that are not missing, as they came", () => {
  expect(knownNumbers(Float64Array.of(3, NaN, -1, NaN, 0))).toEqual(Float64Array.of(3, -1, 0));
  expect(knownNumbers(Float64Array.of(NaN))).toHaveLength(0);
});
