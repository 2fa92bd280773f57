import type {
  ColumnLoss,
  CriteriaPreview,
  Segment,
  SegmentComparison,
  SegmentFigures,
  SegmentFlow,
} from "@forestay/contracts";

export const figures = (changed: Partial<SegmentFigures> = {}): SegmentFigures => ({
  customerCount: 148,
  scoredCount: 131,
  averageChurnRate: 0.298,
  averageLifetimeValue: 3870,
  averageRevenue: 168,
  revenueAtRisk: 61_400,
  levels: [32, 57, 38, 21],
  currency: "USD",
  ...changed,
});

export const everyone = figures({
  customerCount: 2418,
  scoredCount: 2337,
  averageChurnRate: 0.07,
  averageLifetimeValue: 4737,
  averageRevenue: 142,
  revenueAtRisk: 184_200,
  levels: [1800, 380, 140, 17],
});

export const segment = (changed: Partial<Segment> = {}): Segment => ({
  id: "01a204f8-7001-7695-8c8a-25b739aa98dd",
  name: "Quiet monthly payers",
  description: "",
  criteria: [
    { field: "plan", operator: "In", value: ["Growth"], label: "Plan in Growth" },
    {
      field: "daysSinceActivity",
      operator: "GreaterThan",
      value: 14,
      label: "Last activity greater than 14 days ago",
    },
  ],
  sentence: "Customers with plan Growth and last activity more than 14 days ago",
  brokenLines: [],
  type: 0,
  status: 1,
  color: "teal",
  customerCount: figures().customerCount,
  averageChurnRate: figures().averageChurnRate,
  averageLifetimeValue: figures().averageLifetimeValue,
  averageRevenue: figures().averageRevenue,
  figures: figures(),
  countedAt: "2026-11-22T11:58:00.000Z",
  isCounting: false,
  trend: [126, 130, 129, 138, 148],
  usedBy: [{ kind: "segment", id: "01a204f8-7002-7695-8c8a-25b739aa98dd", name: "Call this week" }],
  version: 3,
  createdAt: "2026-08-12T09:00:00.000Z",
  createdBy: "Maya Okafor",
  updatedAt: "2026-11-22T11:50:00.000Z",
  updatedBy: "Maya Okafor",
  ...changed,
});

export const preview = (changed: Partial<CriteriaPreview> = {}): CriteriaPreview => ({
  sentence: "Customers with plan Growth and last activity more than 14 days ago",
  figures: figures(),
  everyone,
  isExact: true,
  margin: 0,
  narrowing: [
    { label: "Plan in Growth", customerCount: 812 },
    { label: "Last activity greater than 14 days ago", customerCount: 148 },
  ],
  sample: [
    {
      id: "01a204f8-4dab-7695-8c8a-25b739aa98dd",
      fullName: "Talia Alvarez",
      email: "talia@lanternreach.example",
      churnRiskScore: 61,
      churnRiskLevel: 3,
    },
  ],
  warnings: [],
  ...changed,
});

export const comparison: SegmentComparison = {
  currency: "USD",
  figures: [
    {
      key: "hasLeft",
      kind: "share",
      label: "Have left, ever",
      inside: { value: 0.31, n: 148 },
      outside: { value: 0.056, n: 2270 },
      difference: { value: 0.254, low: 0.183, high: 0.341 },
    },
    {
      key: "churnRate",
      kind: "share",
      label: "Expected to leave",
      inside: { value: 0.298, n: 131 },
      outside: { value: 0.057, n: 2206 },
      difference: { value: 0.241, low: 0.2, high: 0.27 },
    },
    {
      key: "monthlyRevenue",
      kind: "money",
      label: "Monthly revenue",
      inside: { value: 168, n: 148 },
      outside: { value: 140, n: 2270 },
      difference: { value: 28, low: -9, high: 64 },
    },
    {
      key: "silentDays",
      kind: "number",
      label: "Days since last active",
      inside: { value: 31, n: 148 },
      outside: null,
      difference: null,
    },
  ],
  staying: {
    from: "2026-08-24T00:00:00.000Z",
    days: 90,
    inside: {
      customers: 131,
      left: 41,
      points: [
        { day: 0, share: 1, low: 1, high: 1 },
        { day: 28, share: 0.92, low: 0.87, high: 0.96 },
        { day: 84, share: 0.687, low: 0.6, high: 0.76 },
      ],
    },
    outside: {
      customers: 2206,
      left: 123,
      points: [
        { day: 0, share: 1, low: 1, high: 1 },
        { day: 60, share: 0.944, low: 0.93, high: 0.95 },
      ],
    },
    pValue: 0.0002,
  },
};

export const flow: SegmentFlow = {
  since: "2026-08-12T09:00:00.000Z",
  membersThen: 126,
  membersNow: 148,
  weeks: Array.from({ length: 12 }, (_, week) => ({
    from: new Date(Date.UTC(2026, 7, 30 + 7 * week)).toISOString(),
    entered: 6 + (week % 5),
    left: 4 + (week % 4),
  })),
  leftUs: 38,
};

/** Own columns that would go: one that rules ask for, and one that nobody does. */
export const columnLosses: { items: ColumnLoss[] } = {
  items: [
    {
      key: "seats",
      label: "Seats",
      usedBy: [
        { kind: "segment", id: "01a204f8-7001-7695-8c8a-25b739aa98dd", name: "Large" },
        { kind: "campaign", id: "01a204f8-7004-7695-8c8a-25b739aa98dd", name: "Call them" },
      ],
      ownViews: 1,
    },
    { key: "region", label: "Region", usedBy: [], ownViews: 0 },
  ],
};
