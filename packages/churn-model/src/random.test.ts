import { expect, test } from "vitest";

import { createRandom, deriveSeed } from "./random.ts";

test("the same seed gives the same sequence and another seed another", () => {
  const draw = (seed: number): number[] => {
    const random = createRandom(seed);
    return Array.from({ length: 5 }, () => random.next());
  };
  expect(draw(7)).toEqual(draw(7));
  expect(draw(7)).not.toEqual(draw(8));
});

test("uniform and normal draws have the moments of their distributions", () => {
  const random = createRandom(3);
  const count = 20_000;
  let sum = 0;
  let normalSum = 0;
  let normalSquares = 0;
  for (let i = 0; i < count; i++) {
    sum += random.next();
    const z = random.normal();
    normalSum += z;
    normalSquares += z * z;
  }
  expect(sum / count).toBeCloseTo(0.5, 1);
  expect(normalSum / count).toBeCloseTo(0, 1);
  expect(normalSquares / count).toBeCloseTo(1, 1);
});

test("a shuffle keeps every item", () => {
  const items = createRandom(5).shuffle(Array.from({ length: 50 }, (_, i) => i));
  expect([...items].sort((a, b) => a - b)).toEqual(Array.from({ length: 50 }, (_, i) => i));
  expect(items).not.toEqual(Array.from({ length: 50 }, (_, i) => i));
});

test("derived seeds depend on every step of the path", () => {
  expect(
    new Set([deriveSeed(1, "a", 1), deriveSeed(1, "a", 2), deriveSeed(1, "b", 1), deriveSeed(2, "a", 1)])
      .size,
  ).toBe(4);
});
