import { defineRoute } from "../route.ts";
import { idParams } from "../shapes.ts";
import { billingSchema } from "./schemas.ts";

export const billingRoutes = {
  get: defineRoute({
    method: "GET",
    path: "/customers/:id/billing",
    summary: "What a customer is charged, what is open, and its newest bills with the tries to collect them",
    policy: "customers:read",
    params: idParams,
    response: billingSchema,
    rateLimit: "read",
    tags: ["Customers"],
  }),
};
