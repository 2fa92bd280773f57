import { z } from "zod";
import { measuredSchema } from "../measured.ts";
import { churnRuleSchema } from "../outcomes/schemas.ts";
import { timestamp } from "../shapes.ts";
import { driverSchema, droppedColumnSchema, modelQualitySchema } from "./quality-schemas.ts";
import { driftLevels } from "./vocabulary.ts";

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

export const versionParams = z.object({ version: z.string().min(1).max(60) });
