import { z } from "zod";
import { defineRoute } from "../route.ts";
import { emptyResponse, idParams } from "../shapes.ts";
import { customerViewInput, customerViewSchema, customerViewUpdate } from "./schemas.ts";

export const customerViewRoutes = {
  list: defineRoute({
    method: "GET",
    path: "/customer-views",
    summary: "Saved views of the customers list: mine and the team's",
    policy: "customers:read",
    response: z.object({ items: z.array(customerViewSchema) }),
    rateLimit: "read",
    peopleOnly: true,
    tags: ["Customers"],
  }),
  create: defineRoute({
    method: "POST",
    path: "/customer-views",
    summary: "Save a view of the customers list; who may write customers can share it with the team",
    policy: "customers:read",
    body: customerViewInput,
    response: customerViewSchema,
    status: 201,
    rateLimit: "write",
    idempotent: true,
    peopleOnly: true,
    errors: ["invalid_state"],
    tags: ["Customers"],
  }),
  change: defineRoute({
    method: "PUT",
    path: "/customer-views/:id",
    summary:
      "Change a saved view: its name, whose it is, what it shows; the team's by who may write customers",
    policy: "customers:read",
    params: idParams,
    body: customerViewUpdate,
    response: customerViewSchema,
    rateLimit: "write",
    peopleOnly: true,
    errors: ["conflict"],
    tags: ["Customers"],
  }),
  delete: defineRoute({
    method: "DELETE",
    path: "/customer-views/:id",
    summary: "Remove a saved view; the team's by who may write customers",
    policy: "customers:read",
    params: idParams,
    response: emptyResponse,
    rateLimit: "write",
    peopleOnly: true,
    tags: ["Customers"],
  }),
};
