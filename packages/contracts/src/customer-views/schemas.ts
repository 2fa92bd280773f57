import { z } from "zod";
import { brokenLineSchema, criteriaSchema } from "../criteria/schemas.ts";
import { customerSortFields } from "../customers/vocabulary.ts";
import { nameSchema } from "../names.ts";
import { timestamp } from "../shapes.ts";

/** What the customers list shows, under a name. */
export const customerViewInput = z.object({
  name: nameSchema(60),
  /** The team's rather than the person's own. */
  isShared: z.boolean().default(false),
  search: z.string().max(200).default(""),
  conditions: criteriaSchema,
  sort: z.enum(customerSortFields).default("churnRiskScore"),
  direction: z.enum(["asc", "desc"]).default("desc"),
});
export type CustomerViewInput = z.infer<typeof customerViewInput>;

export const customerViewUpdate = customerViewInput.extend({
  /** The version that was changed: who saves over somebody else's change is told first. */
  version: z.number().int(),
});

export const customerViewSchema = customerViewUpdate.extend({
  id: z.uuid(),
  /** Of its conditions; the list refuses them. */
  brokenLines: z.array(brokenLineSchema),
  createdBy: z.string().nullable(),
  createdAt: timestamp,
});
export type CustomerView = z.infer<typeof customerViewSchema>;
