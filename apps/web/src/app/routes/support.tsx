import type { RouteObject } from "react-router";

/** Help & Support. */
export const supportRoutes: RouteObject[] = [
  {
    path: "support",
    lazy: async () => ({ Component: (await import("@/features/support/support-page.tsx")).SupportPage }),
  },
];
