import type { Criterion } from "@forestay/contracts";
import { daysFrom } from "@forestay/metrics";
import { expect, it } from "vitest";
import { compileCriteria } from "./compile-criteria.ts";
import { CriterionError } from "./criterion-error.ts";

const now = new Date("2026-06-15T09:00:00Z");
const leaving = { definition: "cancelled", inactiveDays: 60, now, activityUntil: null } as const;
const days = daysFrom(now.getTime(), "UTC");
const id = "0197a000-0000-7000-8000-000000000001";

it.each<[string, Criterion]>([
  ["a field nobody knows", { field: "shoeSize", operator: "Equals", value: 43 }],
  ["a window of no days", { field: "events.0.login", operator: "Equals", value: 1 }],
  ["text where a number is needed", { field: "events.30.login", operator: "GreaterThan", value: "many" }],
  ["a level there is none of", { field: "levelBefore.30", operator: "In", value: [9] }],
  ["a tag without an id", { field: "tags", operator: "In", value: ["mine"] }],
  ["an owner without an id", { field: "owner", operator: "In", value: ["Ann"] }],
  ["more of an owner", { field: "owner", operator: "GreaterThan", value: id }],
  ["a day that is none", { field: "firstPaidOn", operator: "GreaterThan", value: "2026-02-30" }],
  ["a reason that is none", { field: "leavingReason", operator: "In", value: ["bored"] }],
  ["paying that is neither", { field: "isPaying", operator: "Equals", value: "maybe" }],
  ["a case that is neither", { field: "openCase", operator: "Equals", value: "maybe" }],
  ["a segment without an id", { field: "segments", operator: "In", value: ["mine"] }],
  ["more of a segment", { field: "segments", operator: "GreaterThan", value: id }],
  ["contains of a number", { field: "churnRiskScore", operator: "Contains", value: 1 }],
])("a rule refuses %s", (_, criterion) => {
  expect(() =>
    compileCriteria([criterion], { currency: "USD", now, days, customerCount: 0, leaving }),
  ).toThrow(CriterionError);
});
