import type {
  CustomerDetail,
  CustomerSummary,
  StepDone,
  Timeline,
  TimelineLine,
  WhatIf,
} from "@forestay/contracts";

/** A customer as a list has it: scored, at high risk. */
export function customer(changed: Partial<CustomerSummary> = {}): CustomerSummary {
  return {
    id: "01a204f8-4dab-7695-8c8a-25b739aa98dd",
    externalId: "A-11474",
    fullName: "Talia Alvarez",
    email: "talia@lanternreach.example",
    lifetimeValue: 2015,
    monthlyRevenue: 403,
    valueAtRisk: 2938,
    currency: "USD",
    churnRiskScore: 61,
    churnRiskLevel: 3,
    leavesWithin30: 34,
    leavesWithin60: 51,
    leavesWithin90: 61,
    expectedDays: 58,
    notScoredReason: null,
    scoreSource: "model",
    scoredAt: "2026-11-22T09:00:00.000Z",
    topFactor: "Features used: 2 in the last 30 days, was 4",
    tenureDisplay: "4m",
    tenureDays: 145,
    activityStatus: "Active",
    lastActivityDate: "2026-11-20T12:00:00.000Z",
    hasRecentActivity: true,
    nextRenewalDate: "2027-01-15T00:00:00.000Z",
    plan: "Growth",
    subscriptionStatus: 1,
    paymentStatus: 0,
    churned: null,
    hasLeft: false,
    leftAt: null,
    createdAt: "2026-06-30T12:59:20.246Z",
    ...changed,
  };
}

/** One that no analysis has scored. */
export const unscored = customer({
  id: "01a204f8-5473-7b02-beb1-3611e12c0aa9",
  externalId: "A-11590",
  fullName: "Vera Park",
  email: null,
  lifetimeValue: null,
  monthlyRevenue: null,
  valueAtRisk: null,
  churnRiskScore: null,
  churnRiskLevel: null,
  leavesWithin30: null,
  leavesWithin60: null,
  leavesWithin90: null,
  expectedDays: null,
  notScoredReason: "No churn analysis has run for this customer yet",
  scoreSource: null,
  scoredAt: null,
  topFactor: null,
  plan: null,
  subscriptionStatus: 3,
  activityStatus: "Unknown",
  nextRenewalDate: null,
  lastActivityDate: null,
  hasRecentActivity: false,
});

/** A page of the customers list. */
export function customersPage(
  items: CustomerSummary[],
  changed: { totalCount?: number; page?: number } = {},
) {
  const { totalCount = items.length, page = 1 } = changed;
  return {
    items,
    totalCount,
    page,
    pageSize: 25,
    totalPages: Math.ceil(totalCount / 25),
    totalCountIsEstimate: false,
    nextCursor: null,
  };
}

/** A customer as the page of one has it: 5.0 for the average customer, plus 56.0 points, is 61. */
export function customerRecord(changed: Partial<CustomerDetail> = {}): CustomerDetail {
  return {
    ...customer(),
    startedAt: "2026-06-30T00:00:00.000Z",
    endedAt: null,
    attributes: [{ key: "seats", label: "Seats", kind: "number", value: 8 }],
    score: {
      analysisId: "01a204f8-5f1c-77fd-a98a-79f6c3edd9f2",
      probability: 0.61,
      baseRate: 0.05,
      horizonDays: 90,
      isUndated: false,
      reachDays: 450,
      source: "model",
      modelVersion: "2026-11-22.1",
      scoredAt: "2026-11-22T09:00:00.000Z",
      factors: [
        {
          feature: "features_used",
          label: "Features used",
          evidence: "2 in the last 30 days, was 4",
          points: 40,
        },
        { feature: "tickets", label: "Open support tickets", evidence: "3, was 1", points: 20 },
        { feature: "tenure", label: "Customer for", evidence: "4 months", points: -4 },
      ],
      recommendations: [
        {
          code: "show_features",
          title: "Show them a feature that helps",
          detail: "Their use of features has halved.",
          feature: "features_used",
          measuredEffect: null,
        },
      ],
    },
    scoreHistory: [
      {
        scoredAt: "2026-10-22T09:00:00.000Z",
        score: 30,
        level: 1,
        modelVersion: "2026-11-22.1",
        movedBy: null,
      },
      {
        scoredAt: "2026-11-22T09:00:00.000Z",
        score: 61,
        level: 3,
        modelVersion: "2026-11-22.1",
        movedBy: null,
      },
    ],
    leaving: null,
    eventCount: 1,
    updatedAt: "2026-11-20T09:00:00.000Z",
    ...changed,
  };
}

/** Of another customer. */
export const otherId = "01a204f8-6000-7b02-beb1-3611e12c0aa9";

/** A page of a timeline that is all of it. */
export const timelineOf = (...lines: Partial<TimelineLine>[]): Timeline => ({
  items: lines.map((line, n) => ({
    key: `entry:${n}`,
    part: null,
    type: "login",
    title: "Signed in",
    detail: null,
    amount: null,
    currency: null,
    occurredAt: "2026-11-20T12:00:00.000Z",
    about: null,
    ...line,
  })),
  nextCursor: null,
});

/** A next step that was taken with the customer. */
export const talkedTo: StepDone = {
  id: "01a204f8-7000-7b02-beb1-3611e12c0aa9",
  code: "show_features",
  title: "Show them a feature that helps",
  doneAt: "2026-11-22T12:00:00.000Z",
  doneBy: "Maya Okafor",
};

const asItIs = { probability: 0.61, score: 61, level: 3, range: 7.4 } as const;

/** What the model says of the customer with these changes: any of them takes ten points away. */
export function whatIf(changes: readonly unknown[] = []): WhatIf {
  return {
    modelVersion: "2026-11-22.1",
    horizonDays: 90,
    now: asItIs,
    expected: changes.length === 0 ? asItIs : { ...asItIs, probability: 0.51, score: 51 },
    fields: [
      {
        field: "billing",
        label: "Billing",
        kind: "choice",
        options: ["Monthly", "Annual"],
        from: null,
        to: null,
        isMoney: false,
        value: "Monthly",
      },
      {
        field: "open_tickets",
        label: "Open support tickets",
        kind: "number",
        options: [],
        from: 0,
        to: 5,
        isMoney: false,
        value: 3,
      },
    ],
    suggestions: [
      {
        changes: [{ field: "billing", label: "Billing", from: "Monthly", to: "Annual" }],
        result: { ...asItIs, probability: 0.51, score: 51 },
      },
    ],
  };
}
