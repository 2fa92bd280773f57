import { z } from "zod";
import { defineRoute } from "../route.ts";
import { idParams } from "../shapes.ts";
import { bulkActionInput, bulkActionSchema } from "./schemas.ts";

export const bulkActionRoutes = {
  list: defineRoute({
    method: "GET",
    path: "/customers/bulk-actions",
    summary: "What was done with many customers at once in the last days, newest first",
    policy: "customers:read",
    response: z.object({ items: z.array(bulkActionSchema) }),
    rateLimit: "read",
    tags: ["Customers"],
  }),
  get: defineRoute({
    method: "GET",
    path: "/customers/bulk-actions/:id",
    summary: "How far an action on many customers has come",
    policy: "customers:read",
    params: idParams,
    response: bulkActionSchema,
    rateLimit: "read",
    tags: ["Customers"],
  }),
  start: defineRoute({
    method: "POST",
    path: "/customers/bulk-actions",
    summary: "Tag, untag or assign a selection of any size, as a job",
    policy: "customers:write",
    body: bulkActionInput,
    response: bulkActionSchema,
    status: 201,
    rateLimit: "write",
    idempotent: true,
    errors: ["invalid_state"],
    tags: ["Customers"],
  }),
  resume: defineRoute({
    method: "POST",
    path: "/customers/bulk-actions/:id/resume",
    summary: "Go on with an action that stopped, where it stopped",
    policy: "customers:write",
    params: idParams,
    response: bulkActionSchema,
    rateLimit: "write",
    idempotent: true,
    errors: ["invalid_state"],
    tags: ["Customers"],
  }),
  undo: defineRoute({
    method: "POST",
    path: "/customers/bulk-actions/:id/undo",
    summary: "Take an action back for every customer that it changed, and that nobody has changed since",
    policy: "customers:write",
    params: idParams,
    response: bulkActionSchema,
    rateLimit: "write",
    idempotent: true,
    errors: ["invalid_state"],
    tags: ["Customers"],
  }),
};
