import { z } from "zod";
import { defineRoute } from "../route.ts";
import { downloadLinkSchema, emptyResponse, idParams } from "../shapes.ts";

export const customerDataRoutes = {
  createExport: defineRoute({
    method: "POST",
    path: "/customers/:id/exports",
    summary: "A one-time link to everything that is kept of one customer, as JSON",
    policy: "customers:write",
    params: idParams,
    response: downloadLinkSchema,
    rateLimit: "write",
    idempotent: true,
    tags: ["Customers"],
  }),
  erase: defineRoute({
    method: "POST",
    path: "/customers/:id/erase",
    summary:
      "Erase one customer from every table and file, its revenue of the past included; what was done stays in the audit log, without the customer",
    policy: "company:manage",
    params: idParams,
    /** The customer's name as its page shows it. */
    body: z.object({ typedName: z.string().trim().max(500) }),
    response: emptyResponse,
    timeoutMs: 60_000,
    rateLimit: "write",
    idempotent: true,
    errors: ["invalid_state"],
    tags: ["Customers"],
  }),
};
