import { z } from "zod";

/** What has to be known to have a started campaign's customers drawn; what draws them is declared on top of this. */
export const drawQueue = {
  name: "campaigns.draw",
  schema: z.object({ companyId: z.uuid(), campaignId: z.uuid() }),
} as const;
