import type { RouteObject } from "react-router";

/** Paths below /app. Each page is its own chunk. */
export const analyticsRoutes: RouteObject[] = [
  {
    path: "analytics/run-churn-analysis",
    lazy: async () => ({
      Component: (await import("@/features/analytics/run-analysis-page.tsx")).RunAnalysisPage,
    }),
  },
  {
    path: "analytics/churn-analysis/:analysisId",
    lazy: async () => ({ Component: (await import("@/features/analytics/analysis-page.tsx")).AnalysisPage }),
  },
];
