export { createAuthenticator } from "./authenticator.ts";
export { createAccessTokens, type AccessTokens } from "./access-tokens.ts";
export { createSession, endSession, endSessionsOfUser } from "./sessions.ts";
export { bindAuthRoutes } from "./routes.ts";
