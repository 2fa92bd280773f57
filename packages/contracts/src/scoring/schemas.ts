import { z } from "zod";
import { recommendationSchema } from "../next-steps/schemas.ts";
import { numberedEnum } from "../numbered-enum.ts";
import { timestamp } from "../shapes.ts";
import { RiskLevel } from "./risk-level.ts";

export const riskLevelSchema = numberedEnum(RiskLevel);

export const scoreFactorSchema = z.object({
  feature: z.string(),
  label: z.string(),
  /** The customer's own value in words: "3 in the last 30 days, was 22". */
  evidence: z.string(),
  /** Percentage points on the shown probability; base rate + all points = the score (to 0.1). */
  points: z.number(),
});
export type ScoreFactor = z.infer<typeof scoreFactorSchema>;

export const customerScoreSchema = z.object({
  analysisId: z.uuid(),
  probability: z.number(),
  /** Chance of the company's average customer, 0-1. */
  baseRate: z.number(),
  source: z.enum(["model", "rules"]),
  modelVersion: z.string(),
  horizonDays: z.number().int(),
  scoredAt: timestamp,
  factors: z.array(scoreFactorSchema),
  recommendations: z.array(recommendationSchema),
  /** Learned from labels without dates: then the chance is of being among those who leave, and says nothing of when. */
  isUndated: z.boolean(),
  /** How many days ahead is said when the customer leaves; null: it is not said. */
  reachDays: z.number().int().nullable(),
});

/** One part of a score's change against the one before. */
export const scoreMovedBySchema = z.object({
  /** A factor; 'other' for what is left of many, 'model_changed' for what another model sees in the same customer. */
  feature: z.string(),
  label: z.string(),
  /** The customer's own value in words, then and now; null where it was none of the factors named. */
  before: z.string().nullable(),
  after: z.string().nullable(),
  points: z.number(),
});
export type ScoreMovedBy = z.infer<typeof scoreMovedBySchema>;
