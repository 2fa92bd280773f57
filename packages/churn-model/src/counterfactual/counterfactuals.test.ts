import { expect, test } from "vitest";

import { trainChurnModel } from "../pipeline/train-churn-model.ts";
import { scoreTable } from "../pipeline/use-model.ts";
import { selectRows } from "../table.ts";
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
