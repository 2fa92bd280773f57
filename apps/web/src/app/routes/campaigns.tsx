import type { RouteObject } from "react-router";

/** Paths below /app. Each page is its own chunk. */
export const campaignsRoutes: RouteObject[] = [
  {
    path: "campaigns",
    lazy: async () => ({
      Component: (await import("@/features/campaigns/campaigns-page.tsx")).CampaignsPage,
    }),
  },
  {
    path: "campaigns/create",
    lazy: async () => ({
      Component: (await import("@/features/campaigns/campaign-editor-page.tsx")).NewCampaignPage,
    }),
  },
  {
    path: "campaigns/worth",
    lazy: async () => ({
      Component: (await import("@/features/campaigns/contact-worth-page.tsx")).ContactWorthPage,
    }),
  },
  {
    path: "campaigns/:campaignId",
    lazy: async () => ({ Component: (await import("@/features/campaigns/campaign-page.tsx")).CampaignPage }),
  },
  {
    path: "campaigns/:campaignId/edit",
    lazy: async () => ({
      Component: (await import("@/features/campaigns/campaign-editor-page.tsx")).EditCampaignPage,
    }),
  },
];
