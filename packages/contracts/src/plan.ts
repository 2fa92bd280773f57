import { z } from "zod";
import { churnRuleSchema } from "./churn-rule.ts";
import { riskLevelSchema } from "./enumerations.ts";
import { idParams, timestamp } from "./list.ts";
import { measuredSchema } from "./model-quality.ts";
import { defineRoute } from "./route.ts";

const plannedCustomerSchema = z.object({
  customerId: z.uuid(),
  fullName: z.string(),
  email: z.string().nullable(),
  churnRiskScore: z.number().int(),
  churnRiskLevel: riskLevelSchema,
  probability: z.number(),
  /** Chance x yearly value, major units; null = value unknown. */
  valueAtRisk: z.number().nullable(),
  /** The strongest next step; null where none was worked out. */
  nextStep: z.string().nullable(),
});

/** Whom to contact with the time there is. */
export const contactPlanSchema = z.object({
  currency: z.string(),
  contacts: z.number().int(),
  /** Scored customers the plan chooses from. */
  customers: z.number().int(),
  orderedBy: z.enum(["valueAtRisk", "churnRiskScore"]),
  /** Of the chosen customers this many are expected to leave: the most that contacting could save. */
  expectedLeavers: z.number(),
  /** Share of all expected leavers that is among them, 0-1. */
  shareOfLeavers: z.number(),
  valueAtRisk: z.number(),
  shareOfValueAtRisk: z.number(),
  /** With the save rate the caller assumes; null without one. Untested until contacts and outcomes are compared. */
  expectedSaves: z.object({ saveRate: z.number(), customers: z.number(), value: z.number() }).nullable(),
  /**
   * What the measured effects of next steps say: of those who would leave, the share by which fewer left where the step
   * was taken. Only of the chosen customers whose first step has been measured; null where none has. Association, no proof.
   */
  measuredSaves: z
    .object({
      contacts: z.number().int(),
      expectedLeavers: z.number(),
      /** Share of leavers that stays, 0-1; below 0 more left where it was taken. */
      keepShare: measuredSchema,
      customers: measuredSchema,
      /** Major units a year. */
      value: measuredSchema,
      steps: z.array(z.object({ code: z.string(), title: z.string(), contacts: z.number().int() })),
    })
    .nullable(),
  /** What is among the first so many in this order, from none to all: at most 41 points. */
  curve: z.array(
    z.object({ contacts: z.number().int(), expectedLeavers: z.number(), valueAtRisk: z.number() }),
  ),
  /** The first 100 of them, in order. */
  items: z.array(plannedCustomerSchema),
});
export type ContactPlan = z.infer<typeof contactPlanSchema>;

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

export const nextStepSchema = z.object({
  /** Of the product's own steps their code; a company's own gets any other. */
  code: z.string().regex(/^[a-z0-9_]{1,60}$/),
  title: z.string().trim().min(1).max(120),
  detail: z.string().trim().max(500),
  /** Answers factors whose name, label or value holds one of these words; empty = what the product's own step answers. */
  keywords: z.array(z.string().trim().min(2).max(60)).max(20),
  enabled: z.boolean(),
});
export type NextStep = z.infer<typeof nextStepSchema>;
export const nextStepsSchema = z.object({
  /** In the order they are tried: the first that answers a factor is taken. */
  steps: z.array(
    nextStepSchema.extend({
      /** The factors it answers, in words. */
      about: z.string(),
      /** False for a step of the company's own: it cannot be left to the product which factors it answers. */
      isProductStep: z.boolean(),
    }),
  ),
  isDefault: z.boolean(),
  updatedAt: timestamp.nullable(),
});

const planChoice = {
  contacts: z.coerce.number().int().min(1).max(100_000),
  orderBy: z.enum(["valueAtRisk", "churnRiskScore"]).default("valueAtRisk"),
};

export type NextSteps = z.infer<typeof nextStepsSchema>;

export const planRoutes = {
  plan: defineRoute({
    method: "GET",
    path: "/analytics/churn/results/:id/plan",
    summary: "We can contact N: whom, and how many of the expected leavers are among them",
    policy: "analytics:read",
    params: idParams,
    query: z.object({
      ...planChoice,
      /** The caller's own assumption: share of contacted leavers that stay, 0-1. */
      saveRate: z.coerce.number().min(0).max(1).optional(),
    }),
    response: contactPlanSchema,
    rateLimit: "read",
    tags: ["Analytics"],
  }),
  createPlanExport: defineRoute({
    method: "POST",
    path: "/analytics/churn/results/:id/plan/exports",
    summary: "A one-time link to the customers of the plan as CSV, in its order",
    policy: "analytics:read",
    params: idParams,
    body: z.object(planChoice),
    response: z.object({ downloadPath: z.string(), expiresAt: timestamp }),
    rateLimit: "write",
    idempotent: true,
    tags: ["Analytics"],
  }),
  createReport: defineRoute({
    method: "POST",
    path: "/analytics/churn/results/:id/reports",
    summary:
      "A one-time link to the analysis as a PDF: quality, levels, drivers, and a plan with its customers",
    policy: "analytics:read",
    params: idParams,
    body: z.object({
      contacts: planChoice.contacts.default(25),
      orderBy: planChoice.orderBy,
      saveRate: z.coerce.number().min(0).max(1).optional(),
    }),
    response: z.object({ downloadPath: z.string(), expiresAt: timestamp }),
    rateLimit: "write",
    idempotent: true,
    tags: ["Analytics"],
  }),
  compare: defineRoute({
    method: "GET",
    path: "/analytics/churn/results/:id/compare",
    summary: "What changed against another analysis",
    policy: "analytics:read",
    params: idParams,
    query: z.object({ with: z.uuid() }),
    response: comparisonSchema,
    rateLimit: "read",
    tags: ["Analytics"],
  }),
  readNextSteps: defineRoute({
    method: "GET",
    path: "/analytics/recommendations",
    summary: "The next steps that analyses recommend, and which factors each answers",
    policy: "analytics:read",
    response: nextStepsSchema,
    rateLimit: "read",
    tags: ["Analytics"],
  }),
  writeNextSteps: defineRoute({
    method: "PUT",
    path: "/analytics/recommendations",
    summary: "Replace the company's next steps; the next analysis recommends them",
    policy: "analytics:run",
    body: z.object({ steps: z.array(nextStepSchema).max(60) }),
    response: nextStepsSchema,
    rateLimit: "write",
    tags: ["Analytics"],
  }),
  resetNextSteps: defineRoute({
    method: "DELETE",
    path: "/analytics/recommendations",
    summary: "Go back to the product's own next steps",
    policy: "analytics:run",
    response: nextStepsSchema,
    rateLimit: "write",
    tags: ["Analytics"],
  }),
};
