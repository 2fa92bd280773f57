import { z } from "zod";
import { mfaChallengeSchema, NEW_PASSWORD_MIN_LENGTH, signedInSchema, userSchema } from "./auth.ts";
import { churnRuleSchema } from "./churn-rule.ts";
import { emptyResponse, timestamp } from "./list.ts";
import { companyRoleSchema } from "./policies.ts";
import { defineRoute } from "./route.ts";

/** Six digits, 10 minutes, five guesses, one live code per address (decision 6). */
export const CODE_LENGTH = 6;
export const CODE_TTL_MINUTES = 10;

const email = z.string().trim().toLowerCase().max(320).pipe(z.email("Enter a valid e-mail address"));
const code = z
  .string()
  .trim()
  .regex(/^\d{6}$/, "Enter the 6 digits from the e-mail");
const personName = z.string().trim().min(1, "Required").max(100);
/** Ten characters or more; the commonest ones are refused by the server (decision 5). */
export const newPasswordSchema = z
  .string()
  .min(NEW_PASSWORD_MIN_LENGTH, `Use at least ${NEW_PASSWORD_MIN_LENGTH} characters`)
  .max(200);

export const sessionSchema = z.object({
  id: z.uuid(),
  /** 'Firefox on Linux', from the user agent; for display only. */
  device: z.string(),
  ipAddress: z.string().nullable(),
  createdAt: timestamp,
  lastUsedAt: timestamp,
  isCurrent: z.boolean(),
});
export type Session = z.infer<typeof sessionSchema>;

export const onboardingSteps = ["profile", "company", "churn", "data"] as const;
export const businessModels = ["b2b_monthly", "b2b_annual", "b2c_monthly", "b2c_annual"] as const;
export const companySizes = ["1-10", "11-50", "51-200", "201-1000", "1001+"] as const;

/** Each step is saved when it is left; `complete` ends onboarding. Fields of later steps may be absent. */
export const onboardingBody = z.object({
  step: z.enum(onboardingSteps),
  profile: z
    .object({ firstName: personName, lastName: personName, password: newPasswordSchema.optional() })
    .optional(),
  company: z
    .object({
      name: z.string().trim().min(1, "Required").max(200),
      size: z.enum(companySizes).optional(),
      businessModel: z.enum(businessModels).optional(),
      currency: z.string().length(3),
      timeZone: z.string().max(60),
    })
    .optional(),
  churn: churnRuleSchema.optional(),
  data: z.object({ choice: z.enum(["import", "demo", "later"]) }).optional(),
  complete: z.boolean().default(false),
});

export const onboardingStateSchema = z.object({
  nextStep: z.enum(onboardingSteps),
  hasPassword: z.boolean(),
  isOwner: z.boolean(),
  firstName: z.string(),
  lastName: z.string(),
  company: onboardingBody.shape.company.unwrap().partial(),
  churn: churnRuleSchema,
  /** Whether this installation can load the sample company. */
  demoAvailable: z.boolean(),
});

export const verificationBody = z.object({ email });
export const acceptInvitationBody = z.object({
  token: z.string().min(10).max(200),
  firstName: personName,
  lastName: personName,
  password: newPasswordSchema,
});

