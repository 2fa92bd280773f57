import { analyticsRoutes } from "./analytics.ts";
import { authRoutes } from "./auth.ts";
import { companyRoutes } from "./company.ts";
import { customerRoutes } from "./customers.ts";
import { importRoutes } from "./imports.ts";
import { notificationRoutes } from "./notifications.ts";
import type { RouteBodyInput, RouteDefinition, RouteResponse } from "./route.ts";

/** One request of a route and its answer, as a running server gives it (decision 21): shown in OpenAPI, run in tests. */
export interface RouteExample {
  route: RouteDefinition;
  query?: Record<string, string>;
  body?: object;
  response: unknown;
}

function example<R extends RouteDefinition>(
  route: R,
  shown: {
    query?: Record<string, string>;
    body?: RouteBodyInput<R> & object;
    response: RouteResponse<R>;
  },
): RouteExample {
  return { route, ...shown };
}

/** They stand beside the routes and not in them: the web loads routes, and shows no examples. */
export const routeExamples: readonly RouteExample[] = [
  example(authRoutes.login, {
    body: { email: "maya@harborline.example", password: "correct horse battery" },
    response: {
      token: "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJtYXlhIn0.c2lnbmF0dXJl",
      user: {
        id: "01a1ffb5-2374-76e5-8bef-1ae334d8d70e",
        firstName: "Maya",
        lastName: "Okafor",
        email: "maya@harborline.example",
        platformRole: "User",
        companyRole: "Owner",
        onboardingCompleted: true,
        company: {
          id: "01a1ffb5-22ed-79fd-8fb8-fa9221ed50ae",
          name: "Harborline",
          currency: "USD",
          timeZone: "UTC",
          isDemo: false,
        },
      },
    },
  }),
  example(companyRoutes.getSettings, {
    response: {
      id: "01a1ffb5-22ed-79fd-8fb8-fa9221ed50ae",
      name: "Harborline",
      currency: "USD",
      timeZone: "UTC",
      isDemo: false,
      sample: "none",
      size: null,
      businessModel: null,
      logo: null,
      deletionAt: null,
    },
  }),
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
          currency: "USD",
          churnRiskScore: null,
          churnRiskLevel: null,
          notScoredReason: "No churn analysis has run for this customer yet",
          scoreSource: null,
          scoredAt: null,
          topFactor: null,
          tenureDisplay: "",
          tenureDays: null,
          activityStatus: "Unknown",
          lastActivityDate: null,
          hasRecentActivity: false,
          plan: "Pro",
          subscriptionStatus: 1,
          paymentStatus: null,
          churned: null,
          hasLeft: false,
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
  example(importRoutes.status, {
    response: {
      id: "01a1ffb5-2749-7cc5-bf66-f08de88005c9",
      fileName: "customers.csv",
      fileSizeBytes: 92,
      format: "csv",
      encoding: "utf-8",
      delimiter: ",",
      status: 3,
      step: "done",
      columns: [
        {
          column: "id",
          kind: "id",
          filledShare: 1,
          distinctCount: 2,
          samples: ["c-1001", "c-1002"],
          needsDateOrder: false,
          needsNumberStyle: false,
          words: ["c-1001", "c-1002"],
          suggestionReason: "The name and the values look like 'externalId'",
        },
        {
          column: "name",
          kind: "text",
          filledShare: 1,
          distinctCount: 2,
          samples: ["Ada Berg", "Ben Cole"],
          needsDateOrder: false,
          needsNumberStyle: false,
          words: ["Ada Berg", "Ben Cole"],
          suggestionReason: "The name and the values look like 'fullName'",
        },
        {
          column: "plan",
          kind: "text",
          filledShare: 1,
          distinctCount: 2,
          samples: ["Pro", "Basic"],
          needsDateOrder: false,
          needsNumberStyle: false,
          words: ["Pro", "Basic"],
          suggestionReason: "The name and the values look like 'plan'",
        },
        {
          column: "subscription_status",
          kind: "text",
          filledShare: 1,
          distinctCount: 2,
          samples: ["Active", "Cancelled"],
          needsDateOrder: false,
          needsNumberStyle: false,
          words: ["Active", "Cancelled"],
          suggestionReason: "The name and the values look like 'subscriptionStatus'",
        },
      ],
      mapping: {
        columns: [
          { column: "id", target: "externalId" },
          { column: "name", target: "fullName" },
          { column: "plan", target: "plan" },
          {
            column: "subscription_status",
            target: "subscriptionStatus",
            valueMap: { Active: 1, Cancelled: 2 },
          },
        ],
      },
      progress: 1,
      processedRows: 2,
      dryRun: { totalRows: 2, create: 2, update: 0, skip: 0, error: 0 },
      counts: { totalRows: 2, create: 2, update: 0, skip: 0, error: 0 },
      errorGroups: [],
      errors: [],
      notices: [],
      failure: null,
      createdBy: "Maya Okafor",
      createdAt: "2026-11-21T20:03:42.318Z",
      startedAt: "2026-11-21T20:03:42.318Z",
      completedAt: "2026-11-21T20:03:42.318Z",
      undoneAt: null,
      canUndoUntil: "2026-11-28T20:03:42.318Z",
      hasErrorFile: false,
    },
  }),
  example(notificationRoutes.list, {
    query: { pageSize: "1" },
    response: {
      notifications: [
        {
          id: "01a1ffb5-28ff-7a2c-b496-6fe6352ee1f8",
          type: "Success",
          category: "Import",
          kind: "import_completed",
          title: "Import finished",
          message: "customers.csv: 2 customers added, 0 updated.",
          isRead: false,
          createdAt: "2026-11-21T20:03:42.318Z",
          actionUrl: "/imports/01a1ffb5-2749-7cc5-bf66-f08de88005c9",
          actionText: "View import",
        },
      ],
      totalCount: 1,
      page: 1,
      pageSize: 1,
      totalPages: 1,
    },
  }),
  example(analyticsRoutes.analyze, {
    body: { includeRecommendations: true, includeRiskFactors: true },
    response: {
      id: "01a1ffb5-2a27-7c86-899a-04ee1db8a5ed",
      status: 0,
      stage: "queued",
      progress: null,
      scope: "All active customers",
      includeRecommendations: true,
      includeRiskFactors: true,
      modelVersion: null,
      source: null,
      sourceReason: null,
      horizonDays: 90,
      churn: { definition: "cancelled", inactiveDays: 60 },
      customersAnalyzed: 0,
      needAttention: 0,
      notScored: [],
      baseRate: null,
      riskBands: null,
      levels: [],
      expectedRevenueAtRisk: null,
      currency: "USD",
      scoreHistogram: [],
      quality: null,
      drivers: [],
      warnings: [],
      failure: null,
      createdBy: "Maya Okafor",
      createdAt: "2026-11-21T20:03:42.318Z",
      startedAt: null,
      completedAt: null,
      resultsRemovedAt: null,
    },
  }),
];

const byRoute = new Map<RouteDefinition, RouteExample>(routeExamples.map((one) => [one.route, one]));

/** The example of a route; undefined where there is none. */
export const exampleOf = (route: RouteDefinition): RouteExample | undefined => byRoute.get(route);
