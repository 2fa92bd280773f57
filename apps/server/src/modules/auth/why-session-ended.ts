import type { Kysely } from "kysely";
import { hashOpaqueToken } from "#platform/crypto/secrets.ts";
import type { DB } from "#platform/db/schema.gen.ts";
import type { SessionEndReason } from "./sessions.ts";

const SIGN_IN = "Sign in to continue.";

/** What a person reads at the sign-in page; nothing where they signed out themselves. */
const words: Record<SessionEndReason, string | null> = {
  logout: null,
  reuse: `An old copy of your session's cookie was used, so the session was ended. ${SIGN_IN} If that was not you, change your password.`,
  disabled: "Your account was deactivated, and you were signed out everywhere.",
  password_change: `Your password was changed, which signed you out everywhere else. ${SIGN_IN}`,
  ended_elsewhere: `You were signed out here from another device. ${SIGN_IN}`,
  ended_by_admin: `The platform's staff signed you out everywhere. ${SIGN_IN}`,
};

/** Why the session of this cookie is over; null where there never was one, or its person ended it here. */
export async function whySessionEnded(db: Kysely<DB>, token: string): Promise<string | null> {
  const hash = hashOpaqueToken(token);
  const session = await db
    .selectFrom("sessions")
    .innerJoin("users", "users.id", "sessions.user_id")
    .select(["ended_at", "end_reason", "disabled_at"])
    .where((eb) => eb.or([eb("token_hash", "=", hash), eb("previous_token_hash", "=", hash)]))
    .executeTakeFirst();
  if (!session) return null;
  if (session.disabled_at !== null) return words.disabled;
  if (session.ended_at === null)
    return `You have not been here for a while, so your session has ended. ${SIGN_IN}`;
  return words[session.end_reason as SessionEndReason] ?? null;
}
