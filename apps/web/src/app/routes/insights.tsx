import type { RouteObject } from "react-router";

/** How long customers stay, where revenue goes, why customers leave. */
export const insightsRoutes: RouteObject[] = [
  {
    path: "insights",
    // A feature knows no other feature: the page is given the way to have figures by mail, and what became of risk cases.
    lazy: async () => {
      const [{ InsightsPage }, { WeeklyReport }, { CaseOutcomes }] = await Promise.all([
        import("@/features/insights/insights-page.tsx"),
        import("@/features/reports/weekly-report.tsx"),
        import("@/features/work/case-outcomes.tsx"),
      ]);
      return { element: <InsightsPage WeeklyReport={WeeklyReport} CaseOutcomes={CaseOutcomes} /> };
    },
  },
];
