import { lazy } from "react";
import type { RouteObject } from "react-router";

/** Asked for when the first task is made. */
const AddTask = lazy(async () => ({ default: (await import("@/features/work/add-task.tsx")).AddTask }));

/** /app itself, and the rows behind its numbers. */
export const dashboardRoutes: RouteObject[] = [
  {
    index: true,
    // A feature knows no other feature: the page is given what a company without customers begins with, and the way to have it by mail.
    lazy: async () => {
      const [{ DashboardPage }, { FirstDay }, { NoCustomers }, { WeeklyReport }] = await Promise.all([
        import("@/features/dashboard/dashboard-page.tsx"),
        import("@/features/auth/first-day.tsx"),
        import("@/features/customers/no-customers.tsx"),
        import("@/features/reports/weekly-report.tsx"),
      ]);
      return {
        element: (
          <DashboardPage
            FirstDay={FirstDay}
            NoCustomers={NoCustomers}
            WeeklyReport={WeeklyReport}
            AddTask={AddTask}
          />
        ),
      };
    },
  },
  {
    path: "dashboard/parked",
    lazy: async () => ({
      Component: (await import("@/features/dashboard/parked-rows-page.tsx")).ParkedRowsPage,
    }),
  },
  {
    path: "dashboard/rows",
    lazy: async () => ({
      Component: (await import("@/features/dashboard/figure-rows-page.tsx")).FigureRowsPage,
    }),
  },
];
