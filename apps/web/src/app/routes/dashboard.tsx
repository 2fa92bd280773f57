import type { RouteObject } from "react-router";

/** /app itself, and the rows behind its numbers. */
export const dashboardRoutes: RouteObject[] = [
  {
    index: true,
    lazy: async () => ({
      Component: (await import("@/features/dashboard/dashboard-page.tsx")).DashboardPage,
    }),
  },
  {
    path: "dashboard/rows",
    lazy: async () => ({
      Component: (await import("@/features/dashboard/figure-rows-page.tsx")).FigureRowsPage,
    }),
  },
];
