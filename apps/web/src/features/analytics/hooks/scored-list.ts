import { criteriaLines, MAX_CRITERIA_LINES, RiskLevel, riskLevelLabel } from "@forestay/contracts/wire";
import type { Analysis, CriteriaNode, RiskLevelValue } from "@forestay/contracts/wire";
import { choice, defineUrlState, pageNumber } from "@/lib/url-state/index.ts";

export type ScoredSort = "churnRiskScore" | "fullName" | "lifetimeValue" | "valueAtRisk";

/** Beside the page's tab in the address. */
export const scoredListState = defineUrlState({
  sort: choice<ScoredSort>(["churnRiskScore", "fullName", "lifetimeValue", "valueAtRisk"], "churnRiskScore"),
  direction: choice(["desc", "asc"], "desc"),
  level: choice(Object.values(RiskLevel)),
  page: pageNumber(),
});

/**
 * The customers an analysis shows as a rule says them, and what to call them: of one level where its list is narrowed to it,
 * else those who need attention. Null where the analysis was of customers whom no rule chooses, or one that takes no further line.
 */
export function shownAsRule(
  { rule }: Pick<Analysis, "rule">,
  level: RiskLevelValue | undefined,
): { name: string; criteria: CriteriaNode[] } | null {
  if (rule === null || criteriaLines(rule).length >= MAX_CRITERIA_LINES) return null;
  const levels = level === undefined ? [RiskLevel.High, RiskLevel.Critical] : [level];
  return {
    name: `${levels.map((one) => riskLevelLabel(one)).join(" or ")} risk of leaving`,
    criteria: [...rule, { field: "churnRiskLevel", operator: "In", value: levels }],
  };
}
