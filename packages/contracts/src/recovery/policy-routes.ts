import { defineRoute } from "../route.ts";
import { recoveryPoliciesSchema, recoveryPolicySchema, replaySchema } from "./policy-schemas.ts";

export const recoveryPolicyRoutes = {
  get: defineRoute({
    method: "GET",
    path: "/recovery/policy",
    summary: "What happens after a payment failed: the policy in use, the draft, earlier versions",
    policy: "recovery:read",
    response: recoveryPoliciesSchema,
    rateLimit: "read",
    tags: ["Recovery"],
  }),
  save: defineRoute({
    method: "PUT",
    path: "/recovery/policy/draft",
    summary: "Save a draft; nothing follows it until it is put into use",
    policy: "recovery:write",
    body: recoveryPolicySchema,
    response: recoveryPoliciesSchema,
    rateLimit: "write",
    tags: ["Recovery"],
  }),
  use: defineRoute({
    method: "POST",
    path: "/recovery/policy/use",
    summary: "Put the draft into use from now on; the one before stays as an earlier version",
    policy: "recovery:write",
    response: recoveryPoliciesSchema,
    rateLimit: "write",
    idempotent: true,
    errors: ["invalid_state"],
    tags: ["Recovery"],
  }),
  replay: defineRoute({
    method: "POST",
    path: "/recovery/replay",
    summary:
      "The last 90 days of failed payments through a policy: what it would have tried and sent. Sends nothing",
    policy: "recovery:read",
    body: recoveryPolicySchema,
    response: replaySchema,
    rateLimit: "read",
    tags: ["Recovery"],
  }),
};
