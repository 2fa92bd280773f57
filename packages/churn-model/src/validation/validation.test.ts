import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createRandom } from "../random.ts";
import { foldsOf, groupedFolds, outOfFold, repeatedFolds, stratifiedFolds } from "./folds.ts";
import { rollingTimeFolds, timeOrderedSplit } from "./time-ordered-split.ts";

const labelled = fc.array(fc.constantFrom(0, 1), { minLength: 10, maxLength: 200 });
const foldCount = fc.integer({ min: 2, max: 10 });

const countsOf = (foldOf: Uint32Array, folds: number, weights: ArrayLike<number>): number[] => {
  const counts = Array.from({ length: folds }, () => 0);
  foldOf.forEach((fold, row) => (counts[fold]! += weights[row]!));
  return counts;
};
const spreadOf = (counts: number[]): number => Math.max(...counts) - Math.min(...counts);

describe("stratified folds", () => {
  it("keep rows and events level to one and are fixed by the seed", () => {
    fc.assert(
      fc.property(labelled, foldCount, fc.nat(), (labels, folds, seed) => {
        const foldOf = stratifiedFolds(labels, folds, { seed });
        expect(spreadOf(countsOf(foldOf, folds, labels))).toBeLessThanOrEqual(1);
        expect(
          spreadOf(
            countsOf(
              foldOf,
              folds,
              labels.map(() => 1),
            ),
          ),
        ).toBeLessThanOrEqual(1);
        expect(stratifiedFolds(labels, folds, { seed })).toEqual(foldOf);
      }),
    );
  });

  it("follow the customer and not the line of the file when keys are given", () => {
    fc.assert(
      fc.property(labelled, foldCount, fc.nat(), (labels, folds, seed) => {
        const keys = labels.map((_, row) => `customer-${row}`);
        const forward = stratifiedFolds(labels, folds, { seed, keys });
        const backward = stratifiedFolds(labels.toReversed(), folds, { seed, keys: keys.toReversed() });
        expect([...backward].toReversed()).toEqual([...forward]);
      }),
    );
  });

  it("differ from seed to seed", () => {
    const labels = Array.from({ length: 100 }, (_, row) => row % 2);
    expect(stratifiedFolds(labels, 5, { seed: 1 })).not.toEqual(stratifiedFolds(labels, 5, { seed: 2 }));
    const [first, second] = repeatedFolds(labels, 5, 2, { seed: 1 });
    expect(first).not.toEqual(second);
  });

  it("refuse what cannot be split", () => {
    expect(() => stratifiedFolds([0, 1], 1, { seed: 0 })).toThrow("at least 2");
    expect(() => stratifiedFolds([0, 1], 3, { seed: 0 })).toThrow("3 folds of 2 rows");
    expect(() => groupedFolds([0, 1, 1], ["a", "a", "a"], 2, { seed: 0 })).toThrow("2 folds of 1 groups");
    expect(() => groupedFolds([0, 1], ["a"], 2, { seed: 0 })).toThrow("1 group names for 2 rows");
    expect(() => stratifiedFolds([0, 1], 2, { seed: 0, keys: ["a"] })).toThrow("1 keys for 2 rows");
  });
});

describe("grouped folds", () => {
  it("never part a group, whatever the groups", () => {
    const rows = fc.array(fc.tuple(fc.constantFrom(0, 1), fc.nat(30)), { minLength: 20, maxLength: 150 });
    fc.assert(
      fc.property(rows, fc.nat(), (data, seed) => {
        const groups = [...data.map((row) => row[1]), 100, 101];
        const labels = [...data.map((row) => row[0]), 0, 1];
        const foldOf = groupedFolds(labels, groups, 3, { seed });
        for (const group of new Set(groups)) {
          expect(new Set(foldOf.filter((_, row) => groups[row] === group)).size).toBe(1);
        }
      }),
    );
  });

  it("stay level when groups are small", () => {
    const random = createRandom(4);
    const groups = Array.from({ length: 2000 }, () => random.int(600));
    const labels = Array.from({ length: 2000 }, () => (random.next() < 0.2 ? 1 : 0));
    const foldOf = groupedFolds(labels, groups, 5, { seed: 9 });
    expect(spreadOf(countsOf(foldOf, 5, labels))).toBeLessThanOrEqual(3);
    expect(
      spreadOf(
        countsOf(
          foldOf,
          5,
          labels.map(() => 1),
        ),
      ),
    ).toBeLessThanOrEqual(8);
  });

  it("repeat with groups kept together", () => {
    const groups = Array.from({ length: 60 }, (_, row) => row % 20);
    for (const foldOf of repeatedFolds(
      groups.map((g) => g % 2),
      4,
      3,
      { seed: 2, groups },
    )) {
      for (let row = 20; row < 60; row++) expect(foldOf[row]).toBe(foldOf[row - 20]);
    }
  });
});

