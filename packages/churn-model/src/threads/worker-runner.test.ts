import { expect, test } from "vitest";

import { trainChurnModel } from "../pipeline/train-churn-model.ts";
import { simulateCustomers } from "../testing/simulated-customers.ts";

test("two threads give the very bytes that one gives", async () => {
  const customers = simulateCustomers(300, 2);
  const one = await trainChurnModel(customers, { seed: 3, recipe: "small", evaluation: "folds" });
  const two = await trainChurnModel(customers, { seed: 3, recipe: "small", evaluation: "folds", threads: 2 });
  if (one.kind !== "trained" || two.kind !== "trained") throw new Error("refused");
  expect(JSON.stringify(two.document)).toBe(JSON.stringify(one.document));
});

test("stopping ends the threads and the training", async () => {
  const stop = new AbortController();
  const run = trainChurnModel(simulateCustomers(1000, 2), {
    seed: 3,
    threads: 2,
    signal: stop.signal,
    onProgress: ({ stage }) => {
      if (stage === "evaluate" || stage === "fit") stop.abort(new Error("stopped by a person"));
    },
  });
  await expect(run).rejects.toThrow("stopped by a person");
});
