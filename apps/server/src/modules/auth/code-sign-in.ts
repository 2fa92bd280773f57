import { randomUUID } from "node:crypto";
import { recordAudit } from "#modules/audit/index.ts";
import {
  createCompany,
  createUser,
  findAccountByEmail,
  isEmailTaken,
  setPassword,
  withCompanyOf,
} from "#modules/companies/index.ts";
import { markRegistered } from "#modules/waiting-list/index.ts";
import { withSystem, withTenant } from "#platform/db/transaction.ts";
import { AppError } from "#platform/http/app-error.ts";
import type { ModuleContext } from "#platform/module.ts";
import { mailCode, mailNoAccount, tellSecurityNews } from "./account-mails.ts";
import { countGuess, countSend, forgiveGuess, tooManyGuesses, type Guess } from "./attempts.ts";
import { passFirstFactor, type SignInAttempt, type SignInResult } from "./finish-sign-in.ts";
import { checkNewPassword } from "./password-policy.ts";
import { noteRefusedSignIn, type RefusedFor } from "./refused-sign-ins.ts";
import { endSessionsOfUser } from "./sessions.ts";
import { createCode, spendCode, type CodePurpose } from "./verification-codes.ts";

const wrongCode = () =>
  new AppError("invalid_credentials", {
    message: "This code is not right, or it has expired.",
    fields: { code: "This code is not right, or it has expired" },
  });

/**
 * Mails a code to an address. Known and unknown addresses take the same steps and get the same answer: a sign-in code
 * goes to both (it registers an unknown one), and a reset is answered by a mail without a code where nobody has the
 * address.
 */
export async function sendCode(
  context: ModuleContext,
  email: string,
  purpose: "sign_in" | "reset",
): Promise<void> {
  const { db, clock, config, secretKeys } = context;
  const now = clock.now();
  const waitSeconds = await withSystem(db, async (tx) => {
    const wait = await countSend(tx, email, now, config.rateLimitScale);
    if (wait !== null) return wait;
    const person = await findAccountByEmail(tx, email);
    const code = await createCode(tx, secretKeys, { email, purpose, userId: null }, now);
    if (purpose === "reset" && !person) await mailNoAccount(context, tx, email);
    else await mailCode(context, tx, { email, companyId: person?.companyId ?? null }, purpose, code);
    return null;
  });
  if (waitSeconds !== null) {
    throw new AppError("rate_limited", {
      message: "Too many codes for this address. Use the latest one, or try again later.",
      retryAfterSeconds: waitSeconds,
    });
  }
}

interface CodeAttempt {
  email: string;
  code: string;
  ipAddress: string;
}

/** Spends a guess and, when it is right, the code; throws `rate_limited` or `invalid_credentials`. */
async function passCode(context: ModuleContext, attempt: CodeAttempt, purpose: CodePurpose): Promise<void> {
  const { db, clock, config, secretKeys } = context;
  const now = clock.now();
  const guess: Guess = {
    kind: "code",
    account: attempt.email,
    ipAddress: attempt.ipAddress,
    now,
    limitScale: config.rateLimitScale,
  };
  // One transaction that commits whatever comes of it: a guess that was rolled back would be free.
  const outcome = await withSystem(db, async (tx) => {
    const { email, ipAddress } = attempt;
    const tooMany = await countGuess(tx, guess);
    const userId = (await findAccountByEmail(tx, email))?.id ?? null;
    const note = (reason: RefusedFor) =>
      noteRefusedSignIn(context, tx, { userId, proof: "code", reason, ipAddress });
    if (tooMany?.isFirst) await note("too_many_attempts");
    if (tooMany) return tooMany;
    const isRight = await spendCode(tx, secretKeys, { email, purpose, userId: null }, attempt.code, now);
    if (isRight) await forgiveGuess(tx, guess);
    else await note("wrong");
    return isRight;
  });
  if (typeof outcome === "object") throw tooManyGuesses(outcome);
  if (!outcome) throw wrongCode();
}

/** Signs in, or registers, whoever shows the code of an address. */
export async function signInByCode(
  context: ModuleContext,
  attempt: CodeAttempt & { userAgent: string | undefined },
): Promise<SignInResult> {
  const { ipAddress, userAgent } = attempt;
  await passCode(context, attempt, "sign_in");
  const person = await withSystem(context.db, async (tx) => {
    const known = await findAccountByEmail(tx, attempt.email);
    if (known) return known;
    // A disabled account keeps its address, and says no more than a wrong code does.
    if (await isEmailTaken(tx, attempt.email)) throw wrongCode();
    return null;
  });
  return passFirstFactor(
    context,
    { person: person ?? (await register(context, attempt.email, ipAddress)), ipAddress, userAgent },
    "code",
  );
}

/**
 * A registering person becomes Owner of a new company; its name is asked in onboarding. Company, person and
 * the log's entry of it stand together or not at all.
 */
function register(
  { db, clock }: ModuleContext,
  email: string,
  ipAddress: string,
): Promise<SignInAttempt["person"]> {
  const companyId = randomUUID();
  return withTenant(db, companyId, async (tx) => {
    await createCompany(tx, { id: companyId, name: "" });
    const user = await createUser(tx, { email, company: { id: companyId, role: "Owner" } });
    await markRegistered(tx, user.email, clock.now());
    await recordAudit(
      tx,
      { userId: user.id, companyId, ipAddress },
      { action: "account.registered", target: email, targetId: user.id },
    );
    return { id: user.id, email, companyId };
  });
}

/** Sets a new password by code and ends every session. Signing in stays to be done, second factor included. */
export async function resetPassword(
  context: ModuleContext,
  attempt: CodeAttempt & { password: string },
): Promise<void> {
  const { db, clock } = context;
  await checkNewPassword(attempt.password, attempt.email);
  await passCode(context, attempt, "reset");
  const person = await withSystem(db, (tx) => findAccountByEmail(tx, attempt.email));
  if (!person) throw wrongCode();
  await withCompanyOf(db, person, async (tx) => {
    await setPassword(tx, person.id, attempt.password);
    await endSessionsOfUser(tx, person.id, "password_change", clock.now());
    await recordAudit(
      tx,
      { userId: person.id, companyId: person.companyId, ipAddress: attempt.ipAddress },
      {
        action: "account.password_reset",
        target: person.email,
        targetId: person.id,
      },
    );
    await tellSecurityNews(
      context,
      tx,
      { ...person, userId: person.id },
      {
        title: "Your password was reset",
        what: "A new password was set with a code sent to this address. All sessions have been ended.",
      },
    );
  });
}
