import { expect, test } from "vitest";

import { createRandom } from "../random.ts";
import { measureSegments } from "./measure-segments.ts";

const random = createRandom(9);
const ROWS = 6000;
const groupOf = Array.from({ length: ROWS }, (_, row) =>
  row % 300 === 0 ? "tiny" : ["sound", "too high", "blind"][row % 3]!,
);
const truth = Float64Array.from({ length: ROWS }, () => random.next() ** 2);
const labels = Uint8Array.from(truth, (chance) => (random.next() < chance ? 1 : 0));
// Right in one group, twice as many said in another, guessed in the third.
const probabilities = truth.map((chance, row) =>
  groupOf[row] === "too high" ? 1 - (1 - chance) ** 2 : groupOf[row] === "blind" ? 1 / 3 : chance,
);
const clusters = Int32Array.from({ length: ROWS }, (_, row) => row);

test("says where a model is right, where it promises too much and where it ranks worse", () => {
  const [division] = measureSegments({ labels, probabilities, clusters }, [{ name: "g", groupOf }]);
  const of = (group: string) => division!.groups.find((one) => one.group === group)!;
  expect(of("sound")).toMatchObject({ calibration: "right", ranksWorse: false });
  expect(of("too high").calibration).toBe("above");
  expect(of("blind")).toMatchObject({ calibration: "right", ranksWorse: true });
  expect(of("sound").auc!.lower).toBeGreaterThan(0.75);
  expect(of("blind").auc).toEqual({ estimate: 0.5, lower: 0.5, upper: 0.5 });
  expect(of("sound").observed.lower).toBeLessThan(of("sound").meanPredicted);
});

test("keeps small groups to itself, with why, and gives no ranking where hardly anybody left", () => {
  const [division] = measureSegments({ labels, probabilities, clusters }, [{ name: "g", groupOf }]);
  expect(division!.groups.map(({ group }) => group)).not.toContain("tiny");
  expect(division!.suppressed).toEqual([
    { group: "tiny", customers: 20, reason: "Only 20 held-out customers: below 50 nothing can be said." },
  ]);
  const kept = measureSegments(
    { labels: labels.map((label, row) => (row < 9 ? 1 : row < 200 ? 0 : label)), probabilities, clusters },
    [{ name: "g", groupOf: groupOf.map((_, row) => (row < 200 ? "kept" : null)) }],
  );
  expect(kept[0]!.groups).toMatchObject([{ group: "kept", outcomes: 9, auc: null, ranksWorse: false }]);
});

test("counts a customer once however many rows it has", () => {
  const four = (values: ArrayLike<number>) => [0, 1, 2, 3].flatMap(() => Array.from(values));
  const division = { name: "g", groupOf: [0, 1, 2, 3].flatMap(() => groupOf) };
  const [once] = measureSegments({ labels, probabilities, clusters }, [{ name: "g", groupOf }]);
  const [often] = measureSegments(
    { labels: four(labels), probabilities: four(probabilities), clusters: four(clusters) },
    [division],
  );
  const [a, b] = [once!.groups[0]!, often!.groups[0]!];
  expect(b.customers).toBe(a.customers);
  expect(b.observed).toEqual(a.observed);
  expect(b.auc!.lower).toBeCloseTo(a.auc!.lower, 10);
});

test("does not call a well-made model wrong in one of many groups", () => {
  const some = truth.subarray(0, 1200);
  let flagged = 0;
  for (let round = 0; round < 40; round++) {
    const own = createRandom(round);
    const outcome = Uint8Array.from(some, (chance) => (own.next() < chance ? 1 : 0));
    const [division] = measureSegments({ labels: outcome, probabilities: some, clusters }, [
      { name: "g", groupOf: Array.from(some, (_, row) => `group ${row % 10}`) },
    ]);
    if (division!.groups.some((one) => one.calibration !== "right" || one.ranksWorse)) flagged++;
  }
  // 400 groups at an uncorrected 95% would flag some 16 to 20 of the 40 rounds.
  expect(flagged).toBeLessThan(8);
});
