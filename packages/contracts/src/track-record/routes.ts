import { z } from "zod";
import { defineRoute } from "../route.ts";
import { idParams } from "../shapes.ts";
import { scoreFeedbackInput, scoreFeedbackSchema } from "./feedback-schemas.ts";
import { trackRecordSchema } from "./schemas.ts";

export const trackRecordRoutes = {
  get: defineRoute({
    method: "GET",
    path: "/analytics/churn/track-record",
    summary:
      "What became of the customers that were scored: shares by level, calibration by month, missed leavers",
    policy: "analytics:read",
    response: trackRecordSchema,
    rateLimit: "read",
    tags: ["Analytics"],
  }),
  listFeedback: defineRoute({
    method: "GET",
    path: "/customers/:id/score-feedback",
    summary: "What people said of a customer's scores, newest first",
    policy: "customers:read",
    params: idParams,
    response: z.object({ items: z.array(scoreFeedbackSchema) }),
    rateLimit: "read",
    tags: ["Customers"],
  }),
  sayOfScore: defineRoute({
    method: "PUT",
    path: "/customers/:id/score-feedback",
    summary: "Say that the score in force is right, too high or too low, and why; the track record counts it",
    policy: "customers:write",
    params: idParams,
    body: scoreFeedbackInput,
    response: scoreFeedbackSchema,
    rateLimit: "write",
    errors: ["invalid_state"],
    tags: ["Customers"],
  }),
};
