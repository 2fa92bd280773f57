import { z } from "zod";
import { currencySchema, dashboardFilter, figureSegmentSchema } from "../dashboard/schemas.ts";
import { churnDates } from "../settings/vocabulary.ts";
import { daySchema } from "../shapes.ts";
import { insightPeriods } from "./vocabulary.ts";

/** What every tab is narrowed by. */
export const insightsQuery = z.object({
  period: z.enum(insightPeriods).default("12_months"),
  ...dashboardFilter,
});

/** What an answer is about, and what else could be asked. */
export const insightsScopeSchema = z.object({
  /** The company's today. */
  day: daySchema,
  period: z.enum(insightPeriods),
  /** The first day that is looked at; null: as far back as anything is known. */
  from: daySchema.nullable(),
  plan: z.string().nullable(),
  plans: z.array(z.string()),
  segment: figureSegmentSchema.nullable(),
  /** Every segment that is followed. */
  segments: z.array(z.object({ id: z.uuid(), name: z.string() })),
  currency: currencySchema,
  /** Every currency with revenue of its own, the most used first; they are never added up. */
  currencies: z.array(z.object({ currency: currencySchema, mrr: z.number(), customers: z.number().int() })),
  /** By which choice a canceled subscription counts as churned in them. */
  churnDate: z.enum(churnDates),
});
export type InsightsScope = z.infer<typeof insightsScopeSchema>;
