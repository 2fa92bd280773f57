import { z } from "zod";
import { churnDefinitions } from "./churn-rule.ts";
import type { ChurnRule } from "./churn-rule.ts";

const daysWords = "Enter a whole number of days from 7 to 365";
/** A horizon, or days of silence that may count as having left. */
export const wholeDaysSchema = z.number(daysWords).int(daysWords).min(7, daysWords).max(365, daysWords);

export const churnRuleSchema = z.object({
  definition: z.enum(churnDefinitions),
  inactiveDays: wholeDaysSchema,
}) satisfies z.ZodType<ChurnRule>;
