import { recordAudit } from "#modules/audit/index.ts";
import {
  findUserById,
  isEmailTaken,
  setEmail,
  withCompanyOf,
  type UserProfile,
} from "#modules/companies/index.ts";
import { withSystem } from "#platform/db/transaction.ts";
import type { SignedInUser } from "#platform/http/actor.ts";
import { AppError } from "#platform/http/app-error.ts";
import type { ModuleContext } from "#platform/module.ts";
import { mailAddressMoved, mailAddressTaken, mailCode } from "./account-mails.ts";
import { countGuess, countSend, forgiveGuess, tooManyGuesses, type Guess } from "./attempts.ts";
import { recordRefusedProof } from "./own-password.ts";
import { createRestoreToken } from "./restore-address.ts";
import { createCode, spendCode } from "./verification-codes.ts";

/** Mails a code to the new address; the same answer where somebody has that address already. */
export async function startEmailChange(
  context: ModuleContext,
  user: SignedInUser,
  newEmail: string,
): Promise<void> {
  const { db, clock, config, secretKeys } = context;
  if (newEmail === user.email) {
    throw new AppError("validation_failed", { fields: { newEmail: "This is your address already" } });
  }
  const now = clock.now();
  const waitSeconds = await withSystem(db, async (tx) => {
    const wait = await countSend(tx, newEmail, now, config.rateLimitScale);
    if (wait !== null) return wait;
    const codeFor = { email: newEmail, purpose: "change_email" as const, userId: user.userId };
    const isTaken = await isEmailTaken(tx, newEmail);
    const code = await createCode(tx, secretKeys, codeFor, now, { isSent: !isTaken });
    if (isTaken) {
      await mailAddressTaken(context, tx, { email: newEmail, companyId: null });
    } else {
      await mailCode(context, tx, { email: newEmail, companyId: user.companyId }, "change_email", code);
    }
    return null;
  });
  if (waitSeconds !== null) throw tooManyGuesses({ waitSeconds });
}

/** Moves the account to the address whose code this is, and tells the old address. */
export async function confirmEmailChange(
  context: ModuleContext,
  user: SignedInUser,
  { newEmail, code }: { newEmail: string; code: string },
): Promise<UserProfile> {
  const { db, clock, config, secretKeys } = context;
  const now = clock.now();
  const guess: Guess = {
    kind: "code",
    account: user.userId,
    ipAddress: user.ipAddress ?? "",
    now,
    limitScale: config.rateLimitScale,
  };
  const outcome = await withSystem(db, async (tx) => {
    const tooMany = await countGuess(tx, guess);
    if (tooMany) return tooMany;
    const codeFor = { email: newEmail, purpose: "change_email" as const, userId: user.userId };
    const isRight = await spendCode(tx, secretKeys, codeFor, code, now);
    if (isRight) await forgiveGuess(tx, guess);
    return isRight;
  });
  if (typeof outcome === "object") throw tooManyGuesses(outcome);
  const refused = () =>
    new AppError("validation_failed", { fields: { code: "This code is not right, or it has expired" } });
  if (!outcome) {
    await recordRefusedProof(db, user, "code");
    throw refused();
  }
  return withCompanyOf(db, user, async (tx) => {
    if (!(await setEmail(tx, user.userId, newEmail))) throw refused();
    await recordAudit(tx, user, {
      action: "account.email_changed",
      target: newEmail,
      targetId: user.userId,
      before: { email: user.email },
      after: { email: newEmail },
    });
    const token = await createRestoreToken(tx, user.userId, user.email, now);
    await mailAddressMoved(context, tx, user, newEmail, token);
    const profile = await findUserById(tx, user.userId);
    if (!profile) throw new AppError("unauthenticated");
    return profile;
  });
}
