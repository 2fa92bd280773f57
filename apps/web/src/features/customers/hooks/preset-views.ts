import { RiskLevel, SubscriptionStatus } from "@forestay/contracts/wire";
import type {
  CriteriaNode,
  Criterion,
  CustomerFacets,
  CustomerSortField,
  CustomerView,
} from "@forestay/contracts/wire";
import { instantOfDay } from "@/lib/format/rule-values.ts";

/** A ready-made set of conditions, shown as a tab with its count where the facets know it. */
export interface PresetView {
  id: string;
  label: string;
  conditions: Criterion[];
  count: (facets: CustomerFacets) => number | undefined;
  /** In a menu at the end of the tabs, and a tab only while it is shown. */
  inMenu?: boolean;
  /** What comes first in it, where that says more than the order in force. */
  sort?: CustomerSortField;
}

/** Those who have left, by what the company counts as that. */
export const LEFT_VIEW = "left";

const levelCount = (facets: CustomerFacets, levels: readonly (number | null)[]) =>
  facets.riskLevels.filter(({ level }) => levels.includes(level)).reduce((sum, { count }) => sum + count, 0);

/** The last day of the month before, as a rule says it: what is later is of this month. */
const monthBefore = (now: Date): string =>
  instantOfDay(new Date(Date.UTC(now.getFullYear(), now.getMonth(), 0)).toISOString().slice(0, 10));

const unknown = () => undefined;
const withUs: Criterion = { field: "hasLeft", operator: "Equals", value: false };

/** The ready-made views of the customers list, as who looks at it has them today. */
export const presetViews = (myId: string, now: Date): readonly PresetView[] => [
  { id: "all", label: "All", conditions: [], count: (facets) => facets.totalCount },
  {
    id: "at-risk",
    label: "At risk",
    conditions: [{ field: "churnRiskLevel", operator: "In", value: [RiskLevel.High, RiskLevel.Critical] }],
    count: (facets) => levelCount(facets, [RiskLevel.High, RiskLevel.Critical]),
  },
  {
    id: "critical-valuable",
    label: "Critical and valuable",
    conditions: [
      { field: "churnRiskLevel", operator: "In", value: [RiskLevel.Critical] },
      { field: "valueAtRisk", operator: "GreaterThan", value: 0 },
    ],
    count: unknown,
    sort: "valueAtRisk",
  },
  {
    id: "mine",
    label: "My customers",
    conditions: [{ field: "owner", operator: "In", value: [myId] }],
    count: unknown,
  },
  {
    id: "new",
    label: "New this month",
    conditions: [{ field: "startedAt", operator: "GreaterThan", value: monthBefore(now) }],
    count: unknown,
    inMenu: true,
  },
  {
    id: "silent",
    label: "Silent 30 days",
    conditions: [{ field: "daysSinceActivity", operator: "GreaterThan", value: 30 }, withUs],
    count: unknown,
    inMenu: true,
  },
  {
    id: "renewing",
    label: "Renewing in 60 days",
    conditions: [{ field: "renewalInDays", operator: "LessThan", value: 60 }],
    count: unknown,
    inMenu: true,
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
    count: unknown,
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
export function presetOf(presets: readonly PresetView[], conditions: readonly CriteriaNode[]): string {
  const text = JSON.stringify(conditions);
  return presets.find((preset) => JSON.stringify(preset.conditions) === text)?.id ?? "custom";
}
