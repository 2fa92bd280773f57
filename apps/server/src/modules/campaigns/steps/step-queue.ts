import { z } from "zod";

/** What has to be known to have a company's due steps taken; what runs it is declared on top of this. One run after the other. */
export const stepQueue = {
  name: "campaigns.take-steps-company",
  schema: z.object({ companyId: z.uuid() }),
  onePerGroup: true,
  dedupeWaiting: true,
} as const;
