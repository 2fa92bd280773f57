import { authRoutes } from "@forestay/contracts";
import { findUserById } from "#modules/companies/index.ts";
import { withSystem } from "#platform/db/transaction.ts";
import { AppError } from "#platform/http/app-error.ts";
import { bind, type Api } from "#platform/http/bind.ts";
import type { ModuleContext } from "#platform/module.ts";
import type { AccessTokens } from "./access-tokens.ts";
import { clearSessionCookie, setSessionCookie } from "./session-cookie.ts";
import { endSession } from "./sessions.ts";
import { signIn } from "./sign-in.ts";

/** Binds sign-in, who-am-I and sign-out. */
export function bindAuthRoutes(api: Api, context: ModuleContext, tokens: AccessTokens): void {
  const { db, clock, config } = context;
  const profile = async (userId: string) => {
    const user = await withSystem(db, (tx) => findUserById(tx, userId));
    if (!user) throw new AppError("unauthenticated");
    return user;
  };

  bind(api, authRoutes.login, async ({ body, request, reply }) => {
    const { userId, sessionId, cookieToken } = await signIn(
      { db, clock, limitScale: config.rateLimitScale },
      { ...body, ipAddress: request.ip, userAgent: request.headers["user-agent"] },
    );
    setSessionCookie(request, reply, cookieToken);
    return { token: await tokens.issue(userId, sessionId), user: await profile(userId) };
  });

  bind(
    api,
    authRoutes.me,
    async ({ user, request }) => ({
      user: await profile(user.userId),
      // Only the cookie hands out a fresh token: a stolen bearer must not be able to renew itself.
      ...(request.cameByCookie ? { token: await tokens.issue(user.userId, user.sessionId) } : {}),
    }),
    { allowCookie: true },
  );

  bind(api, authRoutes.logout, async ({ request, reply }) => {
    const user = await api.authenticator.authenticate(request, reply, true);
    if (user) await withSystem(db, (tx) => endSession(tx, user.sessionId, "logout", clock.now()));
    clearSessionCookie(request, reply);
    return {};
  });
}
