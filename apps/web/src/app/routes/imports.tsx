import type { RouteObject } from "react-router";

/** Paths below /app. Each page is its own chunk. */
export const importsRoutes: RouteObject[] = [
  {
    path: "imports/:importJobId",
    lazy: async () => ({ Component: (await import("@/features/imports/import-page.tsx")).ImportPage }),
  },
];
