import { z } from "zod";
import { listOf } from "../list.ts";
import { defineRoute } from "../route.ts";
import { idParams, timestamp } from "../shapes.ts";
import {
  recoveryCaseSchema,
  recoveryCasesQuery,
  recoveryMarkInput,
  recoveryQuery,
  recoverySchema,
} from "./schemas.ts";

export const recoveryRoutes = {
  get: defineRoute({
    method: "GET",
    path: "/recovery",
    summary: "Payments that failed first in a month and what became of them, by class and reason",
    policy: "recovery:read",
    query: recoveryQuery,
    response: recoverySchema,
    rateLimit: "read",
    tags: ["Recovery"],
  }),
  cases: defineRoute({
    method: "GET",
    path: "/recovery/cases",
    summary: "Failed payments one by one: the queue of open ones, or the rows behind a number",
    policy: "recovery:read",
    query: recoveryCasesQuery,
    response: listOf(recoveryCaseSchema).extend({
      /** Of all that match, in major units, by currency. */
      totals: z.array(z.object({ currency: z.string(), amount: z.number(), recovered: z.number() })),
    }),
    rateLimit: "read",
    tags: ["Recovery"],
  }),
  pause: defineRoute({
    method: "POST",
    path: "/recovery/cases/:id/pause",
    summary: "Leave a failed payment alone until somebody says otherwise",
    policy: "recovery:write",
    params: idParams,
    response: recoveryCaseSchema,
    rateLimit: "write",
    idempotent: true,
    errors: ["invalid_state"],
    tags: ["Recovery"],
  }),
  resume: defineRoute({
    method: "POST",
    path: "/recovery/cases/:id/resume",
    summary: "Go on with a paused one",
    policy: "recovery:write",
    params: idParams,
    response: recoveryCaseSchema,
    rateLimit: "write",
    idempotent: true,
    errors: ["invalid_state"],
    tags: ["Recovery"],
  }),
  mark: defineRoute({
    method: "POST",
    path: "/recovery/cases/:id/mark",
    summary: "Say that it was paid elsewhere, or is written off; what the ledger hears later goes before it",
    policy: "recovery:write",
    params: idParams,
    body: recoveryMarkInput,
    response: recoveryCaseSchema,
    rateLimit: "write",
    idempotent: true,
    errors: ["invalid_state"],
    tags: ["Recovery"],
  }),
  link: defineRoute({
    method: "POST",
    path: "/recovery/cases/:id/link",
    summary:
      "A link by which the customer settles it without signing in; good for 30 days and this payment alone",
    policy: "recovery:write",
    params: idParams,
    response: z.object({ url: z.string(), expiresAt: timestamp }),
    rateLimit: "write",
    errors: ["invalid_state"],
    tags: ["Recovery"],
  }),
  unmark: defineRoute({
    method: "POST",
    path: "/recovery/cases/:id/unmark",
    summary: "Take that back: the case stands where the ledger has it",
    policy: "recovery:write",
    params: idParams,
    response: recoveryCaseSchema,
    rateLimit: "write",
    idempotent: true,
    errors: ["invalid_state"],
    tags: ["Recovery"],
  }),
};
