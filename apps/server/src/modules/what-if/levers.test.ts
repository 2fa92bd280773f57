import { describe, expect, it } from "vitest";
import type { FeaturePlan, FeatureRow } from "#modules/features/index.ts";
import { bestLevers, createPossible, singleLevers, type Lever } from "./levers.ts";

const column = (base: string, kind: "categorical" | "numeric", unit: "text" | "money" | "count") =>
  ({ name: base, base, label: base, kind, form: "value", unit }) as const;
const plan: FeaturePlan = {
  version: 1,
  source: "customers",
  columns: [
    column("internet", "categorical", "text"),
    column("techSupport", "categorical", "text"),
    column("contract", "categorical", "text"),
    column("monthly_revenue", "numeric", "money"),
    column("open_tickets", "numeric", "count"),
  ],
  excluded: [],
};
const row = (internet: string, techSupport: string, contract: string): FeatureRow => ({
  rowId: "",
  values: { internet, techSupport, contract, monthly_revenue: 70, open_tickets: 3 },
  earlier: [],
});
const times = (count: number, one: FeatureRow) => Array.from({ length: count }, () => one);
/** Who has no internet has no support for it; nobody is on two years who has none. */
const sample = [
  ...times(40, row("Fiber", "Yes", "Two year")),
  ...times(40, row("Fiber", "No", "Monthly")),
  ...times(40, row("None", "No internet service", "Monthly")),
];
const set = (changes: Record<string, string | number>): Lever => new Map(Object.entries(changes));

describe("a lever that a person could pull", () => {
  const isPossible = createPossible(plan, sample);
  const customer = row("Fiber", "No", "Monthly");

  it("leads to a customer that exists: no value that follows from another", () => {
    expect(isPossible(customer, set({ techSupport: "No internet service" }))).toBe(false);
    expect(isPossible(row("None", "No internet service", "Monthly"), set({ techSupport: "Yes" }))).toBe(
      false,
    );
    expect(isPossible(customer, set({ contract: "Three year" }))).toBe(false);
    expect(isPossible(customer, set({ techSupport: "Yes", contract: "Two year" }))).toBe(true);
    expect(isPossible(customer, set({ open_tickets: 0 }))).toBe(true);
  });

  it("is no smaller plan in disguise: what goes with another price is none", () => {
    const paying = (contract: string, monthly_revenue: number): FeatureRow => ({
      ...row("Fiber", "No", contract),
      values: { ...row("Fiber", "No", contract).values, monthly_revenue },
    });
    const priced = createPossible(plan, [
      ...times(30, paying("Enterprise", 900)),
      ...times(30, paying("Starter", 40)),
      ...times(30, paying("Starter, two years", 36)),
      ...times(5, paying("Free trial", 0)),
    ]);
    expect(priced(paying("Enterprise", 900), set({ contract: "Starter" }))).toBe(false);
    expect(priced(paying("Starter", 40), set({ contract: "Enterprise" }))).toBe(false);
    expect(priced(paying("Starter", 40), set({ contract: "Starter, two years" }))).toBe(true);
    // Too few to say what they pay.
    expect(priced(paying("Starter", 40), set({ contract: "Free trial" }))).toBe(true);
  });

  it("judges by nothing that is too rare to be judged by", () => {
    expect(isPossible(row("Satellite", "No", "Monthly"), set({ contract: "Two year" }))).toBe(false);
    const rare = [...times(3, row("Satellite", "Yes", "Two year")), ...sample];
    expect(
      createPossible(plan, rare)(row("Satellite", "Yes", "Two year"), set({ contract: "Monthly" })),
    ).toBe(false);
    expect(createPossible(plan, rare)(row("Satellite", "No", "Two year"), set({ contract: "Monthly" }))).toBe(
      true,
    );
  });

  it("is no price, and a whole number where the customer's is", () => {
    const shared = { label: "", options: [], from: null, to: null, isMoney: false };
    const levers = singleLevers(plan, [
      { ...shared, field: "contract", kind: "choice", options: ["Monthly", "Two year"], value: "Monthly" },
      { ...shared, field: "monthly_revenue", kind: "number", from: 20, to: 110, value: 70 },
      { ...shared, field: "open_tickets", kind: "number", from: 0.2, to: 4.4, value: 3 },
    ]);
    expect(levers.map((lever) => Object.fromEntries(lever))).toEqual([
      { contract: "Two year" },
      { open_tickets: 0 },
      { open_tickets: 4 },
    ]);
  });
});

it("shows the best of each field, largest effect first, and a set only where it does clearly more", () => {
  const scored = (changes: Record<string, string | number>, probability: number) => ({
    lever: set(changes),
    probability,
  });
  const contract = scored({ contract: "Two year" }, 0.41);
  const worse = scored({ contract: "One year" }, 0.5);
  const tickets = scored({ open_tickets: 0 }, 0.55);
  const nothing = scored({ techSupport: "Yes" }, 0.625);
  const both = scored({ contract: "Two year", open_tickets: 0 }, 0.4);
  expect(bestLevers(0.63, [tickets, nothing, worse, both, contract])).toEqual([contract, tickets]);
  const far = { ...both, probability: 0.3 };
  expect(bestLevers(0.63, [tickets, far, contract])).toEqual([contract, tickets, far]);
});
