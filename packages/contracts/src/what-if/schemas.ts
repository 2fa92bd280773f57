import { z } from "zod";
import { recommendationSchema } from "../next-steps/schemas.ts";
import { riskLevelSchema, scoreFactorSchema } from "../scoring/schemas.ts";

const fieldValueSchema = z.union([z.string().max(500), z.number()]);

/** A field of the customer set to a value, as `fields` of the answer names it. */
export const fieldChangeSchema = z.object({ field: z.string().max(200), value: fieldValueSchema });

const scoredSchema = z.object({
  probability: z.number(),
  score: z.number().int(),
  level: riskLevelSchema,
  /** Half width of the chance's interval in points, from how such scores turned out. */
  range: z.number().nullable(),
});

const changeableFieldSchema = z.object({
  field: z.string(),
  label: z.string(),
  kind: z.enum(["number", "choice"]),
  /** Of a choice: the values the model knows, the most common first. */
  options: z.array(z.string()),
  /** Of a number: the span nine tenths of the model's customers lie in. */
  from: z.number().nullable(),
  to: z.number().nullable(),
  /** An amount of money: it can be tried, and is never suggested. */
  isMoney: z.boolean(),
});

export const whatIfSchema = z.object({
  modelVersion: z.string(),
  horizonDays: z.number().int(),
  /** By the same model on what is recorded now; may differ from the shown score where data has come in since. */
  now: scoredSchema,
  /** With the changes, by the whole model. An association the model has learned, no proof that acting causes it. */
  expected: scoredSchema,
  /** What the company can change, with the customer's present value. */
  fields: z.array(changeableFieldSchema.extend({ value: fieldValueSchema.nullable() })),
  /** The smallest sets of changes that lower the chance most, each re-scored by the whole model. */
  suggestions: z.array(
    z.object({
      changes: z.array(
        z.object({
          field: z.string(),
          label: z.string(),
          from: fieldValueSchema.nullable(),
          to: fieldValueSchema,
        }),
      ),
      result: scoredSchema,
    }),
  ),
});
export type WhatIf = z.infer<typeof whatIfSchema>;

const totalsSchema = z.object({
  expectedLeavers: z.number(),
  /** Sum of chance x 12 months of revenue (or lifetime value), major units. */
  revenueAtRisk: z.number(),
  /** Customers per level, Low to Critical. */
  levels: z.array(z.number()),
});

/** The same with the change. What scoring a sample leaves open is a margin, half of its 95% interval; 0 = everyone was scored. */
const changedTotalsSchema = totalsSchema.extend({
  expectedLeaversMargin: z.number(),
  revenueAtRiskMargin: z.number(),
});

/** What a company-level what-if can be asked about. */
export const whatIfFieldsSchema = z.object({
  modelVersion: z.string(),
  horizonDays: z.number().int(),
  /** Learned from labels without dates: says nothing of when. */
  isUndated: z.boolean(),
  fields: z.array(changeableFieldSchema),
  /** Choices by which a group can be picked, with the values the model knows. */
  groups: z.array(z.object({ field: z.string(), label: z.string(), options: z.array(z.string()) })),
});
export type WhatIfFields = z.infer<typeof whatIfFieldsSchema>;

/** Whom a change is for: customers that meet all that is given; left out = every active customer. */
export const customerGroupSchema = z.object({
  /** By their level at the last score. */
  levels: z.array(riskLevelSchema).min(1).max(4).optional(),
  where: z.object({ field: z.string().max(200), value: z.string().max(500) }).optional(),
});

export const companyWhatIfSchema = z.object({
  modelVersion: z.string(),
  horizonDays: z.number().int(),
  currency: z.string(),
  /** Active customers that the totals stand for, and how many of them were re-scored. */
  customers: z.number().int(),
  sampled: z.number().int(),
  /** Of `customers`, those that the change is for. */
  inGroup: z.number().int(),
  /** As the customers were last scored, all of them: what the overview of that run says. */
  now: totalsSchema,
  expected: changedTotalsSchema,
});
export type CompanyWhatIf = z.infer<typeof companyWhatIfSchema>;

/** The factors and next steps of a customer, worked out when they are asked for. */
export const explanationSchema = z.object({
  /** 'rules' where no model gave the score. */
  modelVersion: z.string(),
  probability: z.number(),
  score: z.number().int(),
  /** Chance of the average customer, 0-1; with the points of all factors it is the probability. */
  baseRate: z.number(),
  factors: z.array(scoreFactorSchema),
  recommendations: z.array(recommendationSchema),
  /** False where the records have changed since the score was given: then these are the reasons of another score. */
  isOfShownScore: z.boolean(),
  /** Of which score these are, in words. */
  words: z.string(),
});
export type Explanation = z.infer<typeof explanationSchema>;
