import { MAX_CRITERIA_LINES, RiskLevel } from "@forestay/contracts/wire";
import type { CriteriaNode } from "@forestay/contracts/wire";
import { expect, it } from "vitest";
import { shownAsRule } from "./scored-list.ts";

const onPro: CriteriaNode = { field: "plan", operator: "Equals", value: "Pro" };

it("says the customers shown as a rule: the analysis's own, at the level chosen or where attention is needed", () => {
  expect(shownAsRule({ rule: [onPro] }, undefined)).toEqual({
    name: "High or Critical risk of leaving",
    criteria: [onPro, { field: "churnRiskLevel", operator: "In", value: [2, 3] }],
  });
  expect(shownAsRule({ rule: [] }, RiskLevel.Low)).toEqual({
    name: "Low risk of leaving",
    criteria: [{ field: "churnRiskLevel", operator: "In", value: [0] }],
  });
  expect(shownAsRule({ rule: null }, RiskLevel.Low)).toBeNull();
});

it("says nothing where the analysis's own rule takes no further line: without it everybody would be meant", () => {
  const lines = (count: number) => Array.from({ length: count }, () => onPro);
  expect(shownAsRule({ rule: lines(MAX_CRITERIA_LINES - 1) }, undefined)?.criteria).toHaveLength(
    MAX_CRITERIA_LINES,
  );
  expect(shownAsRule({ rule: lines(MAX_CRITERIA_LINES) }, undefined)).toBeNull();
});
