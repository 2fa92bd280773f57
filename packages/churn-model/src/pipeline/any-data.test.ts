import { describe, expect, test } from "vitest";

import { createRandom } from "../random.ts";
import type { Column, Table } from "../table.ts";
import { parseModelDocument } from "../document/document.ts";
import { trainChurnModel } from "./train-churn-model.ts";
import { explainRows, scoreTable } from "../scoring/use-model.ts";

const strange = [Number.NaN, Infinity, -Infinity, 1e300, -1e300, 0, -0, 5e-324, Number.MAX_SAFE_INTEGER];
const words = ["", " ", "yes", "no", "NaN", "null", "2024-02-30", "1e999", "émile", "\u0000", "a|b\nc"];

/** Columns of everything that files hold: absurd numbers, holes, constants, blanks, words that look like numbers. */
function anyTable(rows: number, seed: number): Table {
  const random = createRandom(seed);
  const pick = <T>(of: readonly T[]): T => of[random.int(of.length)]!;
  const columns = Array.from({ length: 1 + random.int(6) }, (_, index): Column => {
    const name = `column ${index}`;
    const holes = pick([0, 0.3, 0.9]);
    if (random.next() < 0.5) {
      const spread = pick([0, 1, 1e-12, 1e12]);
      const value = (): number =>
        random.next() < holes ? Number.NaN : random.next() < 0.1 ? pick(strange) : spread * random.normal();
      return { name, kind: "numeric", values: Float64Array.from({ length: rows }, value) };
    }
    const levels = pick([1, 3, 80]);
    const value = (): string | null =>
      random.next() < holes ? null : random.next() < 0.1 ? pick(words) : `level ${random.int(levels)}`;
    return { name, kind: "categorical", values: Array.from({ length: rows }, value) };
  });
  return { rowIds: Array.from({ length: rows }, (_, row) => `${row}`), columns };
}

/** Every number anywhere in a value, with the path to it. */
function numbersIn(value: unknown, path = ""): [string, number][] {
  if (typeof value === "number") return [[path, value]];
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => numbersIn(inner, `${path}.${key}`));
}

describe("whatever a file holds", () => {
  test.each(["logistic", "small", "gbdt"] as const)(
    "nothing non-finite leaves a %s training",
    async (recipe) => {
      let trained = 0;
      for (let seed = 0; seed < 6; seed++) {
        const random = createRandom(seed + 100);
        const table = anyTable(40, seed);
        const labels = Uint8Array.from({ length: 40 }, (_, row) => (row < 6 ? 1 : random.int(2)));
        const outcome = await trainChurnModel({ table, labels }, { seed, recipe, evaluation: "folds" });
        if (outcome.kind === "refused") {
          expect(outcome.reason).toBe("no_usable_columns");
          continue;
        }
        trained++;
        const { document, report, heldOutProbabilities } = outcome;
        expect(parseModelDocument(JSON.stringify(document)).kind).toBe("ok");
        for (const [path, number] of numbersIn(report))
          expect(Number.isFinite(number), `${path} is ${number}`).toBe(true);
        expect(heldOutProbabilities.every((p) => p > 0 && p < 1)).toBe(true);
        const others = anyTable(12, seed + 50);
        expect(scoreTable(document, others).probabilities.every((p) => p > 0 && p < 1)).toBe(true);
        for (const { baseProbability, probability, contributions } of explainRows(
          document,
          others,
          [0, 5, 11],
        )) {
          const sum = contributions.reduce((total, { points }) => total + points, 100 * baseProbability);
          expect(Math.abs(sum - 100 * probability)).toBeLessThan(0.1);
          expect(contributions.every(({ logit, points }) => Number.isFinite(logit + points))).toBe(true);
        }
      }
      expect(trained).toBeGreaterThan(3);
    },
  );
});

test("a monotone change of a numeric column changes nothing in a model of trees, held out or scored", async () => {
  const random = createRandom(3);
  const rows = 160;
  const values = Float64Array.from({ length: rows }, () => random.normal());
  const labels = Uint8Array.from(values, (value) => (random.next() < 1 / (1 + Math.exp(-2 * value)) ? 1 : 0));
  const rowIds = Array.from({ length: rows }, (_, row) => `${row}`);
  const trainOn = async (change: (value: number) => number) => {
    const table = { rowIds, columns: [{ name: "x", kind: "numeric" as const, values: values.map(change) }] };
    const outcome = await trainChurnModel(
      { table, labels },
      { seed: 1, recipe: "gbdt", evaluation: "folds" },
    );
    if (outcome.kind !== "trained") throw new Error(outcome.message);
    return { held: outcome.heldOutProbabilities, scored: scoreTable(outcome.document, table).probabilities };
  };
  const plain = await trainOn((value) => value);
  expect(new Set(plain.scored).size).toBeGreaterThan(3);
  expect(await trainOn((value) => Math.exp(value) * 1000)).toEqual(plain);
});
