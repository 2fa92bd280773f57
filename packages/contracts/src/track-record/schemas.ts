import { z } from "zod";
import { churnRuleSchema } from "../outcomes/schemas.ts";
import { riskLevelSchema } from "../scoring/schemas.ts";
import { timestamp } from "../shapes.ts";
import { feedbackCountsSchema } from "./feedback-schemas.ts";

/** A share that came to pass, with its 95% interval (Wilson). */
const sharedOutcome = {
  scored: z.number().int(),
  left: z.number().int(),
  /** left / scored, 0-1; null where nobody was scored so. */
  share: z.number().nullable(),
  lower: z.number().nullable(),
  upper: z.number().nullable(),
};

export const trackRecordSchema = z.object({
  /** Days after a score within which leaving counts, as the company asks now; earlier scores keep theirs. */
  horizonDays: z.number().int(),
  /** What the company calls having left now; earlier scores are judged by what it was when they were given. */
  churn: churnRuleSchema,
  /** Scores whose outcome is known, one per customer and month. */
  matured: z.number().int(),
  /** Of those, scores that came from rules and not from a model. */
  byRules: z.number().int(),
  /** Customers whose newest score still waits for its outcome, and when the first of them is known. */
  waiting: z.number().int(),
  nextKnownAt: timestamp.nullable(),
  /** The newest scores whose horizon has passed, one per customer: the days between which they were given. */
  latest: z
    .object({
      /** What these scores promised. */
      churn: churnRuleSchema,
      horizonDays: z.number().int(),
      scoredFrom: timestamp,
      scoredTo: timestamp,
      customers: z.number().int(),
      left: z.number().int(),
      /** Mean chance the scores gave, 0-1: what was expected. */
      meanProbability: z.number(),
      levels: z.array(
        z.object({ level: riskLevelSchema, meanProbability: z.number().nullable(), ...sharedOutcome }),
      ),
      /** In a sentence: 'Of 212 customers scored Critical on Mar 3, 2026, 141 left within 90 days (66%).' Null where nobody was. */
      sentence: z.string().nullable(),
      /** Leavers whose score was Low or Medium: missed. The highest value first, at most 20 named. */
      missed: z.object({
        count: z.number().int(),
        customers: z.array(
          z.object({
            customerId: z.uuid(),
            name: z.string(),
            score: z.number().int(),
            level: riskLevelSchema,
            scoredAt: timestamp,
          }),
        ),
      }),
    })
    .nullable(),
  /** Per calendar month (UTC) in which scores were given and by what they promised, oldest first, the last 24. */
  months: z.array(
    z.object({
      month: z.string(),
      churn: churnRuleSchema,
      horizonDays: z.number().int(),
      meanProbability: z.number(),
      missed: z.number().int(),
      ...sharedOutcome,
    }),
  ),
  /** What people who know the customers said of scores; verdicts that nobody gave are left out. */
  feedback: feedbackCountsSchema,
});
export type TrackRecord = z.infer<typeof trackRecordSchema>;

/** What the scores said of a customer that has left. */
export const leavingSchema = z.object({
  leftAt: timestamp,
  /** The score in force so many days before; only those there were. */
  before: z.array(
    z.object({
      daysBefore: z.number().int(),
      scoredAt: timestamp,
      score: z.number(),
      level: riskLevelSchema,
    }),
  ),
  /** True: there were scores, and none of them was High or Critical. Null: nobody had scored this customer. */
  missed: z.boolean().nullable(),
  sentence: z.string(),
});
export type Leaving = z.infer<typeof leavingSchema>;
