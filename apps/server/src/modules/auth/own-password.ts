import { recordAudit } from "#modules/audit/index.ts";
import { findAccountById, withCompanyOf } from "#modules/companies/index.ts";
import { verifyPassword } from "#platform/crypto/password.ts";
import { withSystem } from "#platform/db/transaction.ts";
import type { SignedInUser } from "#platform/http/actor.ts";
import { AppError } from "#platform/http/app-error.ts";
import type { ModuleContext } from "#platform/module.ts";
import { countGuess, forgiveGuess, tooManyGuesses, type Guess } from "./attempts.ts";

/**
 * Asks a signed-in person for their password again, before what an unattended screen must not do. Guesses are limited
 * as at sign-in. Throws `validation_failed` at `field`, or `rate_limited`.
 */
export async function requireOwnPassword(
  { db, clock, config }: Pick<ModuleContext, "db" | "clock" | "config">,
  user: SignedInUser,
  password: string,
  field = "password",
): Promise<void> {
  if (user.apiKey) throw new AppError("forbidden", { message: "This takes a person and their password." });
  const guess: Guess = {
    kind: "password",
    account: user.userId,
    ipAddress: user.ipAddress ?? "",
    now: clock.now(),
    limitScale: config.rateLimitScale,
  };
  const { refused, account } = await withSystem(db, async (tx) => ({
    refused: await countGuess(tx, guess),
    account: await findAccountById(tx, user.userId),
  }));
  if (refused) throw tooManyGuesses(refused);
  if (account?.passwordHash === null) {
    throw new AppError("validation_failed", {
      fields: { [field]: "You have no password yet. Sign out and use 'Forgot password' to set one" },
    });
  }
  if (!(await verifyPassword(account?.passwordHash ?? null, password))) {
    await recordRefusedProof(db, user, "password");
    throw new AppError("validation_failed", { fields: { [field]: "This is not your password" } });
  }
  await withSystem(db, (tx) => forgiveGuess(tx, guess));
}

/** Writes down that a signed-in person did not show what they were asked for again: it may be somebody else. */
export function recordRefusedProof(
  db: ModuleContext["db"],
  user: SignedInUser,
  proof: "password" | "code" | "second_factor",
): Promise<void> {
  return withCompanyOf(db, user, (tx) =>
    recordAudit(tx, user, {
      action: "account.proof_refused",
      target: user.email,
      targetId: user.userId,
      after: { proof },
    }),
  );
}
