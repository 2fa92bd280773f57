import { z } from "zod";
import { measuredSchema } from "../measured.ts";
import { timestamp } from "../shapes.ts";

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

export type NextSteps = z.infer<typeof nextStepsSchema>;

export const stepCodeSchema = z.string().regex(/^[a-z0-9_]{1,60}$/);

/** A next step that somebody took with a customer. */
export const stepDoneSchema = z.object({
  id: z.uuid(),
  code: stepCodeSchema,
  title: z.string(),
  doneAt: timestamp,
  doneBy: z.string(),
});
export type StepDone = z.infer<typeof stepDoneSchema>;

/** The last step taken with a customer that still counts: since the score, or lately enough to have had no time to show. */
export const stepTakenSchema = stepDoneSchema.pick({ title: true, doneAt: true });
export type StepTaken = z.infer<typeof stepTakenSchema>;

/** What became of customers with whom a step was taken, against similar ones with whom it was not. */
export const stepEffectSchema = z.object({
  code: stepCodeSchema,
  title: z.string(),
  /** Times it was marked as done. */
  done: z.number().int(),
  /** Of these, customers whose outcome is known: the horizon of the score before it has passed. */
  known: z.number().int(),
  /** In a sentence; what recommendations show. Null: never done. */
  words: z.string().nullable(),
  /** Null while too few outcomes are known. */
  measured: z
    .object({
      /** Similar customers with whom it was not done: same analysis, same level, same step recommended. */
      others: z.number().int(),
      leftDone: z.number(),
      leftOthers: z.number(),
      /** Done minus others, 0-1: below 0 fewer left. */
      difference: measuredSchema,
    })
    .nullable(),
});
export type StepEffect = z.infer<typeof stepEffectSchema>;
