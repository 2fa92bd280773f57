import { findAccountByEmail, normaliseEmail } from "#modules/companies/index.ts";
import { verifyPassword } from "#platform/crypto/password.ts";
import { withSystem } from "#platform/db/transaction.ts";
import { AppError } from "#platform/http/app-error.ts";
import type { ModuleContext } from "#platform/module.ts";
import { countGuess, forgiveGuess, tooManyGuesses, type Guess } from "./attempts.ts";
import { passFirstFactor, type SignInResult } from "./finish-sign-in.ts";

export interface Credentials {
  email: string;
  password: string;
  ipAddress: string;
  userAgent: string | undefined;
}

/**
 * Checks a password and starts a session, or asks for the second factor. The attempt is counted before anything is
 * compared; unknown and known addresses take the same steps and get the same answer. Throws `rate_limited` or
 * `invalid_credentials`.
 */
export async function signIn(context: ModuleContext, credentials: Credentials): Promise<SignInResult> {
  const { db, clock, config } = context;
  const { email, password, ipAddress, userAgent } = credentials;
  const guess: Guess = {
    kind: "sign-in",
    account: normaliseEmail(email),
    ipAddress,
    now: clock.now(),
    limitScale: config.rateLimitScale,
  };
  const { waitSeconds, person } = await withSystem(db, async (tx) => ({
    waitSeconds: await countGuess(tx, guess),
    person: await findAccountByEmail(tx, email),
  }));
  if (waitSeconds !== null) throw tooManyGuesses(waitSeconds);
  const matches = await verifyPassword(person?.passwordHash ?? null, password);
  if (!matches || !person) throw new AppError("invalid_credentials");
  await withSystem(db, (tx) => forgiveGuess(tx, guess));
  return passFirstFactor(context, { person, ipAddress, userAgent }, "password");
}