describe("out-of-fold values", () => {
  it("come for every row from a part that did not hold it", () => {
    const labels = Array.from({ length: 50 }, (_, row) => (row % 3 === 0 ? 1 : 0));
    const folds = foldsOf(stratifiedFolds(labels, 5, { seed: 3 }));
    expect(folds).toHaveLength(5);
    const values = outOfFold(folds, 50, (train, test) => {
      for (const row of test) expect(train.includes(row)).toBe(false);
      expect(train.length + test.length).toBe(50);
      return test;
    });
    expect([...values]).toEqual(labels.map((_, row) => row));
    expect(() => outOfFold(folds.slice(1), 50, (_, test) => test)).toThrow("got no out-of-fold value");
  });
});

describe("time-ordered split", () => {
  const day = 86_400_000;
  // Six monthly snapshots of three customers.
  const times = Array.from({ length: 18 }, (_, row) => Math.floor(row / 3) * 30 * day);

  it("tests on the latest date and learns only from outcomes known by then", () => {
    const split = timeOrderedSplit(times, { horizonMs: 90 * day })!;
    expect([...split.test]).toEqual([15, 16, 17]);
    expect([...split.train]).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8]);
    expect([...split.purged]).toEqual([9, 10, 11, 12, 13, 14]);
    expect(split.testFromMs).toBe(150 * day);
  });

  it("is null when nothing was known by then", () => {
    expect(timeOrderedSplit(times, { horizonMs: 400 * day })).toBeNull();
    expect(timeOrderedSplit([], { horizonMs: day })).toBeNull();
    expect(timeOrderedSplit(times, { horizonMs: day, testFromMs: 0 })).toBeNull();
    expect(() => timeOrderedSplit([Number.NaN], { horizonMs: day })).toThrow("date of row 0");
  });

  it("rolls over later windows with a growing past", () => {
    const folds = rollingTimeFolds(times, { horizonMs: 60 * day, folds: 2 });
    expect(folds.map((fold) => [...fold.test])).toEqual([
      [6, 7, 8, 9, 10, 11],
      [12, 13, 14, 15, 16, 17],
    ]);
    expect(folds.map((fold) => fold.train.length)).toEqual([3, 9]);
    expect(rollingTimeFolds([5, 5], { horizonMs: 0, folds: 2 })).toEqual([]);
  });

  it("never lets a train row's outcome window reach into the test, whatever the dates", () => {
    const dates = fc.array(fc.integer({ min: 0, max: 40 }), { minLength: 1, maxLength: 60 });
    fc.assert(
      fc.property(
        dates,
        fc.integer({ min: 0, max: 20 }),
        fc.integer({ min: 1, max: 6 }),
        (at, horizonMs, folds) => {
          const seen = new Set<number>();
          for (const fold of rollingTimeFolds(at, { horizonMs, folds })) {
            for (const row of fold.train) expect(at[row]! + horizonMs).toBeLessThanOrEqual(fold.testFromMs);
            for (const row of fold.test) {
              expect(at[row]!).toBeGreaterThanOrEqual(fold.testFromMs);
              expect(seen.has(row)).toBe(false);
              seen.add(row);
            }
          }
        },
      ),
    );
  });
});
