import type { RouteObject } from "react-router";

/** Paths below /app. Each page is its own chunk: `lazy: async () => ({ Component: (await import("@/features/imports/...")).Page })`. */
export const importsRoutes: RouteObject[] = [];
