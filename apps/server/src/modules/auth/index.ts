import type { ServerModule } from "#platform/server-module.ts";
import { recordRefusedSignIn } from "./refused-sign-ins.ts";
import { accessRetention } from "./retention.ts";

export { createAuthenticator } from "./authenticator.ts";
export { createAccessTokens } from "./access-tokens.ts";
export { listSessions } from "./list-sessions.ts";
export { requireOwnPassword } from "./own-password.ts";
export { checkNewPassword } from "./password-policy.ts";
export { createSession, endSession, endSessionsOfUser } from "./sessions.ts";
export { eraseCodesOf } from "./verification-codes.ts";
export { bindAuthRoutes } from "./routes.ts";

/** The jobs of sign-in; its routes are bound by app.ts, which makes the tokens. */
export const authModule: ServerModule = { name: "auth", jobs: [recordRefusedSignIn, accessRetention] };
