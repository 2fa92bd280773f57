import { z } from "zod";
import { monthSchema, movementsMonthSchema } from "../dashboard/schemas.ts";
import { daySchema } from "../shapes.ts";
import { insightsScopeSchema } from "./schemas.ts";

/** Retention of revenue over the twelve months that end with a month. */
const retainedMonthSchema = z.object({
  month: monthSchema,
  until: daySchema,
  /** Null where nobody paid a year before. */
  grossRetention: z.number().nullable(),
  netRetention: z.number().nullable(),
});

/** One plan at the end of the last full month; amounts in major units. */
export const planRevenueSchema = z.object({
  /** Null: all of them. */
  plan: z.string().nullable(),
  customers: z.number().int(),
  mrr: z.number(),
  /** Of all MRR of the currency. */
  share: z.number().nullable(),
  /** MRR / customers. */
  perCustomer: z.number().nullable(),
  grossRetention: z.number().nullable(),
  netRetention: z.number().nullable(),
  /** Customers who left in the month, of those who paid most for the plan when it began. */
  left: z.number().int(),
});
export type PlanRevenue = z.infer<typeof planRevenueSchema>;

/** One country at the end of the last full month; amounts in major units. */
const countryRevenueSchema = z.object({
  /** As the company's column has it; null: not one country. */
  country: z.string().nullable(),
  /** The country, 'Not known', '12 others'. */
  label: z.string(),
  customers: z.number().int(),
  mrr: z.number(),
  /** Of all MRR of the currency. */
  share: z.number().nullable(),
  perCustomer: z.number().nullable(),
  grossRetention: z.number().nullable(),
  netRetention: z.number().nullable(),
  /** Who paid when the month began and pays nothing at its end. */
  left: z.number().int(),
});
export type CountryRevenue = z.infer<typeof countryRevenueSchema>;

export const revenueInsightsSchema = z.object({
  scope: insightsScopeSchema,
  /** Full months and the one that is not over, oldest first; those before the first record are gaps. Empty without a ledger. */
  months: z.array(movementsMonthSchema),
  /** At the end of each full month. */
  retention: z.array(retainedMonthSchema),
  /** The last full month, by plan, the most MRR first, and all of them together last; empty while filtered by one. */
  plans: z.array(planRevenueSchema),
  /** The last full month by country; null while filtered by a plan. */
  countries: z
    .object({
      /** The company's column that says it, as rules name it; null without one. */
      field: z.string().nullable(),
      until: daySchema.nullable(),
      /** The most MRR first; those not known and the rest after them. They add up to all. */
      rows: z.array(countryRevenueSchema),
      /** What would fill it, where there is nothing. */
      missing: z.string().nullable(),
    })
    .nullable(),
  /** (New + expansion) / (contraction + churn) over the full months shown; null where nothing was lost. */
  quickRatio: z.number().nullable(),
  missing: z.string().nullable(),
});
export type RevenueInsights = z.infer<typeof revenueInsightsSchema>;
