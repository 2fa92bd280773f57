import { z } from "zod";
import { defineRoute } from "../route.ts";
import { emptyResponse, idParams } from "../shapes.ts";
import { stepCode, stepDoneSchema, stepEffectSchema } from "./schemas.ts";

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
