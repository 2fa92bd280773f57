import { expect, test } from "vitest";

import { trainChurnModel } from "../pipeline/train-churn-model.ts";
import { scoreTable } from "../scoring/use-model.ts";
import { simulateCustomers } from "../testing/simulated-customers.ts";
import { selectRows } from "../table.ts";
import { partialDependence } from "./partial-dependence.ts";

const customers = simulateCustomers(2000, 1);
const trained = trainChurnModel(customers, { seed: 1, recipe: "logistic", evaluation: "folds" }).then(
  (outcome) => {
    if (outcome.kind !== "trained") throw new Error(outcome.message);
    return outcome.document;
  },
);
const numbersOf = (name: string) =>
  customers.table.columns.find((one) => one.name === name)!.values as Float64Array;

test("is the mean chance of a sample that all have the value", async () => {
  const document = await trained;
  const few = {
    ...customers,
    table: selectRows(customers.table, [0, 1, 2, 3, 4, 5, 6, 7]),
    labels: customers.labels.slice(0, 8),
  };
  const found = partialDependence(document, few, "tickets", { seed: 1 })!;
  for (const point of found.points) {
    const columns = few.table.columns.map((column) =>
      column.name === "tickets" && column.kind === "numeric"
        ? { ...column, values: new Float64Array(8).fill(point.at!) }
        : column,
    );
    const { probabilities } = scoreTable(document, { ...few.table, columns });
    expect(point.probability).toBeCloseTo(probabilities.reduce((sum, p) => sum + p, 0) / 8, 12);
  }
});

test("falls with use as the simulator has it, ends where few customers are, and tells how they are spread", async () => {
  const found = partialDependence(await trained, customers, "usage", { seed: 1 })!;
  const numbers = found.points.filter(({ at }) => at !== null);
  expect(numbers.length).toBe(11);
  expect(numbers.at(0)!.probability).toBeGreaterThan(numbers.at(-1)!.probability + 0.2);
  const sorted = numbersOf("usage")
    .filter((value) => !Number.isNaN(value))
    .sort();
  expect(numbers.at(0)!.at).toBeGreaterThan(sorted[0]!);
  expect(found.points.at(-1)).toMatchObject({ at: null, level: null });
  expect(found.points.at(-1)!.share).toBeCloseTo(0.1, 1);
  expect(found.points.reduce((sum, point) => sum + point.share, 0)).toBeCloseTo(1, 10);
  expect(found.histogram).toHaveLength(16);
  for (const { observed } of numbers) expect(observed!.lower).toBeLessThan(observed!.upper);
});

test("spreads values that crowd at the low end, and says so", async () => {
  const crowded = {
    ...customers,
    table: {
      ...customers.table,
      columns: customers.table.columns.map((column) =>
        column.name === "tenure" && column.kind === "numeric"
          ? { ...column, values: column.values.map((value) => value ** 4) }
          : column,
      ),
    },
  };
  const found = partialDependence(await trained, crowded, "tenure", { seed: 1 })!;
  expect(found.scale).toBe("log");
  expect(partialDependence(await trained, customers, "tenure", { seed: 1 })!.scale).toBe("linear");
  expect(found.histogram.reduce((sum, { share }) => sum + share, 0)).toBeGreaterThan(0.9);
  const widths = found.histogram.map(({ from, to }) => to - from);
  expect(widths.at(-1)!).toBeGreaterThan(10 * widths[0]!);
});

test("takes categories by size, each with what happened", async () => {
  const found = partialDependence(await trained, customers, "plan", { seed: 1 })!;
  expect(found.kind).toBe("categorical");
  const of = (level: string) => found.points.find((point) => point.level === level)!;
  expect(of("basic").probability).toBeGreaterThan(of("pro").probability);
  expect(of("basic").observed!.estimate).toBeGreaterThan(of("pro").observed!.estimate);
  expect(found.histogram).toEqual([]);
});

test("moves what is made of the value with it", async () => {
  const document = await trained;
  const alone = partialDependence(document, customers, "tickets", { seed: 1 })!;
  const followed = partialDependence(document, customers, "tickets", {
    seed: 1,
    follow: (table, varied) => {
      const tenure = table.columns.find(({ name }) => name === "tenure")!;
      return [
        {
          ...tenure,
          kind: "numeric",
          values: (varied.values as Float64Array).map((value) => 60 - 15 * value),
        },
      ];
    },
  })!;
  expect(followed.points.at(-1)!.probability).toBeGreaterThan(alone.points.at(-1)!.probability);
});

test("has no curve for what is not there or never differs", async () => {
  expect(partialDependence(await trained, customers, "absent", { seed: 1 })).toBeNull();
  const same = selectRows(customers.table, [0, 0, 0]);
  expect(
    partialDependence(await trained, { table: same, labels: new Uint8Array(3) }, "tenure", { seed: 1 }),
  ).toBeNull();
});
