import type { SupportMessage } from "@forestay/contracts";
import { findUserById, personName } from "#modules/companies/index.ts";
import { withSystem, type Tx } from "#platform/db/transaction.ts";
import { AppError } from "#platform/http/app-error.ts";
import type { ModuleContext } from "#platform/module.ts";
import { openSession, requireVoice, type Caller, type Side } from "./access.ts";
import { answerPicture } from "./answer-picture.ts";
import { answerRequest } from "./answer-request.ts";
import { takeAttachment } from "./attachments.ts";
import { appendMessage, countFromUserSince, findMessage } from "./messages.ts";
import { requireOpen, type SessionRow } from "./session-rows.ts";
import { seeStaff } from "./staff/presence.ts";

/** Nobody types faster; counted here, because messages come by the hub and by HTTP. */
const MESSAGES_PER_MINUTE = 60;
const MINUTE_MS = 60_000;

export interface OutgoingMessage {
  /** The sender's own: tried again under it, the message is sent once. */
  id?: string | undefined;
  content: string;
  attachmentId?: string | undefined;
}

/**
 * Writes a message of the session's person, or of the Admin who has claimed it, and tells both sides on commit. Throws
 * `not_found` where the caller may not see the session, `invalid_state` where it has ended or is not theirs to answer.
 */
export async function sendMessage(
  { db, jobs, clock }: ModuleContext,
  caller: Caller,
  sessionId: string,
  outgoing: OutgoingMessage,
): Promise<SupportMessage> {
  const calledAt = clock.now();
  const written = await withSystem(db, async (tx) => {
    const { row, side } = await openSession(tx, caller, sessionId, { lock: true });
    const sent = outgoing.id === undefined ? undefined : await findMessage(tx, row, outgoing.id);
    if (sent) return requireSame(sent, outgoing, side);
    requireOpen(row);
    requireVoice(row, side, caller);
    const now = clock.now();
    if (side === "user") await requireCalm(tx, row, now);
    const attachment =
      outgoing.attachmentId === undefined
        ? null
        : await takeAttachment(tx, row, caller, outgoing.attachmentId);
    const { row: after, message } = await appendMessage(
      tx,
      row,
      {
        id: outgoing.id,
        sender: side === "user" ? "user" : "admin",
        senderUserId: caller.userId,
        senderName: side === "user" ? row.user_name : await nameOfStaff(tx, row, caller),
        content: outgoing.content,
        attachment,
      },
      now,
    );
    if (side === "user" && after.status === "AiActive") {
      if (outgoing.content === "") await answerPicture(tx, after, now);
      else
        await jobs.enqueue(tx, answerRequest, { sessionId, messageId: message.id }, { groupKey: sessionId });
    }
    return message;
  });
  // Who answers was there when they called, however long the database took. By itself: whoever watches them takes their row
  // before the session's.
  if (written.isFromAdmin) await withSystem(db, (tx) => seeStaff(tx, jobs, caller.userId, calledAt));
  return written;
}

/** An id that somebody else's message has, or this sender's for other words or another image, is no repetition. */
function requireSame(
  sent: SupportMessage,
  { content, attachmentId }: OutgoingMessage,
  side: Side,
): SupportMessage {
  const isMine = side === "user" ? sent.isFromUser : sent.isFromAdmin;
  if (isMine && sent.content === content && sent.attachment?.id === attachmentId) return sent;
  throw new AppError("conflict", { message: "Another message of this session has that id." });
}

async function requireCalm(tx: Tx, row: SessionRow, now: Date): Promise<void> {
  const since = new Date(now.getTime() - MINUTE_MS);
  if ((await countFromUserSince(tx, row.id, since)) >= MESSAGES_PER_MINUTE)
    throw new AppError("rate_limited", { retryAfterSeconds: MINUTE_MS / 1000 });
}

/** As whoever claimed it is called; a name that changed since is read anew with the next claim. */
async function nameOfStaff(tx: Tx, row: SessionRow, caller: Caller): Promise<string> {
  if (row.assigned_admin_name !== null) return row.assigned_admin_name;
  const person = await findUserById(tx, caller.userId);
  return person ? personName(person) : "Support";
}
