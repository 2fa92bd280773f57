import { findAccountWithState, normaliseEmail } from "#modules/companies/index.ts";
import { verifyPassword } from "#platform/crypto/password.ts";
import { withSystem, type Tx } from "#platform/db/transaction.ts";
import { AppError } from "#platform/http/app-error.ts";
import type { ModuleContext } from "#platform/module.ts";
import { countGuess, forgiveGuess, tooManyGuesses, type Guess } from "./attempts.ts";
import { passFirstFactor, type SignInResult } from "./finish-sign-in.ts";
import { noteRefusedSignIn, type RefusedFor } from "./refused-sign-ins.ts";

const disabledWords = {
  company: "An Owner of your company deactivated this account. They can activate it again.",
  platform: "The platform's staff suspended this account. Only they can activate it again.",
} as const;

export interface Credentials {
  email: string;
  password: string;
  ipAddress: string;
  userAgent: string | undefined;
}

/**
 * Checks a password and starts a session, or asks for the second factor. The attempt is counted before anything is
 * compared; unknown and known addresses take the same steps and get the same answer. Throws `rate_limited` or
 * `invalid_credentials`, or `account_disabled` with who deactivated it.
 */
export async function signIn(context: ModuleContext, credentials: Credentials): Promise<SignInResult> {
  const { db, clock, config } = context;
  const { email, password, ipAddress, userAgent } = credentials;
  const note = (tx: Tx, userId: string | null, reason: RefusedFor) =>
    noteRefusedSignIn(context, tx, { userId, proof: "password", reason, ipAddress });
  const guess: Guess = {
    kind: "sign-in",
    account: normaliseEmail(email),
    ipAddress,
    now: clock.now(),
    limitScale: config.rateLimitScale,
  };
  const { refused, person } = await withSystem(db, async (tx) => {
    const tooMany = await countGuess(tx, guess);
    const known = await findAccountWithState(tx, email);
    if (tooMany?.isFirst) await note(tx, known?.id ?? null, "too_many_attempts");
    return { refused: tooMany, person: known };
  });
  if (refused) throw tooManyGuesses(refused);
  const matches = await verifyPassword(person?.passwordHash ?? null, password);
  if (!matches || !person) {
    await withSystem(db, (tx) => note(tx, person?.id ?? null, "wrong"));
    throw new AppError("invalid_credentials");
  }
  // Said only to whoever has shown the password.
  if (person.disabledBy !== null)
    throw new AppError("account_disabled", { message: disabledWords[person.disabledBy] });
  await withSystem(db, (tx) => forgiveGuess(tx, guess));
  return passFirstFactor(context, { person, ipAddress, userAgent }, "password");
}
