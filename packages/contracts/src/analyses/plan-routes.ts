import { z } from "zod";
import { nextStepSchema, nextStepsSchema } from "../next-steps/schemas.ts";
import { defineRoute } from "../route.ts";
import { downloadLinkSchema, idParams } from "../shapes.ts";
import { comparisonSchema } from "./comparison-schemas.ts";
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
    tags: ["Analytics"],
  }),
  createReport: defineRoute({
    method: "POST",
    path: "/analytics/churn/results/:id/reports",
    summary:
      "A one-time link to the analysis as a PDF: quality, levels, drivers, and a plan with its customers",
    policy: "analytics:read",
    params: idParams,
    body: z.object({
      contacts: planChoice.contacts.default(25),
      orderBy: planChoice.orderBy,
      saveRate: z.coerce.number().min(0).max(1).optional(),
    }),
    response: downloadLinkSchema,
    rateLimit: "write",
    idempotent: true,
    tags: ["Analytics"],
  }),
  compare: defineRoute({
    method: "GET",
    path: "/analytics/churn/results/:id/compare",
    summary: "What changed against another analysis",
    policy: "analytics:read",
    params: idParams,
    query: z.object({ with: z.uuid() }),
    response: comparisonSchema,
    rateLimit: "read",
    tags: ["Analytics"],
  }),
  readNextSteps: defineRoute({
    method: "GET",
    path: "/analytics/recommendations",
    summary: "The next steps that analyses recommend, and which factors each answers",
    policy: "analytics:read",
    response: nextStepsSchema,
    rateLimit: "read",
    tags: ["Analytics"],
  }),
  writeNextSteps: defineRoute({
    method: "PUT",
    path: "/analytics/recommendations",
    summary: "Replace the company's next steps; the next analysis recommends them",
    policy: "analytics:run",
    body: z.object({ steps: z.array(nextStepSchema).max(60) }),
    response: nextStepsSchema,
    rateLimit: "write",
    tags: ["Analytics"],
  }),
  resetNextSteps: defineRoute({
    method: "DELETE",
    path: "/analytics/recommendations",
    summary: "Go back to the product's own next steps",
    policy: "analytics:run",
    response: nextStepsSchema,
    rateLimit: "write",
    tags: ["Analytics"],
  }),
};
