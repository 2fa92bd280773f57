import { z } from "zod";
import { defineRoute } from "../route.ts";
import { emptyResponse } from "../shapes.ts";
import { confirmTwoFactorBody, ownPasswordBody, twoFactorProofBody } from "./schemas.ts";

export const twoFactorRoutes = {
  getTwoFactor: defineRoute({
    method: "GET",
    path: "/account/two-factor",
    summary: "Whether two-factor is on",
    policy: "authenticated",
    response: z.object({ enabled: z.boolean(), recoveryCodesLeft: z.number().int() }),
    rateLimit: "read",
    tags: ["Account"],
  }),
  startTwoFactor: defineRoute({
    method: "POST",
    path: "/account/two-factor/start",
    summary: "A new secret for the authenticator app; not on until confirmed",
    policy: "authenticated",
    body: ownPasswordBody,
    response: z.object({ secret: z.string(), otpauthUri: z.string(), qrSvg: z.string() }),
    rateLimit: "login",
    idempotent: true,
    errors: ["invalid_state"],
    tags: ["Account"],
  }),
  confirmTwoFactor: defineRoute({
    method: "POST",
    path: "/account/two-factor/confirm",
    summary: "Turn two-factor on with a first code; answers the recovery codes, once",
    policy: "authenticated",
    body: confirmTwoFactorBody,
    response: z.object({ recoveryCodes: z.array(z.string()) }),
    rateLimit: "login",
    idempotent: true,
    tags: ["Account"],
  }),
  renewRecoveryCodes: defineRoute({
    method: "POST",
    path: "/account/two-factor/recovery-codes",
    summary: "New recovery codes with the password and a code; the old ones stop working. Answered once",
    policy: "authenticated",
    body: twoFactorProofBody,
    response: z.object({ recoveryCodes: z.array(z.string()) }),
    rateLimit: "login",
    idempotent: true,
    tags: ["Account"],
  }),
  disableTwoFactor: defineRoute({
    method: "POST",
    path: "/account/two-factor/disable",
    summary: "Turn two-factor off with the password and a code",
    policy: "authenticated",
    body: twoFactorProofBody,
    response: emptyResponse,
    rateLimit: "login",
    tags: ["Account"],
  }),
};
