import { z } from "zod";
import { criterionSchema } from "../criteria/schemas.ts";
import { findingSchema } from "../models/quality-schemas.ts";
import { timestamp } from "../shapes.ts";
import { insightsScopeSchema } from "./schemas.ts";

export const findingsInsightsSchema = z.object({
  scope: insightsScopeSchema,
  /** What they were tested on: the customers that the model in use was measured on; null without findings. */
  testedOn: z
    .object({
      modelVersion: z.string(),
      trainedAt: timestamp,
      customers: z.number().int(),
      left: z.number().int(),
      /** The day as of which customers were looked at; null: labels without dates. */
      day: z.string().nullable(),
      horizonDays: z.number().int(),
    })
    .nullable(),
  /** Statements tested, and of them those that hold. */
  tested: z.number().int(),
  held: z.number().int(),
  /** Those that hold first, the surest first. */
  findings: z.array(
    findingSchema.omit({ rule: true }).extend({
      /** Who has it today, as a condition of the customers' list; null where it is none. */
      condition: criterionSchema.nullable(),
    }),
  ),
  missing: z.string().nullable(),
});
export type FindingsInsights = z.infer<typeof findingsInsightsSchema>;
