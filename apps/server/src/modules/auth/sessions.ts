import { DAY_MS, MINUTE_MS, type CompanyRole, type PlatformRole } from "@forestay/contracts";
import type { Kysely } from "kysely";
import type { DB } from "#platform/db/schema.gen.ts";
import type { Tx } from "#platform/db/transaction.ts";
import { createOpaqueToken, hashOpaqueToken } from "#platform/crypto/secrets.ts";
import type { SignedInUser } from "#platform/http/actor.ts";
import { closeLiveConnections } from "#platform/live/publish-event.ts";

/** 30 days idle, 90 absolute, rotated at most daily, the value before good for 60 s. */
export const SESSION_IDLE_MS = 30 * DAY_MS;
export const SESSION_ABSOLUTE_MS = 90 * DAY_MS;
const ROTATE_AFTER_MS = DAY_MS;
const ROTATION_GRACE_MS = MINUTE_MS;
/** `last_seen_at` is only kept this fine: a write on every request would buy nothing. */
const SEEN_GRANULARITY_MS = 10 * MINUTE_MS;
const USER_AGENT_MAX = 400;

export type SessionEndReason =
  | "logout"
  | "reuse"
  | "disabled"
  | "password_change"
  | "ended_elsewhere"
  | "ended_by_admin";

/** Starts a session; the token goes into the cookie and is not kept. */
export async function createSession(
  tx: Tx,
  session: { userId: string; ipAddress: string; userAgent: string | undefined; now: Date },
): Promise<{ sessionId: string; token: string }> {
  const { token, hash } = createOpaqueToken();
  const { id } = await tx
    .insertInto("sessions")
    .values({
      user_id: session.userId,
      token_hash: hash,
      rotated_at: session.now,
      created_at: session.now,
      last_seen_at: session.now,
      ip_address: session.ipAddress,
      user_agent: session.userAgent?.toWellFormed().replaceAll("\0", "").slice(0, USER_AGENT_MAX) ?? null,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  return { sessionId: id, token };
}

/** Sessions that are neither ended nor too old, of people who are not disabled. */
export function liveSessions(tx: Kysely<DB>, now: Date) {
  return tx
    .selectFrom("sessions")
    .innerJoin("users", "users.id", "sessions.user_id")
    .select([
      "sessions.id as sessionId",
      "sessions.rotated_at",
      "sessions.last_seen_at",
      "sessions.token_hash",
      "users.id as userId",
      "users.email",
      "users.platform_role",
      "users.company_id",
      "users.company_role",
    ])
    .where("sessions.ended_at", "is", null)
    .where("sessions.last_seen_at", ">", new Date(now.getTime() - SESSION_IDLE_MS))
    .where("sessions.created_at", ">", new Date(now.getTime() - SESSION_ABSOLUTE_MS))
    .where("users.disabled_at", "is", null);
}

type LiveSession = Awaited<ReturnType<ReturnType<typeof liveSessions>["executeTakeFirstOrThrow"]>>;

function toSignedInUser(row: LiveSession): SignedInUser {
  return {
    userId: row.userId,
    sessionId: row.sessionId,
    email: row.email,
    platformRole: row.platform_role as PlatformRole,
    companyId: row.company_id,
    companyRole: row.company_role as CompanyRole | null,
  };
}

/**
 * The user of a live session with the roles of this moment; null once ended, expired or disabled. One statement, so it
 * may run outside a transaction: every request asks it, and BEGIN and COMMIT would be two round trips more.
 */
export async function findSession(
  tx: Kysely<DB>,
  sessionId: string,
  now: Date,
): Promise<SignedInUser | null> {
  const row = await liveSessions(tx, now).where("sessions.id", "=", sessionId).executeTakeFirst();
  return row ? toSignedInUser(row) : null;
}

/**
 * The user behind a cookie's value, and the new value when it was rotated now. A value from before the last rotation
 * is good for 60 s (parallel tabs); shown later it has been copied: `reused` says so, and the caller ends the session.
 */
export async function resumeSession(
  tx: Tx,
  token: string,
  now: Date,
): Promise<
  { user: SignedInUser; newToken: string | null; reused?: never } | { reused: SignedInUser } | null
> {
  const hash = hashOpaqueToken(token);
  const row = await liveSessions(tx, now)
    .where((eb) => eb.or([eb("token_hash", "=", hash), eb("previous_token_hash", "=", hash)]))
    .executeTakeFirst();
  if (!row) return null;
  const user = toSignedInUser(row);
  const sinceRotationMs = now.getTime() - row.rotated_at.getTime();
  if (!row.token_hash.equals(hash)) {
    if (sinceRotationMs <= ROTATION_GRACE_MS) return { user, newToken: null };
    return { reused: user };
  }
  if (sinceRotationMs >= ROTATE_AFTER_MS) {
    const next = createOpaqueToken();
    const rotated = await tx
      .updateTable("sessions")
      .set({ token_hash: next.hash, previous_token_hash: hash, rotated_at: now, last_seen_at: now })
      .where("id", "=", row.sessionId)
      // A parallel tab may have rotated it a moment ago: then ours is the previous value, within its 60 s.
      .where("token_hash", "=", hash)
      .executeTakeFirst();
    return { user, newToken: rotated.numUpdatedRows === 1n ? next.token : null };
  }
  if (now.getTime() - row.last_seen_at.getTime() >= SEEN_GRANULARITY_MS) {
    await tx.updateTable("sessions").set({ last_seen_at: now }).where("id", "=", row.sessionId).execute();
  }
  return { user, newToken: null };
}

/** Ends one session: its cookie and its access tokens stop working with the next request. False when it had ended. */
export async function endSession(
  tx: Tx,
  sessionId: string,
  reason: SessionEndReason,
  now: Date,
): Promise<boolean> {
  const ended = await tx
    .updateTable("sessions")
    .set({ ended_at: now, end_reason: reason })
    .where("id", "=", sessionId)
    .where("ended_at", "is", null)
    .executeTakeFirst();
  await closeLiveConnections(tx, { sessionId });
  return ended.numUpdatedRows === 1n;
}

/** Ends every session of a user, e.g. when disabled or after a password reset; returns how many were open. */
export async function endSessionsOfUser(
  tx: Tx,
  userId: string,
  reason: SessionEndReason,
  now: Date,
): Promise<number> {
  const ended = await endOpenSessions(tx, userId, reason, now).executeTakeFirst();
  await closeLiveConnections(tx, { userId });
  return Number(ended.numUpdatedRows);
}

/** Ends every session of a user but one; returns how many were open. */
export async function endOtherSessions(
  tx: Tx,
  { userId, sessionId }: { userId: string; sessionId: string },
  reason: SessionEndReason,
  now: Date,
): Promise<number> {
  const ended = await endOpenSessions(tx, userId, reason, now)
    .where("id", "<>", sessionId)
    .returning("id")
    .execute();
  for (const { id } of ended) await closeLiveConnections(tx, { sessionId: id });
  return ended.length;
}

function endOpenSessions(tx: Tx, userId: string, reason: SessionEndReason, now: Date) {
  return tx
    .updateTable("sessions")
    .set({ ended_at: now, end_reason: reason })
    .where("user_id", "=", userId)
    .where("ended_at", "is", null);
}
