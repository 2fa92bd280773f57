import { z } from "zod";
import { monthSchema } from "../dashboard/schemas.ts";
import { daySchema } from "../shapes.ts";
import { insightsQuery, insightsScopeSchema } from "./schemas.ts";

/** Monthly churn by plan, 0-1; '' is what is of no plan, or of the smaller ones. In a URL one JSON text. */
const churnParam = z
  .string()
  .max(4000)
  .transform((text, ctx) => {
    try {
      return JSON.parse(text) as unknown;
    } catch {
      ctx.addIssue({ code: "custom", message: "Churn by plan is not valid JSON" });
      return z.NEVER;
    }
  })
  .pipe(z.record(z.string().max(200), z.number().min(0).max(1)));

/** What is supposed to be otherwise; what is left out stays as it was. */
export const revenueWhatIfQuery = insightsQuery.extend({
  churn: churnParam.optional(),
  saveRate: z.coerce.number().min(0).max(1).optional(),
  recoveryRate: z.coerce.number().min(0).max(1).optional(),
  /** .1 is a tenth more. */
  priceChange: z.coerce.number().min(-0.5).max(1).optional(),
  /** Major units a month. */
  newMrr: z.coerce.number().min(0).max(1e12).optional(),
});

const forecastMonthSchema = z.object({
  month: monthSchema,
  /** Expected MRR at its end, major units, and the ends of its 80% band; the first month is today. */
  mrr: z.number(),
  low: z.number(),
  high: z.number(),
});

export const revenueWhatIfSchema = z.object({
  scope: insightsScopeSchema,
  /** Full months that everything is measured over. */
  basisMonths: z.number().int(),
  /** From the first of them to the last, which rows are asked by; null where there are none. */
  basis: z.object({ from: daySchema, until: daySchema }).nullable(),
  levers: z.object({
    churn: z.array(
      z.object({
        /** '' is what is of no plan, or of the smaller ones. */
        plan: z.string(),
        mrr: z.number(),
        /** Monthly churn of MRR, 0-1, as measured, and of how many customers who left. */
        rate: z.number(),
        left: z.number().int(),
      }),
    ),
    /** Of payments that failed, the share that came in after all, by amount; null where that is not known. */
    recovery: z
      .object({ rate: z.number(), failedBills: z.number().int(), from: daySchema, until: daySchema })
      .nullable(),
    /** New MRR a month, major units. */
    newMrr: z.number(),
  }),
  asIs: z.array(forecastMonthSchema),
  /** Null while nothing is supposed. */
  changed: z.array(forecastMonthSchema).nullable(),
  /** What it rests on, in words, the weightiest first. */
  assumptions: z.array(z.string()),
  missing: z.string().nullable(),
});
export type RevenueWhatIf = z.infer<typeof revenueWhatIfSchema>;
