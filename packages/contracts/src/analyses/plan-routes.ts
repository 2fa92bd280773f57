import { z } from "zod";
import { defineRoute } from "../route.ts";
import { downloadLinkSchema, idParams } from "../shapes.ts";
import { contactPlanSchema, planChoice } from "./plan-schemas.ts";

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
    errors: ["invalid_state"],
    tags: ["Analytics"],
  }),
  createPlanExport: defineRoute({
    method: "POST",
    path: "/analytics/churn/results/:id/plan/exports",
    summary: "A one-time link to the customers of the plan as CSV, in its order",
    policy: "analytics:read",
    params: idParams,
    body: z.object(planChoice),
    response: downloadLinkSchema,
    rateLimit: "write",
    idempotent: true,
    errors: ["invalid_state"],
    tags: ["Analytics"],
  }),
};
