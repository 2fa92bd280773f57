import { z } from "zod";
import { churnRuleSchema } from "./churn-rule.ts";
import { timestamp } from "./list.ts";
import { driverSchema, droppedColumnSchema, measuredSchema, modelQualitySchema } from "./model-quality.ts";
import { defineRoute } from "./route.ts";

/** How a new version was compared with the one in use, and why it was or was not taken into use. */
export const modelDecisionSchema = z.object({
  promoted: z.boolean(),
  reason: z.string(),
  /** The version that was in use; null for the first. */
  champion: z.string().nullable(),
  /** On records that neither had learned from; null where there were not enough. */
  comparison: z
    .object({
      /**
       * `newer`: records newer than any the champion learned from. `held_out`: all records, each judged by models that had
       * not learned from it, those of the training's own cross-validation.
       */
      on: z.enum(["newer", "held_out"]).default("newer"),
      /** Dates of the records; null where they carry none. */
      from: timestamp.nullable(),
      to: timestamp.nullable(),
      rows: z.number().int(),
      outcomes: z.number().int(),
      championLogLoss: z.number(),
      challengerLogLoss: z.number(),
      /** Challenger minus champion with its 95% interval: below 0 is better. */
      difference: measuredSchema,
    })
    .nullable(),
});
export type ModelDecision = z.infer<typeof modelDecisionSchema>;

export const driftLevels = ["stable", "shifting", "drifted"] as const;
export const featureDriftSchema = z.object({
  feature: z.string(),
  label: z.string(),
  /** Population stability index against the training data, of the score against its first look at everyone: from .1 shifting, from .25 drifted. */
  psi: z.number(),
  level: z.enum(driftLevels),
  /** In words; null while stable. */
  message: z.string().nullable(),
  /** Customers looked at with a category that training did not have; null for numbers, or not counted. */
  unseen: z.number().int().nullable().default(null),
});
export const driftReportSchema = z.object({
  measuredAt: timestamp,
  /** Customers looked at. */
  rows: z.number().int(),
  score: featureDriftSchema,
  /** Largest index first. */
  features: z.array(featureDriftSchema),
});
export type DriftReport = z.infer<typeof driftReportSchema>;

/** One look of the past, in short. */
const driftLookSchema = z.object({
  measuredAt: timestamp,
  rows: z.number().int(),
  /** Population stability index of the score. */
  score: z.number(),
  /** The same per feature. */
  features: z.record(z.string(), z.number()),
});

/** What happens by itself. */
export const modelScheduleSchema = z.object({
  /** False until the company has analysed once: nothing happens by itself before. */
  isActive: z.boolean(),
  /** The next night in which the model in use scores all customers. */
  nextScoringAt: timestamp,
  /** The next night in which a challenger is trained. */
  nextTrainingAt: timestamp,
});

export type ModelSchedule = z.infer<typeof modelScheduleSchema>;

export const modelSummarySchema = z.object({
  version: z.string(),
  isCurrent: z.boolean(),
  trainedAt: timestamp,
  /** When it was last taken into use; null = never. */
  activatedAt: timestamp.nullable(),
  trainingSource: z.enum(["label_column", "history"]),
  dataWindow: z.object({ from: timestamp, to: timestamp }).nullable(),
  horizonDays: z.number().int(),
  /** What it learned to call having left. */
  churn: churnRuleSchema,
  /** False: the company calls something else having left by now, so it scores nobody until a new one is trained. */
  fitsChurn: z.boolean(),
  recipe: z.string(),
  rows: z.number().int(),
  outcomes: z.number().int(),
  baseRate: z.number(),
  /** The share of customers that really leaves, as the company had set it; null: the data's own. */
  trueLeavingShare: z.number().nullable(),
  verdict: modelQualitySchema.shape.verdict,
  auc: measuredSchema,
  logLoss: measuredSchema,
  ece: measuredSchema,
  decision: modelDecisionSchema.nullable(),
  /** The worst level in the latest drift report; null = not measured yet. */
  driftLevel: z.enum(driftLevels).nullable(),
});
export type ModelSummary = z.infer<typeof modelSummarySchema>;

export const modelCardSchema = modelSummarySchema.extend({
  engineVersion: z.string(),
  seed: z.number(),
  /** Of the training data: the same data, seed and engine give the same model, byte for byte. */
  dataFingerprint: z.string(),
  members: z.array(z.object({ name: z.string(), weight: z.number() })),
  features: z.array(
    z.object({
      feature: z.string(),
      label: z.string(),
      /** Share of the training rows with a value; null: stored before that was kept. */
      coverage: z.number().nullable(),
    }),
  ),
  excluded: z.array(droppedColumnSchema),
  quality: modelQualitySchema,
  drivers: z.array(driverSchema),
  drift: driftReportSchema.nullable(),
  /** The last 90 looks, oldest first. */
  driftHistory: z.array(driftLookSchema),
});
export type ModelCard = z.infer<typeof modelCardSchema>;

/** What a company says of a field that may give the answer away. */
export const columnChoiceSchema = z.object({
  field: z.string(),
  label: z.string(),
  /** `keep`: learned from although it looks like a leak. `leave_out`: not learned from. */
  choice: z.enum(["keep", "leave_out"]),
  chosenAt: timestamp,
  chosenBy: z.string(),
});
export type ColumnChoice = z.infer<typeof columnChoiceSchema>;

const versionParams = z.object({ version: z.string().min(1).max(60) });

export const modelRoutes = {
  columns: defineRoute({
    method: "GET",
    path: "/analytics/columns",
    summary: "What the company says of fields that may give the answer away",
    policy: "analytics:read",
    response: z.object({ items: z.array(columnChoiceSchema) }),
    rateLimit: "read",
    tags: ["Models"],
  }),
  chooseColumn: defineRoute({
    method: "PUT",
    path: "/analytics/columns",
    summary: "Keep a field or leave it out from the next training on; null takes the choice back",
    policy: "analytics:run",
    body: z.object({
      field: z.string().min(1).max(300),
      label: z.string().min(1).max(500),
      choice: z.enum(["keep", "leave_out"]).nullable(),
    }),
    response: z.object({ items: z.array(columnChoiceSchema) }),
    rateLimit: "write",
    tags: ["Models"],
  }),
  list: defineRoute({
    method: "GET",
    path: "/analytics/models",
    summary: "Stored models, newest first, with what each was worth and which one is in use",
    policy: "analytics:read",
    response: z.object({ items: z.array(modelSummarySchema), schedule: modelScheduleSchema }),
    rateLimit: "read",
    tags: ["Models"],
  }),
  card: defineRoute({
    method: "GET",
    path: "/analytics/models/:version",
    summary: "A model's card: data, quality, features, leakage report, drift, seed and fingerprint",
    policy: "analytics:read",
    params: versionParams,
    response: modelCardSchema,
    rateLimit: "read",
    tags: ["Models"],
  }),
  activate: defineRoute({
    method: "POST",
    path: "/analytics/models/:version/activate",
    summary: "Take a stored model into use: the nightly scoring uses it until another replaces it",
    policy: "analytics:run",
    params: versionParams,
    response: modelCardSchema,
    rateLimit: "write",
    idempotent: true,
    tags: ["Models"],
  }),
  createExport: defineRoute({
    method: "POST",
    path: "/analytics/models/:version/exports",
    summary: "A one-time link to the model card as text (Markdown)",
    policy: "analytics:read",
    params: versionParams,
    response: z.object({ downloadPath: z.string(), expiresAt: timestamp }),
    rateLimit: "write",
    idempotent: true,
    tags: ["Models"],
  }),
};
