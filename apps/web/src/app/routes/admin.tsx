import type { RouteObject } from "react-router";

/** Paths below /app/admin. Each page is its own chunk, and says itself who may open it. */
export const adminRoutes: RouteObject[] = [
  {
    path: "admin/users",
    lazy: async () => ({ Component: (await import("@/features/admin-users/users-page.tsx")).UsersPage }),
  },
  {
    path: "admin/users/:userId",
    lazy: async () => ({ Component: (await import("@/features/admin-users/user-page.tsx")).UserPage }),
  },
  {
    path: "admin/waiting-list",
    lazy: async () => ({
      Component: (await import("@/features/waiting-list/waiting-list-page.tsx")).WaitingListPage,
    }),
  },
  {
    path: "admin/waiting-list/demos",
    lazy: async () => ({
      Component: (await import("@/features/demo-bookings/demo-bookings-page.tsx")).DemoBookingsPage,
    }),
  },
  {
    path: "admin/support",
    lazy: async () => ({
      Component: (await import("@/features/support/support-dashboard-page.tsx")).SupportDashboardPage,
    }),
  },
  {
    path: "admin/connection-diagnostics",
    lazy: async () => ({
      Component: (await import("@/features/diagnostics/diagnostics-page.tsx")).DiagnosticsPage,
    }),
  },
];
