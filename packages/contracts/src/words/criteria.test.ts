import { describe, expect, it } from "vitest";
import type { CriteriaNode, Criterion } from "../criteria/criteria-tree.ts";
import { dependsOnTime, followsTime, parseField, windowDaysOf, withWindowDays } from "../criteria/fields.ts";
import { criteriaSentence, criterionLabel, fieldOf } from "./criteria.ts";
import type { WordedField } from "./criteria.ts";

const fields: WordedField[] = [
  { field: "lifetimeValue", label: "Lifetime value", kind: "money" },
  {
    field: "churnRiskLevel",
    label: "Risk level",
    kind: "choice",
    choices: [
      { value: 1, label: "Medium" },
      { value: 2, label: "High" },
    ],
  },
  { field: "daysSinceActivity", label: "Last activity", kind: "daysSince" },
  { field: "renewalInDays", label: "Next renewal", kind: "daysUntil" },
  { field: "events.30.login", label: "“login”", kind: "number" },
  { field: "scoreChange.30", label: "Change of the score", kind: "number" },
  { field: "createdAt", label: "Added on", kind: "date" },
  { field: "hasLeft", label: "Has left", kind: "boolean" },
  { field: "attributes.MRR Band", label: "MRR Band", kind: "text" },
];
const format = { money: (amount: number) => `$${amount}`, date: (iso: string) => iso.slice(0, 10) };
const line = (field: string, operator: Criterion["operator"], value: Criterion["value"]): Criterion => ({
  field,
  operator,
  value,
});

describe("a rule in words", () => {
  it.each<[Criterion, string]>([
    [line("lifetimeValue", "GreaterThan", 10_000), "Lifetime value greater than $10000"],
    [line("churnRiskLevel", "In", [1, 2]), "Risk level in Medium, High"],
    [line("daysSinceActivity", "GreaterThan", 7), "Last activity greater than 7 days ago"],
    [line("daysSinceActivity", "Equals", 1), "Last activity equals 1 day ago"],
    [line("events.7.login", "LessThan", 3), "“login” in the last 7 days less than 3"],
    [line("scoreChange.1", "GreaterThan", 5), "Change of the score in 1 day greater than 5"],
    [line("lifetimeValue", "Equals", null), "Lifetime value is empty"],
    [line("createdAt", "InLast", 30), "Added in the last 30 days"],
    [line("createdAt", "InLast", 1), "Added today"],
    [line("createdAt", "InNext", 1), "Added tomorrow"],
    [line("attributes.gone", "Equals", "x"), "gone equals x"],
  ])("has a line as it stands in a list", (criterion, words) => {
    expect(criterionLabel(criterion, fieldOf(fields, criterion.field), format)).toBe(words);
  });

  it.each<[CriteriaNode[], string]>([
    [[], "Every customer"],
    [
      [
        line("lifetimeValue", "GreaterThan", 10),
        line("churnRiskLevel", "In", [1, 2]),
        line("hasLeft", "Equals", false),
      ],
      "Customers with lifetime value over $10, risk level Medium or High and not having left",
    ],
    [
      [
        line("createdAt", "LessThan", "2026-01-31T00:00:00Z"),
        {
          match: "any",
          criteria: [line("renewalInDays", "LessThan", 60), line("attributes.MRR Band", "NotIn", ["A", "B"])],
        },
      ],
      "Customers with added on before 2026-01-31 and (next renewal less than 60 days away or MRR Band not A or B)",
    ],
    [
      [
        {
          match: "none",
          criteria: [line("attributes.MRR Band", "Contains", "x"), line("lifetimeValue", "NotEquals", null)],
        },
      ],
      "Customers with (none of these: MRR Band containing “x”; lifetime value is not empty)",
    ],
    [
      [line("createdAt", "NotInLast", 1), line("createdAt", "InNext", 7)],
      "Customers with added not today and added in the next 7 days",
    ],
  ])("is read out in one sentence", (nodes, words) => {
    expect(criteriaSentence(nodes, fields, format)).toBe(words);
  });
});

describe("a field's name", () => {
  it.each([
    ["events.0.login", null],
    ["events.4000.login", null],
    ["events.30.", null],
    ["sinceEvent.", null],
    ["failedPayments.x", null],
    ["events.30.a.b 7", { of: "eventCount", days: 30, type: "a.b 7" }],
    ["attributes.events.30.x", { of: "attribute", key: "events.30.x" }],
    ["plan", { of: "customer", name: "plan" }],
  ])("%s is taken apart", (name, parsed) => {
    expect(parseField(name)).toEqual(parsed);
  });

  it("keeps all but its window when that is changed, and has none of its own where it looks like one", () => {
    expect(withWindowDays("events.30.a.30.b", 7)).toBe("events.7.a.30.b");
    expect(withWindowDays("plan", 7)).toBe("plan");
    expect(windowDaysOf("attributes.events.30.x")).toBeNull();
  });

  it.each([
    ["events.30.login", true],
    ["sinceEvent.login", true],
    ["tenureDays", true],
    ["hasLeft", true],
    ["plan", false],
    ["attributes.seats", false],
    ["segments", false],
  ])("%s says whether time alone changes who meets it: %s", (name, follows) => {
    expect(dependsOnTime(name)).toBe(follows);
    expect(followsTime({ field: name, operator: "Equals" })).toBe(follows);
    expect(followsTime({ field: name, operator: "InLast" })).toBe(true);
  });
});
