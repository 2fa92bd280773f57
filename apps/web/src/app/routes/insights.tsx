import type { RouteObject } from "react-router";

/** How long customers stay, where revenue goes, why customers leave. */
export const insightsRoutes: RouteObject[] = [
  {
    path: "insights",
    lazy: async () => ({ Component: (await import("@/features/insights/insights-page.tsx")).InsightsPage }),
  },
];
