export { createAuthenticator } from "./authenticator.ts";
export { createAccessTokens, type AccessTokens } from "./access-tokens.ts";
export { listSessions } from "./list-sessions.ts";
export { requireOwnPassword } from "./own-password.ts";
export { checkNewPassword } from "./password-policy.ts";
export { createSession, endSession, endSessionsOfUser } from "./sessions.ts";
export { bindAuthRoutes } from "./routes.ts";
