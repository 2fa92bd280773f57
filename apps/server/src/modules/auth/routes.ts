import { authRoutes } from "@forestay/contracts";
import type { FastifyReply, FastifyRequest } from "fastify";
import { recordAudit } from "#modules/audit/index.ts";
import { findUserById, withCompanyOf, type UserProfile } from "#modules/companies/index.ts";
import { withSystem } from "#platform/db/transaction.ts";
import { AppError } from "#platform/http/app-error.ts";
import { bind, type Api } from "#platform/http/bind.ts";
import { isFromProgram } from "#platform/http/form-traps.ts";
import type { ModuleContext } from "#platform/module.ts";
import type { AccessTokens } from "./access-tokens.ts";
import { bindAccountRoutes } from "./account-routes.ts";
import { resetPassword, sendCode, signInByCode } from "./code-sign-in.ts";
import { completeMfa } from "./complete-mfa.ts";
import type { SignInResult } from "./finish-sign-in.ts";
import { acceptInvitation, readInvitation } from "./join-by-invitation.ts";
import { readLocalCode } from "./local-code.ts";
import { restoreAddress } from "./restore-address.ts";
import { createSessionCookie } from "./session-cookie.ts";
import { endSession } from "./sessions.ts";
import { signIn } from "./sign-in.ts";
import { bindTwoFactorRoutes } from "./two-factor-routes.ts";

/** Binds every way in and out, and a person's own account. */
export function bindAuthRoutes(api: Api, context: ModuleContext, tokens: AccessTokens): void {
  const { db, clock, config } = context;
  const cookies = createSessionCookie(config);
  const profile = async (userId: string): Promise<UserProfile> => {
    const user = await withSystem(db, (tx) => findUserById(tx, userId));
    if (!user) throw new AppError("unauthenticated");
    return user;
  };
  const from = (request: FastifyRequest) => ({
    ipAddress: request.ip,
    userAgent: request.headers["user-agent"],
  });
  type Session = Exclude<SignInResult, { challengeId: string }>;
  const signedIn = async (request: FastifyRequest, reply: FastifyReply, session: Session) => {
    cookies.set(request, reply, session.cookieToken);
    const { userId, sessionId } = session;
    return { token: await tokens.issue(userId, sessionId), user: await profile(userId) };
  };
  const challenged = ({ challengeId }: { challengeId: string }) => ({
    mfaRequired: true as const,
    challengeId,
  });

  bind(api, authRoutes.login, async ({ body, request, reply }) => {
    const result = await signIn(context, { ...body, ...from(request) });
    return "challengeId" in result ? challenged(result) : signedIn(request, reply, result);
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
    if (user && !user.apiKey) {
      await withCompanyOf(db, user, async (tx) => {
        await endSession(tx, user.sessionId, "logout", clock.now());
        await recordAudit(tx, user, { action: "session.ended", targetId: user.sessionId });
      });
    }
    cookies.clear(request, reply);
    return {};
  });

  bind(api, authRoutes.sendVerificationCode, async ({ body }) => {
    if (!isFromProgram(body)) await sendCode(context, body.email, "sign_in");
    return {};
  });
  bind(api, authRoutes.verifyCode, async ({ body, request, reply }) => {
    const result = await signInByCode(context, { ...body, ...from(request) });
    if ("challengeId" in result) return challenged(result);
    return { authData: await signedIn(request, reply, result) };
  });
  bind(api, authRoutes.completeMfa, async ({ body, request, reply }) =>
    signedIn(request, reply, await completeMfa(context, { ...body, ...from(request) })),
  );
  bind(api, authRoutes.localCode, async ({ query, request }) => {
    const code = await readLocalCode(context, request, query);
    if (code === null) throw new AppError("not_found");
    return { code };
  });
  bind(api, authRoutes.sendPasswordReset, async ({ body }) => {
    if (!isFromProgram(body)) await sendCode(context, body.email, "reset");
    return {};
  });
  bind(api, authRoutes.resetPassword, async ({ body, request }) => {
    await resetPassword(context, { ...body, ipAddress: request.ip });
    return {};
  });

  bind(api, authRoutes.restoreAddress, ({ body, request }) =>
    restoreAddress(context, { token: body.token, ipAddress: request.ip }),
  );

  bind(api, authRoutes.getInvitation, ({ query }) => readInvitation(context, query.token));
  bind(api, authRoutes.acceptInvitation, async ({ body, request, reply }) =>
    signedIn(request, reply, await acceptInvitation(context, { ...body, ...from(request) })),
  );

  bindAccountRoutes(api, context);
  bindTwoFactorRoutes(api, context);
}
