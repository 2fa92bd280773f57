import type { RouteObject } from "react-router";

/** /app itself, and the rows behind its numbers. */
export const dashboardRoutes: RouteObject[] = [
  {
    index: true,
    // A feature knows no other feature: the page is given the way to have it by mail.
    lazy: async () => {
      const [{ DashboardPage }, { WeeklyReport }] = await Promise.all([
        import("@/features/dashboard/dashboard-page.tsx"),
        import("@/features/reports/weekly-report.tsx"),
      ]);
      return { element: <DashboardPage WeeklyReport={WeeklyReport} /> };
    },
  },
  {
    path: "dashboard/rows",
    lazy: async () => ({
      Component: (await import("@/features/dashboard/figure-rows-page.tsx")).FigureRowsPage,
    }),
  },
];
