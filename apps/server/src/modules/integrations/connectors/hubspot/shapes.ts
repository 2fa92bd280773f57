import { z } from "zod";

/** Values are texts, whatever they are of. */
export const crmRecord = z.object({
  id: z.string(),
  properties: z.record(z.string(), z.string().nullable()),
});
export type CrmRecord = z.infer<typeof crmRecord>;

export const listAnswer = z.object({
  results: z.array(crmRecord),
  paging: z.object({ next: z.object({ after: z.string() }) }).optional(),
});
export const batchAnswer = z.object({ results: z.array(crmRecord) });
export const linksAnswer = z.object({
  results: z.array(
    z.object({
      from: z.object({ id: z.string() }),
      to: z.array(z.object({ toObjectId: z.union([z.number(), z.string()]) })),
    }),
  ),
});
export const accountAnswer = z.object({
  portalId: z.number(),
  accountType: z.string().optional(),
  uiDomain: z.string().optional(),
});
export const propertiesAnswer = z.object({
  results: z.array(
    z.object({
      name: z.string(),
      label: z.string(),
      type: z.string(),
      hubspotDefined: z.boolean().optional(),
      hidden: z.boolean().optional(),
    }),
  ),
});
