import type { RouteObject } from "react-router";

/** Paths below /app. Each page is its own chunk. */
export const notificationsRoutes: RouteObject[] = [
  {
    path: "notifications",
    lazy: async () => ({
      Component: (await import("@/features/notifications/notifications-page.tsx")).NotificationsPage,
    }),
  },
];
