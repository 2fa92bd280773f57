import { z } from "zod";
import { recommendationSchema, scoreFactorSchema } from "./customers.ts";
import { idParams } from "./list.ts";
import { defineRoute } from "./route.ts";

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

export const explanationRoutes = {
  get: defineRoute({
    method: "GET",
    path: "/analytics/customers/:id/explanation",
    summary: "Factors and next steps of a customer's score, worked out now by what gave the score",
    policy: "analytics:read",
    params: idParams,
    response: explanationSchema,
    rateLimit: "read",
    tags: ["Analytics"],
  }),
};
