import { describe, expect, it } from "vitest";
import type { FeatureRow } from "#modules/features/index.ts";
import { createDriftSample } from "./drift-sample.ts";

const customer = (number: number): FeatureRow => ({ rowId: `customer ${number}`, values: {}, earlier: [] });
const sampled = (count: number, most: number): string[] => {
  const sample = createDriftSample(most);
  for (let number = 0; number < count; number++) sample.add(customer(number), number / count);
  return sample.take().rows.map(({ rowId }) => rowId);
};

describe("the customers that drift is measured on", () => {
  it("are all of them while they are few, each once", () => {
    const sample = createDriftSample(10);
    sample.add(customer(1), 0.25);
    sample.add(customer(1), 0.75);
    expect(sample.take()).toEqual({ rows: [customer(1)], probabilities: [0.25] });
  });

  it("are new ones as well as old ones, and mostly the same on the next night", () => {
    const tonight = sampled(8000, 500);
    expect(tonight.length).toBeGreaterThan(240);
    expect(tonight.length).toBeLessThanOrEqual(500);
    const old = tonight.filter((id) => Number(id.slice(9)) < 4000).length;
    expect(old / tonight.length).toBeGreaterThan(0.4);
    expect(old / tonight.length).toBeLessThan(0.6);
    const tomorrow = new Set(sampled(8100, 500));
    expect(tonight.every((id) => tomorrow.has(id))).toBe(true);
  });
});
