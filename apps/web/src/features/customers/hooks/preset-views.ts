import { RiskLevel, SubscriptionStatus } from "@forestay/contracts/wire";
import type { CriteriaNode, Criterion, CustomerFacets, CustomerView } from "@forestay/contracts/wire";

/** A ready-made set of conditions, shown as a tab with its count where the facets know it. */
export interface PresetView {
  id: string;
  label: string;
  conditions: Criterion[];
  count: (facets: CustomerFacets) => number | undefined;
}

/** Those who have left, by what the company counts as that. */
export const LEFT_VIEW = "left";

const levelCount = (facets: CustomerFacets, levels: readonly (number | null)[]) =>
  facets.riskLevels.filter(({ level }) => levels.includes(level)).reduce((sum, { count }) => sum + count, 0);

export const presetViews: readonly PresetView[] = [
  { id: "all", label: "All", conditions: [], count: (facets) => facets.totalCount },
  {
    id: "at-risk",
    label: "At risk",
    conditions: [{ field: "churnRiskLevel", operator: "In", value: [RiskLevel.High, RiskLevel.Critical] }],
    count: (facets) => levelCount(facets, [RiskLevel.High, RiskLevel.Critical]),
  },
  {
    id: "past-due",
    label: "Past due",
    conditions: [{ field: "subscriptionStatus", operator: "In", value: [SubscriptionStatus.PastDue] }],
    count: (facets) =>
      facets.subscriptionStatuses.find(({ status }) => status === SubscriptionStatus.PastDue)?.count ?? 0,
  },
  {
    id: "not-scored",
    label: "Not scored",
    conditions: [{ field: "churnRiskScore", operator: "Equals", value: null }],
    count: (facets) => levelCount(facets, [null]),
  },
  {
    id: LEFT_VIEW,
    label: "Left",
    conditions: [{ field: "hasLeft", operator: "Equals", value: true }],
    // By silence customers leave without being written to: no count is kept.
    count: () => undefined,
  },
];

/** The saved view that the list shows right now, if it is one. */
export function savedViewOf(
  views: readonly CustomerView[],
  { search, filters, sort, direction }: Shown,
): CustomerView | undefined {
  const conditions = JSON.stringify(filters);
  return views.find(
    (one) =>
      one.search === search &&
      one.sort === sort &&
      one.direction === direction &&
      JSON.stringify(one.conditions) === conditions,
  );
}

interface Shown {
  search: string;
  filters: readonly CriteriaNode[];
  sort: string;
  direction: string;
}

/** The preset whose conditions are exactly these, or 'custom'. */
export function presetOf(conditions: readonly CriteriaNode[]): string {
  const text = JSON.stringify(conditions);
  return presetViews.find((preset) => JSON.stringify(preset.conditions) === text)?.id ?? "custom";
}
