import { z } from "zod";
import { driverSchema } from "../models/quality-schemas.ts";
import { timestamp } from "../shapes.ts";
import { insightsScopeSchema } from "./schemas.ts";

export const driversInsightsSchema = z.object({
  scope: insightsScopeSchema,
  /** The model in use; null without one. */
  model: z.object({ version: z.string(), trainedAt: timestamp, horizonDays: z.number().int() }).nullable(),
  /** What moves its scores, the strongest first. */
  drivers: z.array(driverSchema),
  missing: z.string().nullable(),
});
export type DriversInsights = z.infer<typeof driversInsightsSchema>;
