import { z } from "zod";
import { emptyResponse, idParams, timestamp } from "./list.ts";
import { measuredSchema } from "./model-quality.ts";
import { defineRoute } from "./route.ts";

const stepCode = z.string().regex(/^[a-z0-9_]{1,60}$/);

/** A next step that somebody took with a customer. */
export const stepDoneSchema = z.object({
  id: z.uuid(),
  code: stepCode,
  title: z.string(),
  doneAt: timestamp,
  doneBy: z.string(),
});
export type StepDone = z.infer<typeof stepDoneSchema>;

/** What became of customers with whom a step was taken, against similar ones with whom it was not. */
export const stepEffectSchema = z.object({
  code: stepCode,
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

export const stepsDoneRoutes = {
  list: defineRoute({
    method: "GET",
    path: "/customers/:id/next-steps",
    summary: "Next steps taken with a customer, newest first",
    policy: "customers:read",
    params: idParams,
    response: z.object({ items: z.array(stepDoneSchema) }),
    rateLimit: "read",
    tags: ["Customers"],
  }),
  mark: defineRoute({
    method: "POST",
    path: "/customers/:id/next-steps",
    summary: "A next step was taken: it stands on the timeline, and its effect is measured from now on",
    policy: "customers:write",
    params: idParams,
    body: z.object({ code: stepCode }),
    response: stepDoneSchema,
    status: 201,
    rateLimit: "write",
    idempotent: true,
    tags: ["Customers"],
  }),
  unmark: defineRoute({
    method: "DELETE",
    path: "/customers/:id/next-steps/:stepId",
    summary: "It was not taken after all: off the timeline and out of the measuring",
    policy: "customers:write",
    params: idParams.extend({ stepId: z.uuid() }),
    response: emptyResponse,
    rateLimit: "write",
    tags: ["Customers"],
  }),
  effects: defineRoute({
    method: "GET",
    path: "/analytics/recommendations/effects",
    summary: "What became of customers with whom each step was taken, against similar ones without it",
    policy: "analytics:read",
    response: z.object({ items: z.array(stepEffectSchema) }),
    rateLimit: "read",
    tags: ["Analytics"],
  }),
};
