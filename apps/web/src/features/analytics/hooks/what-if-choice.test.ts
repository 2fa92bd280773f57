import { describe, expect, it } from "vitest";
import { everyone, groupOptions, whatIfInput } from "./what-if-choice.ts";

describe("what is asked of the model", () => {
  it("is nothing while nothing is changed, also where a slider came back to where it was", () => {
    expect(whatIfInput(everyone, {})).toBeNull();
    expect(whatIfInput(everyone, { monthly_revenue: 0 })).toBeNull();
  });

  it("is a percentage of numbers and a value of choices, for whom it was said", () => {
    const levels = [{ value: 3, label: "Critical" }];
    const groups = [{ field: "plan", label: "Plan", options: ["Starter", "Scale"] }];
    const options = groupOptions(groups, levels);
    expect(options.map(({ label }) => label)).toEqual([
      "All active customers",
      "Critical now",
      "Plan: Starter",
      "Plan: Scale",
    ]);
    const changes = { monthly_revenue: -10, billing: "Annual" };
    const list = [
      { field: "monthly_revenue", percent: -10 },
      { field: "billing", value: "Annual" },
    ];
    expect(whatIfInput(everyone, changes)).toEqual({ changes: list });
    expect(options.slice(1, 3).map(({ value }) => whatIfInput(value, changes)?.group)).toEqual([
      { levels: [3] },
      { where: { field: "plan", value: "Starter" } },
    ]);
  });
});
