import type { Endpoints } from "../endpoint.ts";
import type { authRoutes } from "./routes.ts";
import type { accountRoutes } from "./account-routes.ts";
import type { twoFactorRoutes } from "./two-factor-routes.ts";

export const authEndpoints: Endpoints<typeof authRoutes> = {
  sendVerificationCode: { method: "POST", path: "/auth/send-verification-code", idempotent: true },
  verifyCode: { method: "POST", path: "/auth/verify-code" },
  localCode: { method: "GET", path: "/auth/local-code" },
  completeMfa: { method: "POST", path: "/auth/mfa" },
  sendPasswordReset: { method: "POST", path: "/auth/send-password-reset", idempotent: true },
  resetPassword: { method: "POST", path: "/auth/reset-password" },
  restoreAddress: { method: "POST", path: "/auth/restore-address" },
  getInvitation: { method: "GET", path: "/auth/invitation" },
  acceptInvitation: { method: "POST", path: "/auth/register-invited" },
  login: { method: "POST", path: "/auth/login" },
  me: { method: "GET", path: "/auth/me" },
  logout: { method: "POST", path: "/auth/logout" },
};

export const accountEndpoints: Endpoints<typeof accountRoutes> = {
  updateProfile: { method: "PUT", path: "/account/profile" },
  changePassword: { method: "POST", path: "/account/password" },
  startEmailChange: { method: "POST", path: "/account/email", idempotent: true },
  confirmEmailChange: { method: "POST", path: "/account/email/confirm" },
  listSessions: { method: "GET", path: "/account/sessions" },
  endSession: { method: "DELETE", path: "/account/sessions/:id" },
  endOtherSessions: { method: "POST", path: "/account/sessions/end-others" },
};

export const twoFactorEndpoints: Endpoints<typeof twoFactorRoutes> = {
  getTwoFactor: { method: "GET", path: "/account/two-factor" },
  startTwoFactor: { method: "POST", path: "/account/two-factor/start", idempotent: true },
  confirmTwoFactor: { method: "POST", path: "/account/two-factor/confirm", idempotent: true },
  renewRecoveryCodes: { method: "POST", path: "/account/two-factor/recovery-codes", idempotent: true },
  disableTwoFactor: { method: "POST", path: "/account/two-factor/disable" },
};
