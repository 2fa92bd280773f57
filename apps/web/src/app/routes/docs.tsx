import type { RouteObject } from "react-router";

/** Paths below /app. */
export const docsRoutes: RouteObject[] = [
  {
    path: "docs",
    lazy: async () => ({ Component: (await import("@/features/docs/docs-index-page.tsx")).DocsIndexPage }),
  },
  {
    path: "docs/:slug",
    lazy: async () => ({ Component: (await import("@/features/docs/docs-page.tsx")).DocsPage }),
  },
];
