import { z } from "zod";
import { defineRoute } from "../route.ts";
import { downloadLinkSchema, emptyResponse, idParams } from "../shapes.ts";
import { mergePreviewSchema } from "./schemas.ts";

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
  previewMerge: defineRoute({
    method: "POST",
    path: "/customers/:id/merge-preview",
    summary: "What merging another customer into this one would come to; nothing is changed",
    policy: "company:manage",
    params: idParams,
    body: z.object({ otherId: z.uuid() }),
    response: mergePreviewSchema,
    timeoutMs: 60_000,
    rateLimit: "read",
    errors: ["invalid_state"],
    tags: ["Customers"],
  }),
  merge: defineRoute({
    method: "POST",
    path: "/customers/:id/merge",
    summary:
      "Merge another customer into this one: what is the other's becomes this one's, whose empty values are filled; the other's id, external id and e-mail address lead here from then on",
    policy: "company:manage",
    params: idParams,
    body: z.object({
      otherId: z.uuid(),
      /** The name of the other, which goes. */
      typedName: z.string().trim().max(500),
    }),
    response: emptyResponse,
    timeoutMs: 60_000,
    rateLimit: "write",
    idempotent: true,
    errors: ["invalid_state"],
    tags: ["Customers"],
  }),
};
