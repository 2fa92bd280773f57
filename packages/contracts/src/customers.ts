import { z } from "zod";
import {
  operatorSchema,
  paymentStatusSchema,
  riskLevelSchema,
  subscriptionStatusSchema,
} from "./enumerations.ts";
import { idParams, listOf, pageQuery, timestamp } from "./list.ts";
import { defineRoute } from "./route.ts";
import { leavingSchema } from "./track-record.ts";

export const CUSTOMERS_PAGE_SIZE = 25;
/** Totals are exact to here; beyond it a filtered view's total is an estimate and marked so (issue: customers page). */
export const EXACT_COUNT_LIMIT = 10_000;

export const attributeKinds = ["text", "number", "boolean", "date", "money"] as const;
export const attributeKindSchema = z.enum(attributeKinds);
export const attributeValueSchema = z.union([z.string(), z.number(), z.boolean(), z.null()]);

/** A column that the company's own files brought beyond our fields. */
export const attributeDefinitionSchema = z.object({
  key: z.string(),
  label: z.string(),
  kind: attributeKindSchema,
});
export type AttributeDefinition = z.infer<typeof attributeDefinitionSchema>;

/** Spec section 3 'Customer summary', plus what the list offers as columns. Money in major units of `currency`. */
export const customerSummarySchema = z.object({
  id: z.uuid(),
  externalId: z.string().nullable(),
  fullName: z.string(),
  email: z.string().nullable(),
  lifetimeValue: z.number().nullable(),
  monthlyRevenue: z.number().nullable(),
  currency: z.string(),
  /** 0-100, the calibrated chance of leaving within the horizon; null is 'Not scored', never 0 (decision 3). */
  churnRiskScore: z.number().int().min(0).max(100).nullable(),
  churnRiskLevel: riskLevelSchema.nullable(),
  notScoredReason: z.string().nullable(),
  /** Whether the score came from a trained model or from labelled rules. */
  scoreSource: z.enum(["model", "rules"]).nullable(),
  scoredAt: timestamp.nullable(),
  topFactor: z.string().nullable(),
  tenureDisplay: z.string(),
  tenureDays: z.number().int().nullable(),
  activityStatus: z.string(),
  /** Falls back to the last login, then empty (spec section 3). */
  lastActivityDate: timestamp.nullable(),
  hasRecentActivity: z.boolean(),
  plan: z.string().nullable(),
  subscriptionStatus: subscriptionStatusSchema.nullable(),
  paymentStatus: paymentStatusSchema.nullable(),
  /** The company's own label; null = it gave none. */
  churned: z.boolean().nullable(),
  /** By what the company counts as having left, its own label first. */
  hasLeft: z.boolean(),
  createdAt: timestamp,
});
export type CustomerSummary = z.infer<typeof customerSummarySchema>;

export const customerSortFields = [
  "churnRiskScore",
  "fullName",
  "email",
  "lifetimeValue",
  "monthlyRevenue",
  "plan",
  "subscriptionStatus",
  "tenure",
  "lastActivity",
  "createdAt",
] as const;
export type CustomerSortField = (typeof customerSortFields)[number];

/** One condition: a field of the summary or `attributes.<key>`, an operator of the spec, a value (a list for In / NotIn). */
export const customerConditionSchema = z.object({
  field: z.string().min(1).max(200),
  operator: operatorSchema,
  value: z.union([
    z.string().max(500),
    z.number(),
    z.boolean(),
    z.null(),
    z.array(z.union([z.string().max(500), z.number(), z.boolean()])).max(100),
  ]),
});
export type CustomerCondition = z.infer<typeof customerConditionSchema>;

/** All conditions hold (AND); `search` matches name, e-mail or external id. */
export const customerFilterSchema = z.object({
  search: z.string().max(200).optional(),
  conditions: z.array(customerConditionSchema).max(20).default([]),
});
export type CustomerFilter = z.infer<typeof customerFilterSchema>;

/** In a URL the conditions travel as one JSON text. */
const conditionsParam = z
  .string()
  .max(8000)
  .transform((text, ctx) => {
    try {
      return JSON.parse(text) as unknown;
    } catch {
      ctx.addIssue({ code: "custom", message: "Filters are not valid JSON" });
      return z.NEVER;
    }
  })
  .pipe(z.array(customerConditionSchema).max(20));

export const customerListQuery = z.object({
  ...pageQuery(CUSTOMERS_PAGE_SIZE),
  search: z.string().max(200).optional(),
  conditions: conditionsParam.optional(),
  sort: z.enum(customerSortFields).default("churnRiskScore"),
  direction: z.enum(["asc", "desc"]).default("desc"),
  /** Keyset cursor of an earlier answer; replaces `page` for deep paging and export (decision 9). */
  cursor: z.string().max(500).optional(),
});

/** Either listed ids or everything a filter matches, less some: no list of ids grows past the body limit. */
export const customerSelectionSchema = z.union([
  z.object({ customerIds: z.array(z.uuid()).min(1).max(10_000) }),
  z.object({ filter: customerFilterSchema, exceptIds: z.array(z.uuid()).max(10_000).default([]) }),
]);
export type CustomerSelection = z.infer<typeof customerSelectionSchema>;

