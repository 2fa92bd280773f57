import { randomUUID } from "node:crypto";
import type { SupportAttachment, SupportMessage, SupportMessageType } from "@forestay/contracts";
import { sql } from "kysely";
import type { Tx } from "#platform/db/transaction.ts";
import { publishEvent } from "#platform/live/publish-event.ts";
import { updateSession, type SessionRow } from "./session-rows.ts";
import type { JsonValue } from "./answerer.ts";

type Sender = "user" | "ai" | "admin" | "system";

interface MessageRow {
  session_id: string;
  id: string;
  sequence: number;
  sender: Sender;
  sender_name: string;
  content: string;
  was_escalated: boolean;
  metadata: SupportMessage["metadata"];
  sent_at: Date;
  attachment_id: string | null;
  file_name: string | null;
  content_type: string | null;
  size_bytes: number | null;
}

export interface NewMessage {
  /** Its sender's own; made here where none is given. */
  id?: string | undefined;
  sender: Sender;
  senderUserId?: string;
  senderName: string;
  content: string;
  attachment?: SupportAttachment | null;
  metadata?: Record<string, JsonValue>;
  wasEscalated?: boolean;
}

const SYSTEM_NAME = "Forestay";
export const ASSISTANT_NAME = "AI assistant";
const LIST_LINE = 200;

const typeOf: Record<Sender, SupportMessageType> = {
  user: "UserMessage",
  ai: "AiMessage",
  admin: "AdminMessage",
  system: "SystemMessage",
};

/**
 * Adds a message to a session that the caller has locked, and tells both sides when the transaction commits: each fact
 * once to the person and once to staff. Returns the message, and the session as it is then.
 */
export async function appendMessage(
  tx: Tx,
  row: SessionRow,
  message: NewMessage,
  now: Date,
): Promise<{ row: SessionRow; message: SupportMessage }> {
  const sequence = row.last_sequence + 1;
  const stored: MessageRow = {
    session_id: row.id,
    id: message.id ?? randomUUID(),
    sequence,
    sender: message.sender,
    sender_name: message.senderName,
    content: message.content,
    was_escalated: message.wasEscalated ?? false,
    metadata: message.metadata ?? {},
    sent_at: now,
    attachment_id: message.attachment?.id ?? null,
    file_name: message.attachment?.fileName ?? null,
    content_type: message.attachment?.contentType ?? null,
    size_bytes: message.attachment?.sizeBytes ?? null,
  };
  await tx
    .insertInto("support_messages")
    .values({
      session_id: row.id,
      id: stored.id,
      sequence,
      sender: stored.sender,
      sender_user_id: message.senderUserId ?? null,
      sender_name: stored.sender_name,
      content: stored.content,
      was_escalated: stored.was_escalated,
      attachment_id: stored.attachment_id,
      metadata: JSON.stringify(stored.metadata),
      sent_at: now,
    })
    .execute();
  const line = stored.content === "" ? (stored.file_name ?? "") : stored.content;
  const isWord = stored.sender !== "system";
  const after = await updateSession(tx, row, {
    last_sequence: sequence,
    ...(isWord ? { last_message: line.slice(0, LIST_LINE).toWellFormed(), last_message_at: now } : {}),
    // Who writes has read what stands above.
    ...(stored.sender === "user"
      ? {
          last_user_message_at: now,
          idle_warned_at: null,
          user_read_sequence: sequence,
          unread_count: row.unread_count + 1,
        }
      : {}),
    ...(stored.sender === "admin"
      ? {
          staff_read_sequence: sequence,
          unread_count: 0,
          first_reply_at: row.first_reply_at ?? now,
        }
      : {}),
  });
  const wire = toMessage(stored, after);
  await publishEvent(tx, { userId: row.user_id, companyId: row.company_id }, "SupportMessageReceived", wire);
  await publishEvent(tx, { platform: true }, "message_received", wire);
  return { row: after, message: wire };
}

/** A line that nobody wrote: somebody joined, a warning, an end. */
export async function appendNotice(
  tx: Tx,
  row: SessionRow,
  content: string,
  now: Date,
  options: { wasEscalated?: boolean } = {},
): Promise<SessionRow> {
  const { row: after } = await appendMessage(
    tx,
    row,
    { sender: "system", senderName: SYSTEM_NAME, content, ...options },
    now,
  );
  return after;
}

const selectMessages = sql`
  select m.session_id, m.id, m.sequence, m.sender, m.sender_name, m.content, m.was_escalated, m.metadata, m.sent_at,
    a.id as attachment_id, a.file_name, a.content_type, octet_length(a.content) as size_bytes
  from support_messages m left join support_attachments a on a.id = m.attachment_id`;

/** The message that a sender's id stands for, if it was sent already. */
export async function findMessage(tx: Tx, row: SessionRow, id: string): Promise<SupportMessage | undefined> {
  const { rows } = await sql<MessageRow>`
    ${selectMessages} where m.session_id = ${row.id} and m.id = ${id}`.execute(tx);
  return rows[0] && toMessage(rows[0], row);
}

/** Messages in their order: those after or before a place, else the newest. */
export async function listMessages(
  tx: Tx,
  row: SessionRow,
  { after, before, limit }: { after?: number | undefined; before?: number | undefined; limit: number },
): Promise<{ items: SupportMessage[]; hasEarlier: boolean }> {
  const isForward = after !== undefined;
  const { rows } = await sql<MessageRow>`
    ${selectMessages} where m.session_id = ${row.id}
      ${after === undefined ? sql`` : sql`and m.sequence > ${after}`}
      ${before === undefined ? sql`` : sql`and m.sequence < ${before}`}
    order by m.sequence ${isForward ? sql`asc` : sql`desc`} limit ${limit}`.execute(tx);
  const items = (isForward ? rows : rows.toReversed()).map((one) => toMessage(one, row));
  return { items, hasEarlier: (items[0]?.sequence ?? 1) > 1 };
}

/** How many messages the person wrote since a moment. */
export async function countFromUserSince(tx: Tx, sessionId: string, since: Date): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from support_messages
    where session_id = ${sessionId} and sender = 'user' and sent_at > ${since}`.execute(tx);
  return rows[0]?.count ?? 0;
}

/** The same from a place on. */
export async function countFromUserAfter(tx: Tx, sessionId: string, sequence: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from support_messages
    where session_id = ${sessionId} and sender = 'user' and sequence > ${sequence}`.execute(tx);
  return rows[0]?.count ?? 0;
}

function toMessage(stored: MessageRow, row: SessionRow): SupportMessage {
  const isFromUser = stored.sender === "user";
  return {
    id: stored.id,
    sessionId: stored.session_id,
    sequence: stored.sequence,
    content: stored.content,
    type: typeOf[stored.sender],
    sentAt: stored.sent_at.toISOString(),
    senderName: stored.sender_name,
    isFromUser,
    isFromAi: stored.sender === "ai",
    isFromAdmin: stored.sender === "admin",
    wasEscalated: stored.was_escalated,
    isRead: stored.sequence <= (isFromUser ? row.staff_read_sequence : row.user_read_sequence),
    attachment:
      stored.attachment_id === null
        ? null
        : {
            id: stored.attachment_id,
            fileName: stored.file_name ?? "",
            contentType: stored.content_type ?? "",
            sizeBytes: stored.size_bytes ?? 0,
          },
    metadata: stored.metadata,
  };
}
