import type { RouteObject } from "react-router";

/** Paths below /app. Each page is its own chunk: `lazy: async () => ({ Component: (await import("@/features/analytics/...")).Page })`. */
export const analyticsRoutes: RouteObject[] = [];