export const customerListResponse = listOf(customerSummarySchema).extend({
  totalCountIsEstimate: z.boolean(),
  nextCursor: z.string().nullable(),
});

export const customerFacetsSchema = z.object({
  totalCount: z.number().int(),
  plans: z.array(z.object({ plan: z.string(), count: z.number().int() })),
  riskLevels: z.array(z.object({ level: riskLevelSchema.nullable(), count: z.number().int() })),
  subscriptionStatuses: z.array(
    z.object({ status: subscriptionStatusSchema.nullable(), count: z.number().int() }),
  ),
  attributes: z.array(attributeDefinitionSchema),
  lastScoredAt: timestamp.nullable(),
  /** Lowest score (0-100) of Medium, High and Critical: the company's bands. */
  riskBands: z.object({ medium: z.number(), high: z.number(), critical: z.number() }),
  horizonDays: z.number().int(),
});
export type CustomerFacets = z.infer<typeof customerFacetsSchema>;

export const scoreFactorSchema = z.object({
  feature: z.string(),
  label: z.string(),
  /** The customer's own value in words: "3 in the last 30 days, was 22". */
  evidence: z.string(),
  /** Percentage points on the shown probability; base rate + all points = the score (to 0.1). */
  points: z.number(),
});
export type ScoreFactor = z.infer<typeof scoreFactorSchema>;

export const recommendationSchema = z.object({
  code: z.string(),
  title: z.string(),
  detail: z.string(),
  /** The factor it answers. */
  feature: z.string().nullable(),
  /** Measured effect for similar customers, or null: 'untested'. */
  measuredEffect: z.string().nullable(),
});
export type Recommendation = z.infer<typeof recommendationSchema>;

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

export const customerDetailSchema = customerSummarySchema.extend({
  startedAt: timestamp.nullable(),
  endedAt: timestamp.nullable(),
  attributes: z.array(attributeDefinitionSchema.extend({ value: attributeValueSchema })),
  score: customerScoreSchema.nullable(),
  /** Earlier scores, oldest first. */
  scoreHistory: z.array(
    z.object({
      scoredAt: timestamp,
      score: z.number(),
      level: riskLevelSchema,
      /** Null for rules. */
      modelVersion: z.string().nullable(),
      /**
       * What moved it by five points or more against the one before; the points add up to the change. Null: a smaller
       * change, or one of the two scores was kept without factors.
       */
      movedBy: z.array(scoreMovedBySchema).nullable(),
    }),
  ),
  /** Of a customer that has left on a known day: what the score had said. Null for the others. */
  leaving: leavingSchema.nullable(),
  eventCount: z.number().int(),
});
export type CustomerDetail = z.infer<typeof customerDetailSchema>;

export const customerEventSchema = z.object({
  id: z.uuid(),
  type: z.string(),
  title: z.string(),
  detail: z.string().nullable(),
  amount: z.number().nullable(),
  currency: z.string().nullable(),
  occurredAt: timestamp,
});
export type CustomerEvent = z.infer<typeof customerEventSchema>;

export const customerRoutes = {
  list: defineRoute({
    method: "GET",
    path: "/customers",
    summary: "Customers, filtered, sorted and paged",
    policy: "customers:read",
    query: customerListQuery,
    response: customerListResponse,
    rateLimit: "read",
    tags: ["Customers"],
  }),
  facets: defineRoute({
    method: "GET",
    path: "/customers/facets",
    summary: "Counts by plan, risk level and subscription, the company's own attributes and risk bands",
    policy: "customers:read",
    response: customerFacetsSchema,
    rateLimit: "read",
    tags: ["Customers"],
  }),
  get: defineRoute({
    method: "GET",
    path: "/customers/:id",
    summary: "One customer with its score, factors and attributes",
    policy: "customers:read",
    params: idParams,
    response: customerDetailSchema,
    rateLimit: "read",
    tags: ["Customers"],
  }),
  events: defineRoute({
    method: "GET",
    path: "/customers/:id/events",
    summary: "A customer's timeline, newest first",
    policy: "customers:read",
    params: idParams,
    query: z.object({ ...pageQuery(20), type: z.string().max(60).optional() }),
    response: listOf(customerEventSchema),
    rateLimit: "read",
    tags: ["Customers"],
  }),
  selectionSummary: defineRoute({
    method: "POST",
    path: "/customers/selection-summary",
    summary: "How many customers a selection holds and what they are worth",
    policy: "customers:read",
    body: customerSelectionSchema,
    response: z.object({ count: z.number().int(), lifetimeValue: z.number(), currency: z.string() }),
    rateLimit: "read",
    tags: ["Customers"],
  }),
  createExport: defineRoute({
    method: "POST",
    path: "/customers/exports",
    summary: "A one-time link that streams the chosen customers as CSV, every row, no cap",
    policy: "customers:read",
    body: z.object({
      selection: customerSelectionSchema,
      columns: z.array(z.string().max(200)).max(500).optional(),
    }),
    response: z.object({ downloadPath: z.string(), expiresAt: timestamp }),
    rateLimit: "write",
    idempotent: true,
    tags: ["Customers"],
  }),
};
