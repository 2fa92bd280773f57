import { z } from "zod";
import { churnRuleSchema } from "./churn-rule.ts";
import { customerSelectionSchema, recommendationSchema, scoreFactorSchema } from "./customers.ts";
import {
  jobStatusSchema,
  paymentStatusSchema,
  riskLevelSchema,
  subscriptionStatusSchema,
} from "./enumerations.ts";
import { idParams, listOf, pageQuery, timestamp } from "./list.ts";
import { driverSchema, measuredSchema, modelQualitySchema } from "./model-quality.ts";
import { defineRoute } from "./route.ts";

/** Horizon of the score unless the company chose another (decision 3). */
export const DEFAULT_HORIZON_DAYS = 90;

/** Which customers: ids (as in the spec), or a selection by filter; neither means every active customer. */
const customerChoice = {
  customerIds: z.array(z.uuid()).min(1, "Choose at least one customer").max(10_000).optional(),
  selection: customerSelectionSchema.optional(),
};

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
    source: z.enum(["label_column", "history", "none"]),
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

export const analyzeBody = z.object({
  ...customerChoice,
  includeRecommendations: z.boolean().default(true),
  includeRiskFactors: z.boolean().default(true),
  /** A stored model's version; left out = train on what the company knows now. */
  modelVersion: z.string().max(60).optional(),
});

export const analysisStages = [
  "queued",
  "reading",
  "screening",
  "training",
  "measuring",
  "scoring",
  "writing",
  "done",
] as const;

export const levelCountSchema = z.object({
  level: riskLevelSchema,
  customers: z.number().int(),
  monthlyRevenue: z.number(),
  lifetimeValue: z.number(),
});

export const analysisSchema = z.object({
  id: z.uuid(),
  status: jobStatusSchema,
  stage: z.enum(analysisStages),
  progress: z.number().nullable(),
  /** The choice in words: 'All active customers', '4 customers'. */
  scope: z.string(),
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
  /** Sum of p x 12 months of revenue (or lifetime value where no revenue is known) with an 80% band. */
  expectedRevenueAtRisk: z
    .object({ value: z.number(), lower: z.number(), upper: z.number(), basis: z.string() })
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
  probability: z.number(),
  /** Half width of the chance's interval in points, from how such scores turned out on held-out customers; null for rules. */
  probabilityRange: z.number().nullable(),
  factors: z.array(scoreFactorSchema),
  recommendations: z.array(recommendationSchema),
  lifetimeValue: z.number().nullable(),
  monthlyRevenue: z.number().nullable(),
  plan: z.string().nullable(),
  subscriptionStatus: subscriptionStatusSchema.nullable(),
  paymentStatus: paymentStatusSchema.nullable(),
});
export type AnalysisCustomer = z.infer<typeof analysisCustomerSchema>;

export const analyticsRoutes = {
  checkCompleteness: defineRoute({
    method: "POST",
    path: "/analytics/churn/check-completeness",
    summary: "What is known of the chosen customers, what is missing, and what an analysis would rest on",
    policy: "analytics:read",
    body: z.object(customerChoice),
    response: completenessSchema,
    rateLimit: "read",
    tags: ["Analytics"],
  }),
  analyze: defineRoute({
    method: "POST",
    path: "/analytics/churn/analyze",
    summary: "Start a churn analysis as a job",
    policy: "analytics:run",
    body: analyzeBody,
    response: analysisSchema,
    status: 202,
    rateLimit: "analysis",
    idempotent: true,
    tags: ["Analytics"],
  }),
  results: defineRoute({
    method: "GET",
    path: "/analytics/churn/results/:id",
    summary: "Status, quality, distribution and drivers of an analysis; polled every 5 s until terminal",
    policy: "analytics:read",
    params: idParams,
    response: analysisSchema,
    rateLimit: "read",
    tags: ["Analytics"],
  }),
  list: defineRoute({
    method: "GET",
    path: "/analytics/churn/analyses",
    summary: "Analyses, newest first",
    policy: "analytics:read",
    query: z.object(pageQuery(10)),
    response: listOf(analysisSummarySchema),
    rateLimit: "read",
    tags: ["Analytics"],
  }),
  customers: defineRoute({
    method: "GET",
    path: "/analytics/churn/results/:id/customers",
    summary: "The scored customers of an analysis with factors and next steps",
    policy: "analytics:read",
    params: idParams,
    query: z.object({
      ...pageQuery(25),
      level: z.coerce.number().int().min(0).max(3).optional(),
      sort: z.enum(["churnRiskScore", "fullName", "lifetimeValue", "valueAtRisk"]).default("churnRiskScore"),
      direction: z.enum(["asc", "desc"]).default("desc"),
    }),
    response: listOf(analysisCustomerSchema),
    rateLimit: "read",
    tags: ["Analytics"],
  }),
  cancel: defineRoute({
    method: "POST",
    path: "/analytics/churn/results/:id/cancel",
    summary: "Cancel an analysis that has not finished; scores stay as they were",
    policy: "analytics:run",
    params: idParams,
    response: analysisSchema,
    rateLimit: "write",
    idempotent: true,
    tags: ["Analytics"],
  }),
  retry: defineRoute({
    method: "POST",
    path: "/analytics/churn/results/:id/retry",
    summary:
      "Start an analysis that failed or was cancelled again, of the same customers with the same options",
    policy: "analytics:run",
    params: idParams,
    response: analysisSchema,
    status: 202,
    rateLimit: "analysis",
    idempotent: true,
    tags: ["Analytics"],
  }),
  createExport: defineRoute({
    method: "POST",
    path: "/analytics/churn/results/:id/exports",
    summary: "A one-time link to the scored customers as CSV",
    policy: "analytics:read",
    params: idParams,
    response: z.object({ downloadPath: z.string(), expiresAt: timestamp }),
    rateLimit: "write",
    idempotent: true,
    tags: ["Analytics"],
  }),
};
