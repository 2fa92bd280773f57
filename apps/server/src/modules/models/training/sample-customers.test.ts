import { expect, it } from "vitest";
import { customerSampler } from "./sample-customers.ts";

it("a model learns from the same sample of about 200,000 rows each time", () => {
  const inSample = customerSampler(1_000_000);
  const ids = Array.from(
    { length: 20_000 },
    (_, index) => `01a1fe22-9287-7dee-8b0e-${index.toString(16).padStart(12, "0")}`,
  );
  const chosen = ids.filter(inSample);
  expect(chosen.length / ids.length).toBeGreaterThan(0.18);
  expect(chosen.length / ids.length).toBeLessThan(0.22);
  expect(ids.toReversed().filter(customerSampler(1_000_000)).toReversed()).toEqual(chosen);
  expect(ids.every(customerSampler(200_000))).toBe(true);
});
