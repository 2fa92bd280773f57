import type { RouteObject } from "react-router";

/** Paths below /app/admin. Each page is its own chunk, and says itself who may open it. */
export const adminRoutes: RouteObject[] = [
  {
    path: "admin/connection-diagnostics",
    lazy: async () => ({
      Component: (await import("@/features/admin/diagnostics/diagnostics-page.tsx")).DiagnosticsPage,
    }),
  },
];
