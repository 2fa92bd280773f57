import type { RouteObject } from "react-router";

/** /app itself, and the rows behind its numbers. */
export const dashboardRoutes: RouteObject[] = [
  {
    index: true,
    // A feature knows no other feature: the page is given what a company without customers begins with.
    lazy: async () => {
      const [{ DashboardPage }, { FirstDay }, { NoCustomers }] = await Promise.all([
        import("@/features/dashboard/dashboard-page.tsx"),
        import("@/features/auth/first-day.tsx"),
        import("@/features/customers/no-customers.tsx"),
      ]);
      return { element: <DashboardPage FirstDay={FirstDay} NoCustomers={NoCustomers} /> };
    },
  },
  {
    path: "dashboard/rows",
    lazy: async () => ({
      Component: (await import("@/features/dashboard/figure-rows-page.tsx")).FigureRowsPage,
    }),
  },
];
