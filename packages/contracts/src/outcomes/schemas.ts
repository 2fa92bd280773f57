import { z } from "zod";
import { churnDefinitions } from "./churn-rule.ts";
import type { ChurnRule } from "./churn-rule.ts";

/** Days of silence that may count as having left. */
export const inactiveDaysSchema = z.number().int().min(7).max(365);

export const churnRuleSchema = z.object({
  definition: z.enum(churnDefinitions),
  inactiveDays: inactiveDaysSchema,
}) satisfies z.ZodType<ChurnRule>;
