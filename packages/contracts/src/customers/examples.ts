import { example } from "../route-example.ts";
import type { RouteExample } from "../route-example.ts";
import { customerRoutes } from "./routes.ts";

export const customersExamples: readonly RouteExample[] = [
  example(customerRoutes.list, {
    query: { search: "berg", pageSize: "1" },
    response: {
      items: [
        {
          id: "01a1ffb5-28d8-75fc-bb60-17a8c1c3561b",
          externalId: "c-1001",
          fullName: "Ada Berg",
          email: null,
          lifetimeValue: null,
          monthlyRevenue: null,
          valueAtRisk: null,
          currency: "USD",
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
          tenureDisplay: "",
          tenureDays: null,
          activityStatus: "Unknown",
          lastActivityDate: null,
          hasRecentActivity: false,
          nextRenewalDate: null,
          plan: "Pro",
          subscriptionStatus: 1,
          paymentStatus: null,
          churned: null,
          hasLeft: false,
          leftAt: null,
          createdAt: "2026-11-21T20:03:44.965Z",
        },
      ],
      totalCount: 1,
      page: 1,
      pageSize: 1,
      totalPages: 1,
      totalCountIsEstimate: false,
      nextCursor: null,
    },
  }),
  example(customerRoutes.writeBatch, {
    rows: [
      { externalId: "c-1001", plan: "Team", monthlyRevenue: 240, attributes: { seats: 12 } },
      { externalId: "c-1003", fullName: "Cleo Dahl", email: "cleo@lanternreach.example", plan: "Pro" },
      { fullName: "Nobody knows whom this means" },
    ],
    response: {
      created: 1,
      updated: 1,
      unchanged: 0,
      refused: 1,
      problems: [{ row: 3, field: null, message: "An id (externalId) or an e-mail address is needed" }],
    },
  }),
];
