import { z } from "zod";
import { driverSchema, fieldValuesSchema } from "../models/quality-schemas.ts";
import { timestamp } from "../shapes.ts";
import { insightsScopeSchema } from "./schemas.ts";

export const driversInsightsSchema = z.object({
  scope: insightsScopeSchema,
  /** The model in use; null without one. */
  model: z.object({ version: z.string(), trainedAt: timestamp, horizonDays: z.number().int() }).nullable(),
  /** What moves its scores, the strongest first. */
  drivers: z.array(
    driverSchema.extend({
      /** The field by which rules choose who has such a value today; null where none says the same. */
      listedBy: z.string().nullable(),
      /** Its levels are the words Yes and No, and what that field holds is true or false. */
      isYesNo: z.boolean(),
    }),
  ),
  /** What each field adds to the ranking by itself; null where it was not measured. */
  fieldValues: fieldValuesSchema.nullable(),
  missing: z.string().nullable(),
});
export type DriversInsights = z.infer<typeof driversInsightsSchema>;
