import type { FastifyRequest } from "fastify";
import { recordAudit } from "#modules/audit/index.ts";
import { withCompanyOf } from "#modules/companies/index.ts";
import { findApiKeyById, findApiKeyByToken, isApiKey } from "#modules/api-keys/index.ts";
import type { Config } from "#config";
import type { Clock } from "#platform/clock.ts";
import type { Database } from "#platform/db/database.ts";
import { readOnce, withSystem } from "#platform/db/transaction.ts";
import type { Authenticator, SignedInUser } from "#platform/http/actor.ts";
import { AppError } from "#platform/http/app-error.ts";
import type { AccessTokens } from "./access-tokens.ts";
import { createSessionCookie } from "./session-cookie.ts";
import { endSession, findSession, resumeSession } from "./sessions.ts";
import { whySessionEnded } from "./why-session-ended.ts";

/** Requests are authenticated by bearer (access token or API key); where a route allows it, by the session cookie first. */
export function createAuthenticator(
  { db, clock, config }: { db: Database; clock: Clock; config: Config },
  tokens: AccessTokens,
): Authenticator {
  const cookies = createSessionCookie(config);
  async function fromBearer(request: FastifyRequest): Promise<SignedInUser | null> {
    const [scheme, token] = (request.headers.authorization ?? "").split(" ");
    if (scheme?.toLowerCase() !== "bearer" || !token) return null;
    if (isApiKey(token)) return findApiKeyByToken(db, token, clock.now());
    const claims = await tokens.verify(token);
    if (!claims) return null;
    // The session is looked up every time: logout and a changed role hold from the next request on.
    const user = await readOnce(db, (one) => findSession(one, claims.sessionId, clock.now()));
    return user?.userId === claims.userId ? user : null;
  }

  /** Which of the two who hold it is the thief nobody knows: both are out, and the log says why. */
  async function endReused(user: SignedInUser): Promise<void> {
    await withCompanyOf(db, user, async (tx) => {
      if (!(await endSession(tx, user.sessionId, "reuse", clock.now()))) return;
      await recordAudit(tx, user, {
        action: "session.ended_for_reuse",
        target: user.email,
        targetId: user.sessionId,
      });
    });
  }

  return {
    async authenticate(request, reply, allowCookie) {
      const cookie = allowCookie ? cookies.read(request) : undefined;
      if (cookie !== undefined) {
        const resumed = await withSystem(db, (tx) => resumeSession(tx, cookie, clock.now()));
        if (resumed?.reused) await endReused({ ...resumed.reused, ipAddress: request.ip });
        else if (resumed?.newToken) cookies.set(request, reply, resumed.newToken);
        if (resumed && !resumed.reused) {
          request.cameByCookie = true;
          return { ...resumed.user, ipAddress: request.ip };
        }
      }
      const user = await fromBearer(request);
      return user && { ...user, ipAddress: request.ip };
    },
    async refuseNobody(request, reply, allowCookie) {
      const cookie = allowCookie ? cookies.read(request) : undefined;
      const why = cookie === undefined ? null : await readOnce(db, (one) => whySessionEnded(one, cookie));
      if (why === null) return new AppError("unauthenticated");
      // Said once: whoever comes back to the sign-in page later is not told the same again.
      cookies.clear(request, reply);
      return new AppError("session_ended", { message: why });
    },
    findSignedInUser: (sessionId) => readOnce(db, (one) => findSession(one, sessionId, clock.now())),
    findApiKeyUser: (companyId, apiKeyId) => findApiKeyById(db, companyId, apiKeyId, clock.now()),
  };
}

declare module "fastify" {
  interface FastifyRequest {
    /** True where the session cookie, not a bearer token, said who this is. */
    cameByCookie: boolean;
  }
}
