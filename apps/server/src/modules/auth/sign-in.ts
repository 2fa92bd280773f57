import { createHash } from "node:crypto";
import { findUserForSignIn, normaliseEmail } from "#modules/companies/index.ts";
import type { Clock } from "#platform/clock.ts";
import { verifyPassword } from "#platform/crypto/password.ts";
import type { Database } from "#platform/db/database.ts";
import { withSystem } from "#platform/db/transaction.ts";
import { AppError } from "#platform/http/app-error.ts";
import { countAttempt, resetAttempts, takeBackAttempt } from "#platform/http/rate-counter.ts";
import { createSession } from "./sessions.ts";

/** Reliability: at most 10 failures in 15 minutes for an account and 50 from an address. */
const WINDOW_SECONDS = 15 * 60;
const FAILURES_PER_ACCOUNT = 10;
const FAILURES_PER_ADDRESS = 50;

export interface SignInContext {
  db: Database;
  clock: Clock;
  /** RATE_LIMIT_SCALE. */
  limitScale: number;
}

export interface Credentials {
  email: string;
  password: string;
  ipAddress: string;
  userAgent: string | undefined;
}

/**
 * Checks a password and starts a session. The attempt is counted before anything is compared, so that parallel
 * guesses cannot slip past the limit; unknown and known addresses take the same steps and get the same answer.
 * Throws `rate_limited` or `invalid_credentials`.
 */
export async function signIn(
  { db, clock, limitScale }: SignInContext,
  { email, password, ipAddress, userAgent }: Credentials,
): Promise<{ userId: string; sessionId: string; cookieToken: string }> {
  const now = clock.now();
  // Hashed: the counters outlive the request and need no addresses in them.
  const account = createHash("sha256").update(normaliseEmail(email)).digest("base64url");
  const accountKey = `sign-in:account:${account}`;
  const addressKey = `sign-in:ip:${ipAddress}`;
  const user = await withSystem(db, async (tx) => {
    const byAccount = await countAttempt(tx, accountKey, WINDOW_SECONDS, now);
    const byAddress = await countAttempt(tx, addressKey, WINDOW_SECONDS, now);
    for (const [counter, limit] of [
      [byAccount, FAILURES_PER_ACCOUNT],
      [byAddress, FAILURES_PER_ADDRESS],
    ] as const) {
      if (counter.count <= limit * limitScale) continue;
      const untilMs = counter.startedAtMs + WINDOW_SECONDS * 1000;
      return { limitedForSeconds: Math.max(1, Math.ceil((untilMs - now.getTime()) / 1000)) };
    }
    return (await findUserForSignIn(tx, email)) ?? null;
  });
  if (user !== null && "limitedForSeconds" in user) {
    throw new AppError("rate_limited", {
      message: "Too many attempts to sign in. Try again later.",
      retryAfterSeconds: user.limitedForSeconds,
    });
  }
  const matches = await verifyPassword(user?.passwordHash ?? null, password);
  if (!matches || user === null) throw new AppError("invalid_credentials");
  return withSystem(db, async (tx) => {
    await resetAttempts(tx, accountKey);
    await takeBackAttempt(tx, addressKey);
    const session = await createSession(tx, { userId: user.id, ipAddress, userAgent, now });
    return { userId: user.id, sessionId: session.sessionId, cookieToken: session.token };
  });
}
