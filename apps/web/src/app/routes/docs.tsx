import type { RouteObject } from "react-router";

/** Paths below /app. */
export const docsRoutes: RouteObject[] = [
  {
    path: "docs/getting-started",
    lazy: async () => ({
      Component: (await import("@/features/docs/getting-started-page.tsx")).GettingStartedPage,
    }),
  },
  {
    path: "docs/campaigns",
    lazy: async () => ({ Component: (await import("@/features/docs/campaigns-page.tsx")).CampaignsDocsPage }),
  },
  {
    path: "docs/mcp",
    lazy: async () => ({ Component: (await import("@/features/docs/mcp-page.tsx")).McpPage }),
  },
  {
    path: "docs/tracking",
    lazy: async () => ({
      Component: (await import("@/features/docs/tracking-page.tsx")).TrackingPage,
    }),
  },
  {
    path: "docs/webhooks",
    lazy: async () => ({ Component: (await import("@/features/docs/webhooks-page.tsx")).WebhooksPage }),
  },
];
