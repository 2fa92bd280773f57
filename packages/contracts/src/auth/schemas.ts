import { z } from "zod";
import { formTraps } from "../form-traps.ts";
import { personNameSchema } from "../names.ts";
import { companyRoleSchema, platformRoleSchema } from "../policies/schemas.ts";
import { emailSchema, timestamp } from "../shapes.ts";
import { LOGIN_PASSWORD_MIN_LENGTH, NEW_PASSWORD_MIN_LENGTH } from "./vocabulary.ts";

export const sixDigitsSchema = z
  .string()
  .trim()
  .regex(/^\d{6}$/, "Enter the 6 digits from the e-mail");
/** Ten characters or more; the commonest ones are refused by the server. */
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

export const verificationBody = z.object({ email: emailSchema, ...formTraps });
export const acceptInvitationBody = z.object({
  token: z.string().min(10).max(200),
  firstName: personNameSchema,
  lastName: personNameSchema,
  password: newPasswordSchema,
});

export const signInCodeBody = z.object({ email: emailSchema, code: sixDigitsSchema });
export const resetPasswordBody = signInCodeBody.extend({ password: newPasswordSchema });

const secondFactorWords = "Enter the code of your authenticator app, or a recovery code";
const secondFactorSchema = z.string().trim().min(6, secondFactorWords).max(20, secondFactorWords);
export const mfaBody = z.object({ challengeId: z.string().max(200), code: secondFactorSchema });

export const profileBody = z.object({ firstName: personNameSchema, lastName: personNameSchema });
const ownPasswordSchema = z.string().min(1, "Required").max(200);
/** One's own password, asked for again before something that a borrowed screen must not do. */
export const ownPasswordBody = z.object({ password: ownPasswordSchema });
export const changePasswordBody = z.object({
  currentPassword: ownPasswordSchema,
  newPassword: newPasswordSchema,
});
export const startEmailChangeBody = ownPasswordBody.extend({ newEmail: emailSchema });
export const confirmEmailChangeBody = z.object({ newEmail: emailSchema, code: sixDigitsSchema });
export const confirmTwoFactorBody = z.object({ code: sixDigitsSchema });
/** The password, and a code of the app or a recovery code. */
export const twoFactorProofBody = ownPasswordBody.extend({ code: secondFactorSchema });

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
