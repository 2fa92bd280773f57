import type { Tx } from "#platform/db/transaction.ts";
import { publishEvent } from "#platform/live/publish-event.ts";
import type { SessionRow } from "./session-rows.ts";
import { toSession, toStaffSession } from "./to-session.ts";

/** Whoever has the session open, on either side. */
export const sessionRoom = (sessionId: string) => `support:${sessionId}`;

const personOf = (row: SessionRow) => ({ userId: row.user_id, companyId: row.company_id });

export async function tellCreated(tx: Tx, row: SessionRow): Promise<void> {
  await publishEvent(tx, personOf(row), "SupportSessionCreated", toSession(row));
  await publishEvent(tx, { platform: true }, "new_support_session", toStaffSession(row));
  await askForPerson(tx, row);
}

/** Who answers changed, or how urgent it is, without anybody having claimed it. */
export async function tellEscalated(tx: Tx, row: SessionRow, reason: string): Promise<void> {
  await publishEvent(tx, personOf(row), "SupportSessionEscalated", {
    sessionId: row.id,
    escalationLevel: row.escalation_level,
    reason,
    status: row.status,
  });
  await tellQueueChanged(tx, row.id);
}

export async function tellClaimed(tx: Tx, row: SessionRow): Promise<void> {
  const { id: sessionId, assigned_admin_id: adminId, assigned_admin_name: adminName } = row;
  if (adminId === null || adminName === null) return;
  const assigned = { sessionId, adminId, adminName };
  await publishEvent(tx, personOf(row), "SupportSessionClaimed", toSession(row));
  await publishEvent(tx, { platform: true }, "session_assigned", assigned);
  await publishEvent(tx, { room: sessionRoom(sessionId) }, "admin_picked_up_session", assigned);
}

export async function tellEnded(tx: Tx, row: SessionRow): Promise<void> {
  const end = { sessionId: row.id, status: row.status, reason: row.close_reason ?? "" };
  await publishEvent(tx, personOf(row), "SupportSessionClosed", end);
  await publishEvent(tx, { platform: true }, "session_closed", end);
}

/** Whoever may claim hears that somebody wants a person. */
export async function askForPerson(tx: Tx, row: SessionRow): Promise<void> {
  await publishEvent(tx, { platform: true }, "NewSupportRequest", {
    sessionId: row.id,
    userEmail: row.user_email,
    userName: row.user_name,
    topic: row.topic,
  });
}

export const tellQueueChanged = (tx: Tx, sessionId: string) =>
  publishEvent(tx, { platform: true }, "active_sessions", { sessionId });
