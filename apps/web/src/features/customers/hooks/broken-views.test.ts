import type { CriteriaNode } from "@forestay/contracts/wire";
import { expect, it } from "vitest";
import { withoutLines } from "./broken-views.ts";

const line = (field: string) => ({ field, operator: "Equals" as const, value: "x" });
const broken = (path: string) => ({ path, words: "gone", message: "There is no such field any more" });

it("takes out lines that do not work any more, wherever they stand, and groups that are nothing without them", () => {
  const conditions: CriteriaNode[] = [
    line("attributes.gone"),
    line("plan"),
    { match: "any", criteria: [line("attributes.gone"), line("email")] },
    { match: "none", criteria: [line("attributes.gone")] },
  ];
  const brokenLines = ["conditions.0", "conditions.2.criteria.0", "conditions.3.criteria.0"].map(broken);
  expect(withoutLines({ conditions, brokenLines })).toEqual([
    line("plan"),
    { match: "any", criteria: [line("email")] },
  ]);
});
