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
  {
    path: "analytics/next-steps",
    lazy: async () => ({
      Component: (await import("@/features/analytics/next-steps-page.tsx")).NextStepsPage,
    }),
  },
  {
    path: "analytics/models",
    lazy: async () => ({ Component: (await import("@/features/analytics/models-page.tsx")).ModelsPage }),
  },
  {
    path: "analytics/models/:version",
    lazy: async () => ({ Component: (await import("@/features/analytics/model-page.tsx")).ModelPage }),
  },
];
