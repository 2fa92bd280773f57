import { defineRoute } from "../route.ts";
import { idParams } from "../shapes.ts";
import { billingSchema, customerUseSchema } from "./schemas.ts";

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
  use: defineRoute({
    method: "GET",
    path: "/customers/:id/use",
    summary:
      "What product events say of a customer's use: when it was last seen, twelve weeks, and what it used most",
    policy: "customers:read",
    params: idParams,
    response: customerUseSchema,
    rateLimit: "read",
    tags: ["Customers"],
  }),
};
