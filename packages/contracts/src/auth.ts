import { z } from "zod";
import { companyRoleSchema, platformRoleSchema } from "./policies.ts";
import { emptyResponse } from "./list.ts";
import { defineRoute } from "./route.ts";

/** Spec section 5: the sign-in form asks for 5 characters, setting a password for 10 (decision 5). */
export const LOGIN_PASSWORD_MIN_LENGTH = 5;
export const NEW_PASSWORD_MIN_LENGTH = 10;

export const companySchema = z.object({
  id: z.uuid(),
  name: z.string(),
  currency: z.string().length(3),
  timeZone: z.string(),
  isDemo: z.boolean(),
});

/** A signed-in person. `company` is null for platform staff who belong to none. */
export const userSchema = z.object({
  id: z.uuid(),
  firstName: z.string(),
  lastName: z.string(),
  email: z.string(),
  platformRole: platformRoleSchema,
  companyRole: companyRoleSchema.nullable(),
  onboardingCompleted: z.boolean(),
  company: companySchema.nullable(),
});
export type User = z.infer<typeof userSchema>;

export const loginBody = z.object({
  email: z.string().trim().min(1, "Required").max(320),
  password: z.string().min(LOGIN_PASSWORD_MIN_LENGTH, "Required").max(200),
});

/** A correct password or code where two-factor is on: no token yet, the second step is `POST /auth/mfa`. */
export const mfaChallengeSchema = z.object({ mfaRequired: z.literal(true), challengeId: z.string() });
export type MfaChallenge = z.infer<typeof mfaChallengeSchema>;

/** A sign-in that is complete: the access token, and who it belongs to. */
export const signedInSchema = z.object({ token: z.string(), user: userSchema });
export type SignedIn = z.infer<typeof signedInSchema>;

export const authRoutes = {
  login: defineRoute({
    method: "POST",
    path: "/auth/login",
    summary: "Sign in with e-mail and password; sets the session cookie and hands out an access token",
    policy: "public",
    body: loginBody,
    response: z.union([signedInSchema, mfaChallengeSchema]),
    rateLimit: "login",
    tags: ["Auth"],
  }),
  me: defineRoute({
    method: "GET",
    path: "/auth/me",
    summary: "Who the session cookie or bearer belongs to, with a fresh access token",
    policy: "authenticated",
    response: z.object({ user: userSchema, token: z.string().optional() }),
    rateLimit: "read",
    tags: ["Auth"],
  }),
  logout: defineRoute({
    method: "POST",
    path: "/auth/logout",
    summary: "End this session; its tokens stop working at once",
    policy: "public",
    response: emptyResponse,
    rateLimit: "logout",
    tags: ["Auth"],
  }),
};
