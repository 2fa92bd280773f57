import { z } from "zod";
import { measuredSchema } from "../measured.ts";
import { modelQualitySchema } from "../models/quality-schemas.ts";
import { churnRuleSchema } from "../outcomes/schemas.ts";
import { timestamp } from "../shapes.ts";

export const fieldCompletenessSchema = z.object({
  field: z.string(),
  label: z.string(),
  /** Share of the chosen customers with a value, 0-1. */
  coverage: z.number(),
  /** Age in days of the newest value where that is known. */
  ageDays: z.number().nullable(),
  status: z.enum(["ready", "partial", "missing"]),
  /** What stands in its way: not in the data, left out of the model, known for few; null = nothing. */
  note: z.string().nullable(),
  /**
   * What it added to the ranking of the model in use (AUC, measured by leaving it out): `unmeasured` where no model
   * has measured it, `unused` where that model does not use it.
   */
  adds: z.object({
    verdict: z.enum(["adds", "nothing", "disturbs", "unused", "unmeasured"]),
    auc: measuredSchema.nullable(),
    /** AUC of a model that knows this field alone. */
    alone: z.number().nullable(),
  }),
});

const lastRunSchema = z.object({ seconds: z.number(), customers: z.number().int() });

export const completenessSchema = z.object({
  customers: z.number().int(),
  ready: z.number().int(),
  partial: z.number().int(),
  blocked: z.number().int(),
  /** Why the blocked ones cannot be scored, in words; the counts add up to `blocked`. */
  blockedReasons: z.array(z.object({ reason: z.string(), count: z.number().int() })),
  /** Which model measured what each field adds, and how; null = nothing has been measured yet. */
  fieldValues: z.object({ modelVersion: z.string(), method: z.string(), auc: z.number() }).nullable(),
  /** Known outcomes in the whole company: what a model can learn from. */
  outcomes: z.object({
    labelled: z.number().int(),
    /** Customers, each counted once. */
    left: z.number().int(),
    stayed: z.number().int(),
    /** Customer-months: dated records whose horizon has passed; one customer has many. */
    snapshots: z.number().int(),
    source: z.enum(["label_column", "history", "dates", "none"]),
    /** What these outcomes call having left. */
    churn: churnRuleSchema,
  }),
  /** What an analysis started now would be. */
  expectedSource: z.enum(["model", "rules"]),
  canAnalyze: z.boolean(),
  /** In words; each says what to do. */
  blockers: z.array(z.string()),
  advice: z.array(z.string()),
  fields: z.array(fieldCompletenessSchema),
  availableModels: z.array(
    z.object({
      version: z.string(),
      label: z.string(),
      trainedAt: timestamp,
      auc: measuredSchema,
      verdict: modelQualitySchema.shape.verdict,
      isCurrent: z.boolean(),
      /** In use, and it answers what the settings ask now: what is chosen until a person chooses otherwise. */
      isPreselected: z.boolean(),
    }),
  ),
  /** How long the last run of each kind took, from its start to its scores; null: none yet. */
  lastRuns: z.object({ training: lastRunSchema.nullable(), scoring: lastRunSchema.nullable() }),
});
export type Completeness = z.infer<typeof completenessSchema>;
