import { z } from "zod";
import { daySchema, timestamp } from "../shapes.ts";

export const auditEntrySchema = z.object({
  id: z.uuid(),
  occurredAt: timestamp,
  /** Name of the person, the API key, or 'Forestay' for a job on nobody's behalf. */
  actor: z.string(),
  via: z.enum(["screen", "api_key", "job"]),
  action: z.string(),
  target: z.string().nullable(),
  ipAddress: z.string().nullable(),
  before: z.record(z.string(), z.unknown()).nullable(),
  after: z.record(z.string(), z.unknown()).nullable(),
});

export const auditFilter = {
  action: z.string().max(60).optional(),
  actor: z.string().max(200).optional(),
  /** First and last day, in the company's time zone. */
  from: daySchema.optional(),
  to: daySchema.optional(),
};
