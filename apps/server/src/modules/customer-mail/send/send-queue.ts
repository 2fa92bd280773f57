import { z } from "zod";

/** What has to be known to have a company's due messages sent; what runs it is declared on top of this. One run after the other. */
export const sendQueue = {
  name: "customer-mail.send-company",
  schema: z.object({ companyId: z.uuid() }),
  onePerGroup: true,
  dedupeWaiting: true,
} as const;
