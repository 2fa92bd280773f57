import { expect, test } from "vitest";

import { trainChurnModel } from "../pipeline/train-churn-model.ts";
import { scoreTable } from "../scoring/use-model.ts";
import { createRandom } from "../random.ts";
import { selectRows, type Table } from "../table.ts";
import { simulateCustomers } from "../testing/simulated-customers.ts";
import { findCounterfactuals } from "./counterfactuals.ts";

const customers = simulateCustomers(1200, 11);
const outcome = await trainChurnModel(customers, { seed: 1, recipe: "logistic", evaluation: "folds" });
if (outcome.kind !== "trained") throw new Error(outcome.message);
const { document } = outcome;
const { probabilities } = scoreTable(document, customers.table);
const riskiest = probabilities.indexOf(Math.max(...probabilities));

test("every set is what the whole model says of the changed customer, and only actionable fields change", () => {
  const found = findCounterfactuals(document, customers.table, riskiest);
  expect(found.length).toBeGreaterThan(0);
  let before = probabilities[riskiest]!;
  for (const [i, { changes, probability }] of found.entries()) {
    expect(changes).toHaveLength(i + 1);
    expect(probability).toBeLessThan(before);
    before = probability;
    const changed = selectRows(customers.table, [riskiest]);
    for (const { feature, to } of changes) {
      const column = changed.columns.find((candidate) => candidate.name === feature)!;
      expect(column.actionable).toBe(true);
      column.values[0] = to;
    }
    expect(scoreTable(document, changed).probabilities[0]).toBeCloseTo(probability, 12);
  }
});

test("ends at the first set that reaches the wanted probability, with the mildest such change", () => {
  const easy = findCounterfactuals(document, customers.table, riskiest, {
    targetProbability: probabilities[riskiest]! - 0.05,
  });
  expect(easy).toHaveLength(1);
  expect(easy[0]!.reachesTarget).toBe(true);
  const hard = findCounterfactuals(document, customers.table, riskiest, { targetProbability: 0.0001 });
  expect(hard.at(-1)!.reachesTarget).toBe(false);
  expect(easy[0]!.probability).toBeGreaterThan(hard[0]!.probability);
});

test("offers nothing where nothing may change, or where the customer is already safe", () => {
  expect(findCounterfactuals(document, customers.table, riskiest, { actionable: [] })).toEqual([]);
  const safest = probabilities.indexOf(Math.min(...probabilities));
  expect(findCounterfactuals(document, customers.table, safest)).toEqual([]);
});

test("asks for no more than what has nearly all of the effect, where the wanted probability cannot be reached", async () => {
  // Leaving depends on whether the price is above 50, and next to nothing on how far it is below.
  const price = Float64Array.from({ length: 1000 }, (_, row) => 1 + ((row * 37) % 100));
  const other = Float64Array.from({ length: 1000 }, (_, row) => (row * 17) % 29);
  const random = createRandom(3);
  const labels = Uint8Array.from(price, (value) => (random.next() < (value > 50 ? 0.6 : 0.2) ? 1 : 0));
  const table: Table = {
    rowIds: Array.from(price, (_, row) => `c${row}`),
    columns: [
      { name: "price", kind: "numeric", values: price, actionable: true },
      { name: "other", kind: "numeric", values: other },
    ],
  };
  const stepped = await trainChurnModel({ table, labels }, { seed: 1, recipe: "gbdt", evaluation: "folds" });
  if (stepped.kind !== "trained") throw new Error(stepped.message);
  const dear = price.indexOf(90);
  const [found] = findCounterfactuals(stepped.document, table, dear, { targetProbability: 0.001 });
  expect(found?.reachesTarget).toBe(false);
  expect(found?.changes[0]?.to).toBeGreaterThan(35);
  expect(found?.changes[0]?.to).toBeLessThanOrEqual(51);
});
