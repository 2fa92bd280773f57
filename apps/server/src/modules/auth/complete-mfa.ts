import { findAccountById, withCompanyOf } from "#modules/companies/index.ts";
import { withSystem } from "#platform/db/transaction.ts";
import { AppError } from "#platform/http/app-error.ts";
import type { ModuleContext } from "#platform/module.ts";
import { tellSecurityNews } from "./account-mails.ts";
import { countGuess, forgiveGuess, tooManyGuesses } from "./attempts.ts";
import { startSession } from "./finish-sign-in.ts";
import { noteRefusedSignIn, type RefusedFor } from "./refused-sign-ins.ts";
import { finishChallenge, guessChallenge } from "./two-factor/mfa-challenge.ts";
import { countRecoveryCodes } from "./two-factor/recovery-codes.ts";
import { spendSecondFactor } from "./two-factor/two-factor.ts";

/** An id that no person has. */
const NOBODY = "00000000-0000-0000-0000-000000000000";

const refused = () =>
  new AppError("invalid_credentials", {
    message: "This code is not right, or the sign-in took too long. Try again, or sign in anew.",
    fields: { code: "This code is not right, or the sign-in took too long. Try again, or sign in anew" },
  });

/** The second step of a sign-in; throws `rate_limited` or `invalid_credentials`. */
export async function completeMfa(
  context: ModuleContext,
  attempt: { challengeId: string; code: string; ipAddress: string; userAgent: string | undefined },
): Promise<{ userId: string; sessionId: string; cookieToken: string }> {
  const { db, clock, config, secretKeys } = context;
  const now = clock.now();
  // Commits whatever comes of it: a guess that was rolled back would be free.
  const outcome = await withSystem(db, async (tx) => {
    const userId = await guessChallenge(tx, attempt.challengeId, now);
    // A challenge costs a right password, so the account's own counter is what guards against making many of them.
    const account = userId ?? attempt.challengeId;
    const { ipAddress } = attempt;
    const guess = { kind: "mfa" as const, account, ipAddress, now, limitScale: config.rateLimitScale };
    const note = (reason: RefusedFor) =>
      noteRefusedSignIn(context, tx, { userId, proof: "second_factor", reason, ipAddress });
    const tooMany = await countGuess(tx, guess);
    if (tooMany?.isFirst) await note("too_many_attempts");
    if (tooMany) return { tooMany };
    // Nobody's second factor is asked for too: the answer to a challenge that does not stand costs the same steps.
    const how = await spendSecondFactor(tx, secretKeys, userId ?? NOBODY, attempt.code, now);
    if (userId === null || how === null) {
      await note("wrong");
      return null;
    }
    await forgiveGuess(tx, guess);
    await finishChallenge(tx, attempt.challengeId, now);
    return { how, person: await findAccountById(tx, userId) };
  });
  if (outcome && "tooMany" in outcome) throw tooManyGuesses(outcome.tooMany);
  if (!outcome?.person) throw refused();
  const { how, person } = outcome;
  return withCompanyOf(db, person, async (tx) => {
    if (how === "recovery_code") {
      const left = await countRecoveryCodes(tx, person.id);
      await tellSecurityNews(
        context,
        tx,
        { ...person, userId: person.id },
        {
          title: "A recovery code was used",
          what: `A recovery code took the place of your authenticator app. ${left} are left.`,
        },
      );
    }
    return startSession(context, tx, { ...attempt, person }, how);
  });
}
