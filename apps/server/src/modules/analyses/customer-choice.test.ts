import type { CriteriaNode } from "@forestay/contracts";
import { expect, it } from "vitest";
import { ruleOf } from "./customer-choice.ts";

const here: CriteriaNode = { field: "hasLeft", operator: "Equals", value: false };
const left: CriteriaNode = { field: "hasLeft", operator: "Equals", value: true };
const onPro: CriteriaNode = { field: "plan", operator: "Equals", value: "Pro" };
const filtered = (conditions: CriteriaNode[], others: object = {}) => ({
  filter: { conditions, search: "", ...others },
  exceptIds: [],
});

it("is said as a rule of those who are still here, as an analysis scores nobody else", () => {
  expect(ruleOf(null)).toEqual([here]);
  expect(ruleOf(filtered([onPro]))).toEqual([onPro, here]);
  // Whoever said it themselves is taken at their word, however deep it stands.
  expect(ruleOf(filtered([onPro, left]))).toEqual([onPro, left]);
  const grouped: CriteriaNode = { match: "any", criteria: [left, onPro] };
  expect(ruleOf(filtered([grouped]))).toEqual([grouped]);
});

it("is no rule where customers were picked, left out or searched for", () => {
  expect(ruleOf({ customerIds: ["a"] })).toBeNull();
  expect(ruleOf({ ...filtered([onPro]), exceptIds: ["a"] })).toBeNull();
  expect(ruleOf(filtered([onPro], { search: "ann" }))).toBeNull();
});
