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
  /** What its rows are asked by: '' of whom it is not known, null of several countries. */
  rowsCountry: z.string().nullable(),
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

/** MRR churn of a full month, as shares of MRR at its start; null where nobody paid then. */
const churnedMonthSchema = z.object({
  month: monthSchema,
  from: daySchema,
  until: daySchema,
  /** (Churn + contraction) / start. */
  gross: z.number().nullable(),
  /** (Churn + contraction - expansion - reactivation) / start: below 0 where more came back than left. */
  net: z.number().nullable(),
});

/** What an average customer pays before it leaves. Revenue, in major units: whoever knows their margin multiplies by it. */
export const lifetimeValueSchema = z.object({
  /** MRR and paying customers of this day. */
  day: daySchema,
  mrr: z.number(),
  customers: z.number().int(),
  /** A month; null where nobody pays. */
  perCustomer: z.number().nullable(),
  simple: z.object({
    /** Per customer / mean churn; null where that is 0, or six months are not known. */
    value: z.number().nullable(),
    meanChurn: z.number().nullable(),
    /** The months of the mean, oldest first: customers lost, of those who paid at the start. */
    months: z.array(
      z.object({
        month: monthSchema,
        from: daySchema,
        until: daySchema,
        left: z.number().int(),
        activeAtStart: z.number().int(),
        share: z.number(),
      }),
    ),
  }),
  survival: z.object({
    /** Sum over months of the share still there x per customer, later ones worth less; null where nobody was followed. */
    value: z.number().nullable(),
    /** How many months the sum holds. */
    months: z.number().int(),
    /** Whether customers were followed for as long as was asked for. */
    reachesHorizon: z.boolean(),
    horizonMonths: z.number().int(),
    /** By how much money of a year later is worth less. */
    yearlyDiscount: z.number(),
    /** Who was followed: everybody who ever paid. */
    customers: z.number().int(),
  }),
});
export type LifetimeValue = z.infer<typeof lifetimeValueSchema>;

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
  /** Of each full month. */
  churn: z.array(churnedMonthSchema),
  /** Null without a ledger. */
  lifetimeValue: lifetimeValueSchema.nullable(),
  missing: z.string().nullable(),
});
export type RevenueInsights = z.infer<typeof revenueInsightsSchema>;
