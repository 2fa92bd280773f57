import { satisfiesPolicy } from "@forestay/contracts";
import { withSystem } from "#platform/db/transaction.ts";
import { publishEvent } from "#platform/live/publish-event.ts";
import type { ModuleContext } from "#platform/module.ts";
import { openSession, type Caller } from "./access.ts";
import { countFromUserAfter } from "./messages.ts";
import { updateSession } from "./session-rows.ts";
import { sessionRoom, tellQueueChanged } from "./tell.ts";

/**
 * Notes how far one side has read, never back. Of staff only whoever may answer counts: a Moderator who looks in has
 * not read it for anybody.
 */
export async function markSessionRead(
  { db }: ModuleContext,
  caller: Caller,
  sessionId: string,
  sequence: number,
): Promise<void> {
  await withSystem(db, async (tx) => {
    const { row, side } = await openSession(tx, caller, sessionId, { lock: true });
    const isByUser = side === "user";
    if (!isByUser && !satisfiesPolicy("support:claim", caller)) return;
    const reached = Math.min(sequence, row.last_sequence);
    if (reached <= (isByUser ? row.user_read_sequence : row.staff_read_sequence)) return;
    await publishEvent(tx, { room: sessionRoom(sessionId) }, "support_messages_read", {
      sessionId,
      isByUser,
      sequence: reached,
    });
    if (isByUser) {
      await updateSession(tx, row, { user_read_sequence: reached });
      return;
    }
    await updateSession(tx, row, {
      staff_read_sequence: reached,
      unread_count: await countFromUserAfter(tx, sessionId, reached),
    });
    await tellQueueChanged(tx, sessionId);
  });
}
