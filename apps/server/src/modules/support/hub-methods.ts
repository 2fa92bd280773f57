import { supportMethods } from "@forestay/contracts";
import { findUserById, personName } from "#modules/companies/index.ts";
import { withSystem, type Tx } from "#platform/db/transaction.ts";
import { handleHubMethods } from "#platform/live/hub-methods.ts";
import { roomGroup, type HubUser } from "#platform/live/notification-hub.ts";
import { publishEvent } from "#platform/live/publish-event.ts";
import type { ModuleContext } from "#platform/module.ts";
import { openSession, type Side } from "./access.ts";
import { sendMessage } from "./send-message.ts";
import type { SessionRow } from "./session-rows.ts";
import { claimSession } from "./staff/claim-session.ts";
import { listOpenSessions } from "./staff/list-sessions.ts";
import { sessionRoom } from "./tell.ts";
import { toSession } from "./to-session.ts";

/** What the pages of support invoke on the live hub. Access to the session is looked at on each call. */
export const supportHubMethods = handleHubMethods(supportMethods, {
  async JoinSupportSession({ context, user, groups }: SupportCall, sessionId) {
    const { row, side } = await withSystem(context.db, (tx) => openSession(tx, user, sessionId));
    await groups.add(roomGroup(sessionRoom(sessionId)));
    await withSystem(context.db, async (tx) => {
      await publishEvent(tx, { room: sessionRoom(sessionId) }, "user_joined_session", {
        sessionId,
        ...(await nameIn(tx, row, side, user)),
      });
    });
    return toSession(row);
  },

  async LeaveSupportSession({ groups }, sessionId) {
    await groups.remove(roomGroup(sessionRoom(sessionId)));
  },

  SendMessage: ({ context, user }, sessionId, message) =>
    sendMessage(context, user, sessionId, typeof message === "string" ? { content: message } : message),

  async TypingIndicator({ context, user }, sessionId, isTyping) {
    await withSystem(context.db, async (tx) => {
      const { row, side } = await openSession(tx, user, sessionId);
      // Whoever only looks in writes nothing.
      if (side === "staff" && row.assigned_admin_id !== user.userId) return;
      await publishEvent(tx, { room: sessionRoom(sessionId) }, "user_typing", {
        sessionId,
        ...(await nameIn(tx, row, side, user)),
        isTyping,
      });
    });
  },

  PickupSupportSession: ({ context, user }, sessionId) => claimSession(context, user, sessionId),

  GetActiveSessions: ({ context }) => withSystem(context.db, listOpenSessions),
});

interface SupportCall {
  context: ModuleContext;
  user: HubUser;
  groups: { add(group: string): Promise<void>; remove(group: string): Promise<void> };
}

async function nameIn(
  tx: Tx,
  row: SessionRow,
  side: Side,
  { userId }: HubUser,
): Promise<{ userId: string; userName: string; isFromUser: boolean }> {
  if (side === "user") return { userId, userName: row.user_name, isFromUser: true };
  if (row.assigned_admin_id === userId && row.assigned_admin_name !== null) {
    return { userId, userName: row.assigned_admin_name, isFromUser: false };
  }
  const person = await findUserById(tx, userId);
  return { userId, userName: person ? personName(person) : "Support", isFromUser: false };
}
