import { z } from "zod";
import { churnRuleSchema } from "../outcomes/schemas.ts";
import { riskLevelSchema } from "../scoring/schemas.ts";
import { timestamp } from "../shapes.ts";

const sideSchema = z.object({
  id: z.uuid(),
  createdAt: timestamp,
  source: z.enum(["model", "rules"]).nullable(),
  modelVersion: z.string().nullable(),
  horizonDays: z.number().int(),
  churn: churnRuleSchema,
  customers: z.number().int(),
  needAttention: z.number().int(),
  baseRate: z.number().nullable(),
  auc: z.number().nullable(),
  logLoss: z.number().nullable(),
  /** When the run's customers were removed: then there is nobody to compare. */
  resultsRemovedAt: timestamp.nullable(),
});

/** Two analyses side by side: `before` is the other one, `after` the one in the path. */
export const comparisonSchema = z.object({
  before: sideSchema,
  after: sideSchema,
  /** False where scores do not mean the same: rules against a model, another horizon, or another kind of leaving. */
  isComparable: z.boolean(),
  inBoth: z.number().int(),
  onlyBefore: z.number().int(),
  onlyAfter: z.number().int(),
  /** Customers whose level rose and fell. */
  roseLevel: z.number().int(),
  fellLevel: z.number().int(),
  /** Mean change of the score in points. */
  meanChange: z.number().nullable(),
  /** Customers by level before (row) and after (column), Low to Critical. */
  levels: z.array(z.array(z.number().int())),
  /** Largest changes of the score, at most 20. */
  movers: z.array(
    z.object({
      customerId: z.uuid(),
      fullName: z.string(),
      before: z.number().int(),
      after: z.number().int(),
      levelBefore: riskLevelSchema,
      levelAfter: riskLevelSchema,
    }),
  ),
});
export type Comparison = z.infer<typeof comparisonSchema>;
