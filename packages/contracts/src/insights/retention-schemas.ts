import { z } from "zod";
import { monthSchema } from "../dashboard/schemas.ts";
import { daySchema } from "../shapes.ts";
import { insightsScopeSchema } from "./schemas.ts";

/** Share still there right after a day, with its 95% band (log-log). */
const survivalPointSchema = z.object({
  day: z.number().int(),
  survival: z.number(),
  low: z.number(),
  high: z.number(),
});

/** Kaplan and Meier's curve of one group. Times in days since the first payment. */
export const survivalSchema = z.object({
  customers: z.number().int(),
  left: z.number().int(),
  /** One a day on which somebody left; 1 before the first. */
  points: z.array(survivalPointSchema),
  /** The curve says nothing beyond. */
  lastDay: z.number().int(),
  /** Days until half have left, and the ends of its band; null where it is not reached. */
  median: z.number().nullable(),
  medianLow: z.number().nullable(),
  medianHigh: z.number().nullable(),
});
export type Survival = z.infer<typeof survivalSchema>;

/** Who leaves in one month of its life, of all who were watched in it. */
export const hazardMonthSchema = z.object({
  /** 1 is the first. */
  month: z.number().int(),
  /** Customers under observation at some time of the month. */
  atRisk: z.number().int(),
  left: z.number().int(),
  /** Leavers per month spent in it, and its 95% interval (Garwood); null where nobody was watched. */
  rate: z.number().nullable(),
  low: z.number().nullable(),
  high: z.number().nullable(),
});
export type HazardMonth = z.infer<typeof hazardMonthSchema>;

const cohortCellSchema = z.object({
  /** Still there, and of how many (or how much, major units); their ratio is null where that is 0. */
  kept: z.number(),
  of: z.number(),
  share: z.number().nullable(),
  /** False while the month is not over: how it stands so far, and in no average. */
  isComplete: z.boolean(),
});
export const cohortTableSchema = z.object({
  /** Newest first. Cell k is the end of the k-th month after the one in which they began. */
  rows: z.array(
    z.object({
      month: monthSchema,
      /** First day of the month. */
      from: daySchema,
      customers: z.number().int(),
      cells: z.array(cohortCellSchema),
    }),
  ),
  /** Complete cells of all rows together, larger cohorts weighing more; null where there is none. */
  average: z.array(z.number().nullable()),
});
export type CohortTable = z.infer<typeof cohortTableSchema>;

export const retentionInsightsSchema = z.object({
  scope: insightsScopeSchema,
  /** What it is counted from: payments, or where nobody's are known, the days customers came and left. */
  source: z.enum(["ledger", "customers"]),
  /** Null while nobody is known by the day they came. */
  survival: survivalSchema.nullable(),
  /** Customers under observation at the beginning of months of life. */
  atRisk: z.array(z.object({ month: z.number().int(), customers: z.number().int() })),
  hazard: z.array(hazardMonthSchema),
  /** By the plan they began with, the most customers first; empty while filtered by one, or where there are not two. */
  byPlan: z.array(z.object({ plan: z.string(), survival: survivalSchema })),
  /** Chance of curves this far apart if plans did not differ (log-rank test over all of `byPlan`); null without. */
  plansDiffer: z
    .object({ chiSquared: z.number(), degreesOfFreedom: z.number().int(), pValue: z.number() })
    .nullable(),
  cohorts: z.object({
    customers: cohortTableSchema,
    /** GRR and NRR; null where no payments are known. */
    gross: cohortTableSchema.nullable(),
    net: cohortTableSchema.nullable(),
  }),
  /** What would fill it, where there is no curve. */
  missing: z.string().nullable(),
  /** What would fill GRR and NRR. */
  revenueMissing: z.string().nullable(),
  /** Who has left on a day nobody knows, and is in none of this. */
  leftUndated: z.number().int(),
});
export type RetentionInsights = z.infer<typeof retentionInsightsSchema>;
