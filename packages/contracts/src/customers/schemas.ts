import { z } from "zod";
import { criteriaSchema } from "../criteria/schemas.ts";
import { listOf, pageQuery } from "../list.ts";
import { numberedEnum } from "../numbered-enum.ts";
import { customerScoreSchema, riskLevelSchema, scoreMovedBySchema } from "../scoring/schemas.ts";
import { timestamp } from "../shapes.ts";
import { leavingSchema } from "../track-record/schemas.ts";
import { PaymentStatus, SubscriptionStatus } from "./statuses.ts";
import { CUSTOMERS_PAGE_SIZE, attributeKinds, customerSortFields } from "./vocabulary.ts";

export const subscriptionStatusSchema = numberedEnum(SubscriptionStatus);

export const paymentStatusSchema = numberedEnum(PaymentStatus);

export const attributeKindSchema = z.enum(attributeKinds);
export const attributeValueSchema = z.union([z.string(), z.number(), z.boolean(), z.null()]);

/** A column that the company's own files brought beyond our fields. */
export const attributeDefinitionSchema = z.object({
  key: z.string(),
  label: z.string(),
  kind: attributeKindSchema,
});
export type AttributeDefinition = z.infer<typeof attributeDefinitionSchema>;

/** A customer in a list, with all that the list offers as columns. Money in major units of `currency`. */
export const customerSummarySchema = z.object({
  id: z.uuid(),
  externalId: z.string().nullable(),
  fullName: z.string(),
  email: z.string().nullable(),
  lifetimeValue: z.number().nullable(),
  monthlyRevenue: z.number().nullable(),
  /** Chance of leaving x a year of revenue, else the lifetime value, as of the score; null = one of them is not known. */
  valueAtRisk: z.number().nullable(),
  currency: z.string(),
  /** 0-100, the calibrated chance of leaving within the horizon; null is 'Not scored', never 0. */
  churnRiskScore: z.number().int().min(0).max(100).nullable(),
  churnRiskLevel: riskLevelSchema.nullable(),
  /**
   * Of 100 such customers, how many leave within so many days; the one for the horizon is the score. Null: not scored, or by
   * what says nothing of when (rules, labels without dates), or not watched for so long.
   */
  leavesWithin30: z.number().int().min(0).max(100).nullable(),
  leavesWithin60: z.number().int().min(0).max(100).nullable(),
  leavesWithin90: z.number().int().min(0).max(100).nullable(),
  /** Days until half of such customers have left; null: as above, or beyond what was watched. */
  expectedDays: z.number().int().nullable(),
  notScoredReason: z.string().nullable(),
  /** Whether the score came from a trained model or from labelled rules. */
  scoreSource: z.enum(["model", "rules"]).nullable(),
  scoredAt: timestamp.nullable(),
  topFactor: z.string().nullable(),
  tenureDisplay: z.string(),
  tenureDays: z.number().int().nullable(),
  activityStatus: z.string(),
  /** Falls back to the last login, then empty. */
  lastActivityDate: timestamp.nullable(),
  hasRecentActivity: z.boolean(),
  /** When it is charged for another term next; null: no subscription of it runs on, or its source does not say. */
  nextRenewalDate: timestamp.nullable(),
  plan: z.string().nullable(),
  subscriptionStatus: subscriptionStatusSchema.nullable(),
  paymentStatus: paymentStatusSchema.nullable(),
  /** The company's own label; null = it gave none. */
  churned: z.boolean().nullable(),
  /** By what the company counts as having left, its own label first. */
  hasLeft: z.boolean(),
  /** When; null for who has not left, and where the day is not known. */
  leftAt: timestamp.nullable(),
  createdAt: timestamp,
});
export type CustomerSummary = z.infer<typeof customerSummarySchema>;

/** All conditions hold (AND); `search` matches name, e-mail or external id. */
export const customerFilterSchema = z.object({
  search: z.string().max(200).optional(),
  conditions: criteriaSchema.default([]),
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
  .pipe(criteriaSchema);

export const customerListQuery = z.object({
  ...pageQuery(CUSTOMERS_PAGE_SIZE),
  search: z.string().max(200).optional(),
  conditions: conditionsParam.optional(),
  sort: z.enum(customerSortFields).default("churnRiskScore"),
  direction: z.enum(["asc", "desc"]).default("desc"),
  /** Keyset cursor of an earlier answer; replaces `page` for deep paging and export. */
  cursor: z.string().max(4000).optional(),
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

/** Customers by a few letters. `isSimilar`: nobody begins with them; these nearly do, the nearest first. */
export const customerSearchResponse = z.object({
  items: z.array(customerSummarySchema),
  totalCount: z.number().int(),
  isSimilar: z.boolean(),
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
  /** The newest finished analysis. */
  lastAnalysisId: z.uuid().nullable(),
  /** Lowest score (0-100) of Medium, High and Critical: the company's bands. */
  riskBands: z.object({ medium: z.number(), high: z.number(), critical: z.number() }),
  horizonDays: z.number().int(),
  /** Whether the model in use says when customers leave, and not only whether. */
  saysWhen: z.boolean(),
});
export type CustomerFacets = z.infer<typeof customerFacetsSchema>;

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
  /** When anything of it was changed last, a score aside. */
  updatedAt: timestamp,
});
export type CustomerDetail = z.infer<typeof customerDetailSchema>;

export const customerValueSourceSchema = z.object({
  /** A field as the customer's answer names it, or `attributes.<key>`. */
  field: z.string(),
  /** `ledger`: worked out from subscriptions, bills and events; `merge`: of a customer that was merged into this one. */
  source: z.enum(["import", "person", "key", "system", "ledger", "tracking", "merge", "sample", "unknown"]),
  /** Who or what it was: a file, a person, a key, a connected system's name on the wire. */
  name: z.string().nullable(),
  /** Since when the value is so, to the hour; null: not known. */
  since: timestamp.nullable(),
});
export type CustomerValueSource = z.infer<typeof customerValueSourceSchema>;

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
