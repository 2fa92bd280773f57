import { z } from "zod";
import { monthSchema } from "../dashboard/schemas.ts";
import { churnReasons } from "../dashboard/vocabulary.ts";
import { daySchema } from "../shapes.ts";
import { insightsScopeSchema } from "./schemas.ts";

/** Customers who left, and what they paid at the beginning of the month, major units. */
const lostSchema = z.object({ customers: z.number().int(), mrr: z.number() });

export const reasonsMonthSchema = z.object({
  month: monthSchema,
  from: daySchema,
  until: daySchema,
  /** Null before the first record: a gap, and no zero. They add up to all who left. */
  lost: z.record(z.enum(churnReasons), lostSchema).nullable(),
});
export type ReasonsMonth = z.infer<typeof reasonsMonthSchema>;

/** Reasons in words that mean much the same, as people wrote them. */
export const reasonThemeSchema = z.object({
  /** A theme of ours, or the words themselves where they are of none. */
  label: z.string(),
  /** Customers who left for it, and what they paid, major units. */
  customers: z.number().int(),
  mrr: z.number(),
  /** The most frequent wordings, and how often each stands. */
  quotes: z.array(z.object({ words: z.string(), times: z.number().int() })),
  /** Every wording of it, as it was written, by which a rule chooses the same customers; null where there are too many. */
  wordings: z.array(z.string()).nullable(),
});
export type ReasonTheme = z.infer<typeof reasonThemeSchema>;

export const reasonsInsightsSchema = z.object({
  scope: insightsScopeSchema,
  /** Full months, oldest first; empty without a ledger. */
  months: z.array(reasonsMonthSchema),
  /** All months together; null without a ledger. */
  total: z.record(z.enum(churnReasons), lostSchema).nullable(),
  /** What people wrote when they left in these months, the most frequent first. */
  themes: z.array(reasonThemeSchema),
  /** Times that a customer left in these months and somebody wrote why; who came back and left again counts twice. */
  withReason: z.number().int(),
  missing: z.string().nullable(),
});
export type ReasonsInsights = z.infer<typeof reasonsInsightsSchema>;
