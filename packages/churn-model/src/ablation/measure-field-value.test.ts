import { expect, test } from "vitest";

import { createRandom } from "../random.ts";
import { trainChurnModel } from "../pipeline/train-churn-model.ts";
import { simulateCustomers } from "../testing/simulated-customers.ts";
import type { TrainingSet } from "../table.ts";
import { measureFieldValue } from "./measure-field-value.ts";

async function modelOf(set: TrainingSet) {
  const trained = await trainChurnModel(set, { seed: 1, recipe: "logistic", evaluation: "folds" });
  if (trained.kind !== "trained") throw new Error(trained.message);
  return trained.document;
}
const fieldsOf = (set: TrainingSet) => set.table.columns.map(({ name }) => ({ name, columns: [name] }));

const customers = simulateCustomers(4000, 1);
// What the plan says in other words: nothing is lost with either alone.
customers.table.columns.push({
  name: "plan_code",
  kind: "categorical",
  values: (customers.table.columns.find(({ name }) => name === "plan")!.values as string[]).map(
    (plan) => `code of ${plan}`,
  ),
});
const document = modelOf(customers);

test("a field that moves the outcome adds to the ranking, noise adds nothing measurable", async () => {
  const found = measureFieldValue(await document, customers, fieldsOf(customers), { seed: 1 })!;
  const of = (name: string) => found.fields.find((one) => one.name === name)!;
  expect(of("usage")).toMatchObject({ isMeasurable: true });
  expect(of("tenure").aucAdded.lower).toBeGreaterThan(0);
  expect(of("noise")).toMatchObject({ isMeasurable: false });
  expect(of("noise").aucAdded.lower).toBeLessThan(0);
  expect(found.fields.at(0)!.aucAdded.estimate).toBeGreaterThan(0.02);
  expect(found.rows).toBe(4000);
});

test("of many fields that say nothing none is taken for one that does", async () => {
  const few = simulateCustomers(600, 5);
  const random = createRandom(1);
  for (let i = 0; i < 24; i++)
    few.table.columns.push({
      name: `coin_${i}`,
      kind: "numeric",
      values: Float64Array.from(few.labels, () => random.next()),
    });
  const found = measureFieldValue(await modelOf(few), few, fieldsOf(few), { seed: 1 })!;
  const coins = found.fields.filter(({ name }) => name.startsWith("coin_"));
  expect(coins.length).toBeGreaterThan(20);
  expect(coins.filter(({ isMeasurable }) => isMeasurable).map(({ name }) => name)).toEqual([]);
});

test("what two fields say alike is lost only with both", async () => {
  const together = { name: "both", columns: ["plan", "plan_code"] };
  const found = measureFieldValue(await document, customers, [...fieldsOf(customers), together], {
    seed: 1,
  })!;
  const of = (name: string) => found.fields.find((one) => one.name === name)!.aucAdded;
  expect(of("both").lower).toBeGreaterThan(0);
  expect(Math.abs(of("plan").estimate)).toBeLessThan(0.005);
  // By itself it tells a good deal: the other one only says it too.
  expect(found.fields.find(({ name }) => name === "plan")!.aucAlone).toBeGreaterThan(0.6);
  expect(found.fields.find(({ name }) => name === "noise")!.aucAlone).toBeLessThan(0.55);
});

test("is the same for the same seed, and leaves out fields the model does not use", async () => {
  const fields = [...fieldsOf(customers).slice(0, 2), { name: "elsewhere", columns: ["not there"] }];
  const first = measureFieldValue(await document, customers, fields, { seed: 3 });
  expect(measureFieldValue(await document, customers, fields, { seed: 3 })).toEqual(first);
  expect(first!.fields.map(({ name }) => name).toSorted()).toEqual(["tenure", "usage"]);
});

test("measures on later rows where rows carry dates", async () => {
  const day = 86_400_000;
  const dated = {
    ...customers,
    groups: customers.table.rowIds.map((_, row) => `customer ${row % 2000}`),
    times: Float64Array.from(customers.table.rowIds, (_, row) => (row < 2000 ? 0 : 100 * day)),
  };
  const found = measureFieldValue(await document, dated, fieldsOf(customers), { seed: 1, horizonDays: 90 })!;
  expect(found).toMatchObject({ rows: 2000, customers: 2000, heldOutFromMs: 100 * day });
});

test("says nothing of single fields on a handful of leavers", async () => {
  const few = simulateCustomers(60, 2);
  few.labels.fill(0).fill(1, 0, 12);
  expect(measureFieldValue(await modelOf(few), few, fieldsOf(few), { seed: 1 })).toBeNull();
});
