import { defineRoute } from "../route.ts";
import { idParams } from "../shapes.ts";
import { explanationSchema } from "./schemas.ts";

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
