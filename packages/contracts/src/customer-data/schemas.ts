import { z } from "zod";
import {
  attributeDefinitionSchema,
  attributeValueSchema,
  customerSummarySchema,
} from "../customers/schemas.ts";
import { timestamp } from "../shapes.ts";
import { mergedThings } from "./vocabulary.ts";

/** A customer as its record says it. */
export const customerRecordSchema = customerSummarySchema.extend({
  startedAt: timestamp.nullable(),
  endedAt: timestamp.nullable(),
  attributes: z.array(attributeDefinitionSchema.extend({ value: attributeValueSchema })),
});
export type CustomerRecordValues = z.infer<typeof customerRecordSchema>;

/** What merging two customers would come to: both records as they are, the one they become, and what moves to it. */
export const mergePreviewSchema = z.object({
  kept: customerRecordSchema,
  other: customerRecordSchema,
  merged: customerRecordSchema,
  /** Only of what there is any. */
  moves: z.array(z.object({ what: z.enum(mergedThings), count: z.number().int().min(1) })),
});
export type MergePreview = z.infer<typeof mergePreviewSchema>;
