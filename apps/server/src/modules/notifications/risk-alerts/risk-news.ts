import { riskLevelSchema } from "@forestay/contracts";
import { z } from "zod";

const alertsSchema = z.object({
  count: z.int(),
  /** Of all of them, in minor units of the currency. */
  valueAtRiskCents: z.number(),
  /** The most valuable first; all of them where they are few. */
  named: z.array(
    z.object({
      customerId: z.uuid(),
      name: z.string(),
      previousScore: z.number(),
      score: z.number(),
      valueAtRiskCents: z.number().nullable(),
      level: riskLevelSchema,
    }),
  ),
});

/** What one analysis has to say about risk, small however many customers moved: it travels as a job's payload. */
export const riskNewsSchema = z.object({
  companyId: z.uuid(),
  analysisId: z.uuid(),
  currency: z.string(),
  /** Into High or Critical, and out of both. */
  raised: alertsSchema,
  lowered: alertsSchema,
});

export type RiskNews = z.output<typeof riskNewsSchema>;
export type NamedAlert = RiskNews["raised"]["named"][number];
