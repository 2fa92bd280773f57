import type { RouteObject } from "react-router";

/** Paths below /app. */
export const workRoutes: RouteObject[] = [
  {
    path: "work",
    lazy: async () => ({ Component: (await import("@/features/work/my-work-page.tsx")).MyWorkPage }),
  },
];