export const accountRoutes = {
  sendVerificationCode: defineRoute({
    method: "POST",
    path: "/auth/send-verification-code",
    summary: "Mail a 6-digit code to this address; the same answer whether it is known or not",
    policy: "public",
    body: verificationBody,
    response: emptyResponse,
    rateLimit: "code",
    idempotent: true,
    tags: ["Auth"],
  }),
  verifyCode: defineRoute({
    method: "POST",
    path: "/auth/verify-code",
    summary: "Sign in (or register) with the code",
    policy: "public",
    body: z.object({ email, code }),
    response: z.union([z.object({ authData: signedInSchema }), mfaChallengeSchema]),
    rateLimit: "login",
    tags: ["Auth"],
  }),
  /** Only outside production, only from loopback, only with the built-in outbox: so that a newcomer gets in without a mail server. */
  localCode: defineRoute({
    method: "GET",
    path: "/auth/local-code",
    summary: "The latest code of an address, for a newcomer on their own machine; 404 anywhere else",
    policy: "public",
    query: z.object({ email, purpose: z.enum(["sign_in", "reset", "change_email"]).default("sign_in") }),
    response: z.object({ code: z.string() }),
    rateLimit: "code",
    tags: ["Auth"],
  }),
  completeMfa: defineRoute({
    method: "POST",
    path: "/auth/mfa",
    summary: "Second step of a sign-in: a code of the authenticator app, or a recovery code",
    policy: "public",
    body: z.object({ challengeId: z.string().max(200), code: z.string().trim().min(6).max(20) }),
    response: signedInSchema,
    rateLimit: "login",
    tags: ["Auth"],
  }),
  sendPasswordReset: defineRoute({
    method: "POST",
    path: "/auth/send-password-reset",
    summary: "Mail a reset code; the same answer whether the address is known or not",
    policy: "public",
    body: z.object({ email }),
    response: emptyResponse,
    rateLimit: "code",
    idempotent: true,
    tags: ["Auth"],
  }),
  resetPassword: defineRoute({
    method: "POST",
    path: "/auth/reset-password",
    summary: "Set a new password with the code; ends every session of the account",
    policy: "public",
    body: z.object({ email, code, password: newPasswordSchema }),
    response: emptyResponse,
    rateLimit: "login",
    tags: ["Auth"],
  }),
  restoreAddress: defineRoute({
    method: "POST",
    path: "/auth/restore-address",
    summary: "Give an account back to the address it was moved away from, with the link mailed there",
    policy: "public",
    body: z.object({ token: z.string().min(10).max(200) }),
    response: z.object({ email: z.string() }),
    rateLimit: "login",
    tags: ["Auth"],
  }),
  getOnboarding: defineRoute({
    method: "GET",
    path: "/auth/onboarding",
    summary: "How far my onboarding has come",
    policy: "authenticated",
    response: onboardingStateSchema,
    rateLimit: "read",
    tags: ["Auth"],
  }),
  saveOnboarding: defineRoute({
    method: "POST",
    path: "/auth/onboarding",
    summary: "Save a step of onboarding; with `complete`, finish it",
    policy: "authenticated",
    body: onboardingBody,
    response: z.object({ user: userSchema, state: onboardingStateSchema }),
    rateLimit: "write",
    tags: ["Auth"],
  }),
  getInvitation: defineRoute({
    method: "GET",
    path: "/auth/invitation",
    summary: "Who invited whom to which company and role",
    policy: "public",
    query: z.object({ token: z.string().min(10).max(200) }),
    response: z.object({
      email: z.string(),
      companyName: z.string(),
      invitedBy: z.string(),
      role: companyRoleSchema,
      expiresAt: timestamp,
    }),
    rateLimit: "code",
    tags: ["Auth"],
  }),
  acceptInvitation: defineRoute({
    method: "POST",
    path: "/auth/register-invited",
    summary: "Join with names and a password",
    policy: "public",
    body: acceptInvitationBody,
    response: signedInSchema,
    rateLimit: "login",
    tags: ["Auth"],
  }),
  updateProfile: defineRoute({
    method: "PUT",
    path: "/account/profile",
    summary: "Change my names",
    policy: "authenticated",
    body: z.object({ firstName: personName, lastName: personName }),
    response: userSchema,
    rateLimit: "write",
    tags: ["Account"],
  }),
  changePassword: defineRoute({
    method: "POST",
    path: "/account/password",
    summary: "Change my password; my other sessions end",
    policy: "authenticated",
    body: z.object({ currentPassword: z.string().max(200), newPassword: newPasswordSchema }),
    response: emptyResponse,
    rateLimit: "login",
    tags: ["Account"],
  }),
  startEmailChange: defineRoute({
    method: "POST",
    path: "/account/email",
    summary: "Mail a code to the new address",
    policy: "authenticated",
    body: z.object({ newEmail: email, password: z.string().max(200) }),
    response: emptyResponse,
    rateLimit: "code",
    idempotent: true,
    tags: ["Account"],
  }),
  confirmEmailChange: defineRoute({
    method: "POST",
    path: "/account/email/confirm",
    summary: "Confirm the new address with its code",
    policy: "authenticated",
    body: z.object({ newEmail: email, code }),
    response: userSchema,
    rateLimit: "login",
    tags: ["Account"],
  }),
  listSessions: defineRoute({
    method: "GET",
    path: "/account/sessions",
    summary: "Where I am signed in",
    policy: "authenticated",
    response: z.object({ items: z.array(sessionSchema) }),
    rateLimit: "read",
    tags: ["Account"],
  }),
  endSession: defineRoute({
    method: "DELETE",
    path: "/account/sessions/:id",
    summary: "Sign out one session of mine",
    policy: "authenticated",
    params: z.object({ id: z.uuid() }),
    response: emptyResponse,
    rateLimit: "write",
    tags: ["Account"],
  }),
  endOtherSessions: defineRoute({
    method: "POST",
    path: "/account/sessions/end-others",
    summary: "Sign out everywhere but here",
    policy: "authenticated",
    response: z.object({ ended: z.number().int() }),
    rateLimit: "write",
    tags: ["Account"],
  }),
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
    body: z.object({ password: z.string().max(200) }),
    response: z.object({ secret: z.string(), otpauthUri: z.string(), qrSvg: z.string() }),
    rateLimit: "login",
    idempotent: true,
    tags: ["Account"],
  }),
  confirmTwoFactor: defineRoute({
    method: "POST",
    path: "/account/two-factor/confirm",
    summary: "Turn two-factor on with a first code; answers the recovery codes, once",
    policy: "authenticated",
    body: z.object({ code }),
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
    body: z.object({ password: z.string().max(200), code: z.string().trim().min(6).max(20) }),
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
    body: z.object({ password: z.string().max(200), code: z.string().trim().min(6).max(20) }),
    response: emptyResponse,
    rateLimit: "login",
    tags: ["Account"],
  }),
};
