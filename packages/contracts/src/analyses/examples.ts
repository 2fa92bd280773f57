import { example } from "../route-example.ts";
import type { RouteExample } from "../route-example.ts";
import { analysisRoutes } from "./routes.ts";

export const analysesExamples: readonly RouteExample[] = [
  example(analysisRoutes.analyze, {
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
      isUndated: false,
      expectedLeavers: null,
      expectedRevenueAtRisk: null,
      firstCalls: null,
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
