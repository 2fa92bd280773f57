import { jwtVerify, SignJWT } from "jose";
import type { Clock } from "#platform/clock.ts";
import { deriveKeys } from "#platform/crypto/secrets.ts";

/** An access token lives at most 15 minutes. */
const LIFETIME_SECONDS = 15 * 60;
const ALGORITHM = "HS256";
const ISSUER = "forestay";
const AUDIENCE = "forestay-api";

export interface AccessTokens {
  /** A bearer token for one session. */
  issue(userId: string, sessionId: string): Promise<string>;
  /** The session a token was issued for; null for anything forged, expired or of another kind. */
  verify(token: string): Promise<{ userId: string; sessionId: string } | null>;
}

/** HS256 only: the algorithm is pinned here and never read from the token. */
export function createAccessTokens(secretKeys: readonly string[], clock: Clock): AccessTokens {
  const keys = deriveKeys(secretKeys, "access-token");
  const [signingKey] = keys;
  if (!signingKey) throw new Error("Access tokens need a secret key");
  return {
    issue(userId, sessionId) {
      const nowSeconds = Math.floor(clock.now().getTime() / 1000);
      return new SignJWT({ sid: sessionId })
        .setProtectedHeader({ alg: ALGORITHM })
        .setSubject(userId)
        .setIssuer(ISSUER)
        .setAudience(AUDIENCE)
        .setIssuedAt(nowSeconds)
        .setExpirationTime(nowSeconds + LIFETIME_SECONDS)
        .sign(signingKey);
    },
    async verify(token) {
      for (const key of keys) {
        const verified = await jwtVerify(token, key, {
          algorithms: [ALGORITHM],
          issuer: ISSUER,
          audience: AUDIENCE,
          currentDate: clock.now(),
          requiredClaims: ["exp", "sub", "sid"],
        }).catch(() => null);
        if (
          verified &&
          typeof verified.payload.sub === "string" &&
          typeof verified.payload.sid === "string"
        ) {
          return { userId: verified.payload.sub, sessionId: verified.payload.sid };
        }
      }
      return null;
    },
  };
}
