import { z } from "zod";
import { criteriaSchema } from "../criteria/schemas.ts";
import {
  customerSelectionSchema,
  paymentStatusSchema,
  subscriptionStatusSchema,
} from "../customers/schemas.ts";
import { jobStatusSchema } from "../jobs/schemas.ts";
import { driverSchema, modelQualitySchema } from "../models/quality-schemas.ts";
import { recommendationSchema, stepTakenSchema } from "../next-steps/schemas.ts";
import { churnRuleSchema } from "../outcomes/schemas.ts";
import { riskLevelSchema, scoreFactorSchema } from "../scoring/schemas.ts";
import { timestamp } from "../shapes.ts";
import { leftSince } from "./left-since.ts";
import { analysisStages } from "./vocabulary.ts";

/** Which customers: ids, or a selection by filter; neither means every active customer. */
export const customerChoice = {
  customerIds: z.array(z.uuid()).min(1, "Choose at least one customer").max(10_000).optional(),
  selection: customerSelectionSchema.optional(),
};

export const analyzeBody = z.object({
  ...customerChoice,
  includeRecommendations: z.boolean().default(true),
  includeRiskFactors: z.boolean().default(true),
  /** A stored model's version; left out = train on what the company knows now. */
  modelVersion: z.string().max(60).optional(),
});

export const levelCountSchema = z.object({
  level: riskLevelSchema,
  customers: z.number().int(),
  monthlyRevenue: z.number(),
  lifetimeValue: z.number(),
});

/** An expected figure with the band that holds it with a chance of 8 in 10. */
const expectedSchema = z.object({ value: z.number(), lower: z.number(), upper: z.number() });

export const analysisSchema = z.object({
  id: z.uuid(),
  status: jobStatusSchema,
  stage: z.enum(analysisStages),
  progress: z.number().nullable(),
  /** The choice in words: 'All active customers', '4 customers'. */
  scope: z.string(),
  /** The choice as a rule says it, empty: all customers; null where they were picked by hand or searched for. */
  rule: criteriaSchema.nullable(),
  includeRecommendations: z.boolean(),
  includeRiskFactors: z.boolean(),
  modelVersion: z.string().nullable(),
  source: z.enum(["model", "rules"]).nullable(),
  /** Why rules and not a model, with the count still needed. */
  sourceReason: z.string().nullable(),
  horizonDays: z.number().int(),
  /** What the scores call having left. */
  churn: churnRuleSchema,
  customersAnalyzed: z.number().int(),
  /** Customers that are High or Critical. */
  needAttention: z.number().int(),
  notScored: z.array(z.object({ reason: z.string(), count: z.number().int() })),
  baseRate: z.number().nullable(),
  riskBands: z.object({ medium: z.number(), high: z.number(), critical: z.number() }).nullable(),
  levels: z.array(levelCountSchema),
  /** Learned from labels without dates: a score is the chance of being among those who leave, and says nothing of when. */
  isUndated: z.boolean(),
  /** Sum of the chances with an 80% band; null where nobody was scored, and for runs from before it was kept. */
  expectedLeavers: expectedSchema.nullable(),
  /** Sum of p x 12 months of revenue (or lifetime value where no revenue is known) with an 80% band, never beyond what there is. */
  expectedRevenueAtRisk: z.object({ ...expectedSchema.shape, basis: z.string() }).nullable(),
  /** The first customers of the plan by money: what they would take along, and which share of all that is; null = nothing to order by. */
  firstCalls: z
    .object({ customers: z.number().int(), valueAtRisk: z.number(), shareOfValueAtRisk: z.number() })
    .nullable(),
  /** How many stood at each level about a month before this run, among the same customers; null = nobody scored them then. */
  levelsBefore: z
    .object({
      days: z.number().int(),
      levels: z.array(levelCountSchema.pick({ level: true, customers: true })),
    })
    .nullable(),
  currency: z.string(),
  /** Customers per 5-point score bin, 20 bins. */
  scoreHistogram: z.array(z.object({ from: z.number(), to: z.number(), count: z.number().int() })),
  quality: modelQualitySchema.nullable(),
  drivers: z.array(driverSchema),
  warnings: z.array(z.string()),
  failure: z.string().nullable(),
  createdBy: z.string(),
  createdAt: timestamp,
  startedAt: timestamp.nullable(),
  completedAt: timestamp.nullable(),
  /** When the scored customers of a scheduled run were removed; quality and totals remain. Null: they are there. */
  resultsRemovedAt: timestamp.nullable(),
});
export type Analysis = z.infer<typeof analysisSchema>;

export const analysisSummarySchema = analysisSchema.pick({
  id: true,
  status: true,
  stage: true,
  scope: true,
  source: true,
  modelVersion: true,
  customersAnalyzed: true,
  needAttention: true,
  createdBy: true,
  createdAt: true,
  completedAt: true,
  resultsRemovedAt: true,
});
export type AnalysisSummary = z.infer<typeof analysisSummarySchema>;

export const analysisCustomerSchema = z.object({
  customerId: z.uuid(),
  fullName: z.string(),
  email: z.string().nullable(),
  externalId: z.string().nullable(),
  churnRiskScore: z.number().int(),
  churnRiskLevel: riskLevelSchema,
  /** Points against the newest score that was 30 days old when this run ended; null where there was none. */
  scoreChange: z.number().int().nullable(),
  probability: z.number(),
  /** Half width of the chance's interval in points, from how such scores turned out on held-out customers; null for rules. */
  probabilityRange: z.number().nullable(),
  factors: z.array(scoreFactorSchema),
  /** Those that were not taken yet. */
  recommendations: z.array(recommendationSchema),
  stepTaken: stepTakenSchema.nullable(),
  ...leftSince,
  /** An open task says what the next step says: a second one is not added. */
  hasOpenTask: z.boolean(),
  lifetimeValue: z.number().nullable(),
  monthlyRevenue: z.number().nullable(),
  /** 12 months of revenue, else the lifetime value; null = neither is known. */
  yearlyValue: z.number().nullable(),
  /** Chance x yearly value, as of the run. */
  valueAtRisk: z.number().nullable(),
  plan: z.string().nullable(),
  subscriptionStatus: subscriptionStatusSchema.nullable(),
  paymentStatus: paymentStatusSchema.nullable(),
});
export type AnalysisCustomer = z.infer<typeof analysisCustomerSchema>;
