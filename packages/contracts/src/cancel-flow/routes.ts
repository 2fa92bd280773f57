import { z } from "zod";
import { listOf } from "../list.ts";
import { defineRoute } from "../route.ts";
import { idParams } from "../shapes.ts";
import {
  cancelDecisionInput,
  cancelFlowSavedSchema,
  cancelFlowSchema,
  cancelReasonInput,
  cancelResultsSchema,
  cancelSeenSchema,
  cancelSessionInput,
  cancelSessionMadeSchema,
  cancelSessionSchema,
  cancelSessionsQuery,
  cancelSettleInput,
} from "./schemas.ts";

const tags = ["Cancel flow"];
const tokenParams = z.object({
  token: z
    .string()
    .min(20)
    .max(200)
    .regex(/^[\w-]+$/),
});

/** What customers who want to leave are asked and offered, and what came of it. */
export const cancelFlowRoutes = {
  get: defineRoute({
    method: "GET",
    path: "/cancel-flow",
    summary: "The reasons that are asked for, and what is offered for each",
    policy: "recovery:read",
    response: cancelFlowSavedSchema,
    rateLimit: "read",
    tags,
  }),
  save: defineRoute({
    method: "PUT",
    path: "/cancel-flow",
    summary:
      "Change the reasons and offers, or switch the flow on or off; who is in the middle of it sees them next",
    policy: "recovery:write",
    body: cancelFlowSchema,
    response: cancelFlowSavedSchema,
    rateLimit: "write",
    tags,
  }),
  start: defineRoute({
    method: "POST",
    path: "/cancel-flow/sessions",
    summary: "Lead a customer to it: a link good for a day, for this customer alone",
    policy: "recovery:write",
    body: cancelSessionInput,
    response: cancelSessionMadeSchema,
    rateLimit: "write",
    errors: ["not_found", "invalid_state"],
    tags,
  }),
  sessions: defineRoute({
    method: "GET",
    path: "/cancel-flow/sessions",
    summary: "What customers decided: what is to be done, or all of it",
    policy: "recovery:read",
    query: cancelSessionsQuery,
    response: listOf(cancelSessionSchema),
    rateLimit: "read",
    tags,
  }),
  session: defineRoute({
    method: "GET",
    path: "/cancel-flow/sessions/:id",
    summary: "What one customer said and decided, for the app that led them there",
    policy: "recovery:read",
    params: idParams,
    response: cancelSessionSchema,
    rateLimit: "read",
    errors: ["not_found"],
    tags,
  }),
  settle: defineRoute({
    method: "POST",
    path: "/cancel-flow/sessions/:id/settle",
    summary: "Say that it is done: the offer stands, or the subscription ends on a day",
    policy: "recovery:write",
    params: idParams,
    body: cancelSettleInput,
    response: cancelSessionSchema,
    rateLimit: "write",
    idempotent: true,
    errors: ["not_found", "invalid_state"],
    tags,
  }),
  results: defineRoute({
    method: "GET",
    path: "/cancel-flow/results",
    summary: "By offer who took it and who was still there 90 days after; by reason what became of it",
    policy: "recovery:read",
    response: cancelResultsSchema,
    rateLimit: "read",
    tags,
  }),
};

/** For whoever holds the link, without signing in; the same calls draw it inside a company's own page, of whatever site. */
export const cancelSessionRoutes = {
  look: defineRoute({
    method: "GET",
    path: "/cancel-sessions/:token",
    summary: "What is asked, what was said so far, and what is offered for it",
    policy: "public",
    params: tokenParams,
    response: cancelSeenSchema,
    rateLimit: "unsubscribe",
    anyOrigin: true,
    errors: ["not_found"],
    tags,
  }),
  say: defineRoute({
    method: "POST",
    path: "/cancel-sessions/:token/reason",
    summary: "Say why; answered with what is offered for it",
    policy: "public",
    params: tokenParams,
    body: cancelReasonInput,
    response: cancelSeenSchema,
    rateLimit: "unsubscribe",
    anyOrigin: true,
    errors: ["not_found", "invalid_state"],
    tags,
  }),
  decide: defineRoute({
    method: "POST",
    path: "/cancel-sessions/:token/decide",
    summary: "Take the offer, cancel, or keep it as it is; cancelling needs no reason",
    policy: "public",
    params: tokenParams,
    body: cancelDecisionInput,
    response: cancelSeenSchema,
    rateLimit: "unsubscribe",
    anyOrigin: true,
    errors: ["not_found", "invalid_state"],
    tags,
  }),
};
