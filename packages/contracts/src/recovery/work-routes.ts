import { z } from "zod";
import { messagePreviewSchema } from "../campaigns/schemas.ts";
import { currencySchema } from "../dashboard/schemas.ts";
import { defineRoute } from "../route.ts";
import { idParams } from "../shapes.ts";
import { recoveryCaseDetailSchema, recoveryCaseSchema, recoveryRetriedSchema } from "./schemas.ts";
import {
  recoveryBannerSchema,
  recoveryPreviewInput,
  recoveryResultsSchema,
  recoverySettingsInput,
  recoverySettingsSchema,
} from "./settings-schemas.ts";

/** What is done about failed payments from here: who is written to, what is tried, and what that brought. */
export const recoveryWorkRoutes = {
  settings: defineRoute({
    method: "GET",
    path: "/recovery/settings",
    summary: "Whether messages leave and who tries failed payments again",
    policy: "recovery:read",
    response: recoverySettingsSchema,
    rateLimit: "read",
    tags: ["Recovery"],
  }),
  saveSettings: defineRoute({
    method: "PUT",
    path: "/recovery/settings",
    summary: "Switch messages and tries of our own on or off; failures from then on are worked on",
    policy: "recovery:write",
    body: recoverySettingsInput,
    response: recoverySettingsSchema,
    rateLimit: "write",
    errors: ["invalid_state"],
    tags: ["Recovery"],
  }),
  preview: defineRoute({
    method: "POST",
    path: "/recovery/messages/preview",
    summary: "A message of a sequence as the customer of a failed payment would get it. Sends nothing",
    policy: "recovery:read",
    body: recoveryPreviewInput,
    response: messagePreviewSchema,
    rateLimit: "read",
    errors: ["not_found"],
    tags: ["Recovery"],
  }),
  detail: defineRoute({
    method: "GET",
    path: "/recovery/cases/:id",
    summary: "One failed payment with all that was tried, sent and decided",
    policy: "recovery:read",
    params: idParams,
    response: recoveryCaseDetailSchema,
    rateLimit: "read",
    errors: ["not_found"],
    tags: ["Recovery"],
  }),
  sendLink: defineRoute({
    method: "POST",
    path: "/recovery/cases/:id/send-link",
    summary: "Write to the customer now, with the link by which it is settled without signing in",
    policy: "recovery:write",
    params: idParams,
    response: recoveryCaseSchema,
    rateLimit: "write",
    idempotent: true,
    errors: ["invalid_state", "not_found"],
    tags: ["Recovery"],
  }),
  retry: defineRoute({
    method: "POST",
    path: "/recovery/cases/:id/retry",
    summary: "Try once now to collect it, within the limits on tries; only where tries are ours",
    policy: "recovery:write",
    params: idParams,
    response: recoveryRetriedSchema,
    rateLimit: "write",
    idempotent: true,
    errors: ["invalid_state", "not_found"],
    tags: ["Recovery"],
  }),
  results: defineRoute({
    method: "GET",
    path: "/recovery/results",
    summary:
      "What messages add over tries alone, with its interval, and months of first failure beside one another",
    policy: "recovery:read",
    query: z.object({ currency: currencySchema.optional() }),
    response: recoveryResultsSchema,
    rateLimit: "read",
    tags: ["Recovery"],
  }),
  banner: defineRoute({
    method: "GET",
    path: "/recovery/banner",
    summary: "What your own app shows a customer whose payment failed, with the link to settle it",
    // It hands out a link that needs no sign-in, as POST /recovery/cases/:id/link does.
    policy: "recovery:write",
    query: z.object({ externalId: z.string().min(1).max(200) }),
    response: recoveryBannerSchema,
    rateLimit: "read",
    errors: ["not_found"],
    tags: ["Recovery"],
  }),
};
