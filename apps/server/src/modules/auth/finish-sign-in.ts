import { hasActiveAdmin, lockAdmins, withCompanyOf, makeAdmin } from "#modules/companies/index.ts";
import { recordAudit } from "#modules/audit/index.ts";
import type { Tx } from "#platform/db/transaction.ts";
import { closeLiveConnections } from "#platform/live/publish-event.ts";
import type { ModuleContext } from "#platform/module.ts";
import { tellSecurityNews } from "./account-mails.ts";
import { deviceWords } from "./device-words.ts";
import { createSession } from "./sessions.ts";
import { createChallenge } from "./two-factor/mfa-challenge.ts";
import { hasTwoFactor } from "./two-factor/two-factor.ts";

/** Who signs in, and from where. */
export interface SignInAttempt {
  person: { id: string; email: string; companyId: string | null };
  ipAddress: string;
  userAgent: string | undefined;
}

/** A sign-in that has ended with a session, or waits for the second factor. */
export type SignInResult =
  | { userId: string; sessionId: string; cookieToken: string }
  | { challengeId: string };

/**
 * Goes on after a right password or e-mailed code: a session, or a challenge where two-factor is on. There is no other
 * way to a session for a person who has it on.
 */
export async function passFirstFactor(
  context: ModuleContext,
  attempt: SignInAttempt,
  how: "password" | "code",
): Promise<SignInResult> {
  return withCompanyOf(context.db, attempt.person, async (tx) => {
    // A code of this moment proves the address; a password proves nothing about it.
    if (how === "code") await nameFirstAdmin(context, tx, attempt);
    if (await hasTwoFactor(tx, attempt.person.id)) {
      return { challengeId: await createChallenge(tx, attempt.person.id, context.clock.now()) };
    }
    return startSession(context, tx, attempt, how);
  });
}

/** Starts the session of somebody who has shown everything that is asked of them. `tx` is of their company. */
export async function startSession(
  context: ModuleContext,
  tx: Tx,
  { person, ipAddress, userAgent }: SignInAttempt,
  how: "password" | "code" | "invitation" | "totp" | "recovery_code",
): Promise<{ userId: string; sessionId: string; cookieToken: string }> {
  const { clock } = context;
  const actor = { userId: person.id, companyId: person.companyId, ipAddress };
  const device = deviceWords(userAgent ?? null);
  if (await isNewDevice(tx, person.id, device)) {
    await tellSecurityNews(
      context,
      tx,
      { ...person, userId: person.id },
      {
        title: "A sign-in from a new device",
        what: `Somebody signed in to your account with ${device} from ${ipAddress}.`,
      },
    );
  }
  if (how === "invitation") await nameFirstAdmin(context, tx, { person, ipAddress, userAgent });
  const session = await createSession(tx, { userId: person.id, ipAddress, userAgent, now: clock.now() });
  await recordAudit(tx, actor, {
    action: "session.started",
    target: device,
    targetId: session.sessionId,
    after: { how },
  });
  return { userId: person.id, sessionId: session.sessionId, cookieToken: session.token };
}

/** Whether a person who has signed in before never did so with this kind of device. */
async function isNewDevice(tx: Tx, userId: string, device: string): Promise<boolean> {
  const earlier = await tx
    .selectFrom("sessions")
    .select("user_agent")
    .distinct()
    .where("user_id", "=", userId)
    .execute();
  return earlier.length > 0 && earlier.every((session) => deviceWords(session.user_agent) !== device);
}

/**
 * ADMIN_EMAIL: whoever proves that the address is theirs becomes Admin while there is none; the sample
 * company's Admin does not count.
 */
async function nameFirstAdmin(
  { config }: ModuleContext,
  tx: Tx,
  { person, ipAddress }: SignInAttempt,
): Promise<void> {
  if (person.email !== config.adminEmail) return;
  const actor = { userId: person.id, companyId: person.companyId, ipAddress };
  await lockAdmins(tx);
  if (await hasActiveAdmin(tx, { exceptDemo: true })) return;
  await makeAdmin(tx, person.id);
  await closeLiveConnections(tx, { userId: person.id });
  await recordAudit(tx, actor, {
    action: "admin.first_named",
    target: person.email,
    targetId: person.id,
    after: { platformRole: "Admin" },
  });
}
