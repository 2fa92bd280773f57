import type { Session } from "@forestay/contracts";
import type { Tx } from "#platform/db/transaction.ts";
import { deviceWords } from "./device-words.ts";
import { liveSessions } from "./sessions.ts";

/** Where a person is signed in, the latest use first; `currentSessionId` marks the one that asks. */
export async function listSessions(
  tx: Tx,
  userId: string,
  currentSessionId: string | null,
  now: Date,
): Promise<Session[]> {
  const rows = await liveSessions(tx, now)
    .select(["sessions.ip_address", "sessions.user_agent", "sessions.created_at"])
    .where("users.id", "=", userId)
    .orderBy("sessions.last_seen_at", "desc")
    .orderBy("sessions.id")
    .execute();
  return rows.map((row) => ({
    id: row.sessionId,
    device: deviceWords(row.user_agent),
    ipAddress: row.ip_address,
    createdAt: row.created_at.toISOString(),
    lastUsedAt: row.last_seen_at.toISOString(),
    isCurrent: row.sessionId === currentSessionId,
  }));
}
