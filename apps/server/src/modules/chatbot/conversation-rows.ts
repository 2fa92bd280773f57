import {
  ChatMessageSender,
  type ChatAnswer,
  type ChatMessage,
  type Conversation,
  type PageContext,
  type Remembered,
} from "@forestay/contracts";
import type { Memory } from "@forestay/assistant";
import { sql, type Selectable } from "kysely";
import type { DB } from "#platform/db/schema.gen.ts";
import type { Tx } from "#platform/db/transaction.ts";
import { AppError } from "#platform/http/app-error.ts";
import type { CompanyUser } from "#platform/http/actor.ts";

type ConversationRow = Selectable<DB["chat_conversations"]>;
type MessageRow = Selectable<DB["chat_messages"]>;

/** What is shown of the last message in a list. */
const SHOWN_OF_LAST = 160;

/** A person's own conversation. Throws `not_found` for one that is not there, deleted, or somebody else's. */
export async function findConversation(
  tx: Tx,
  { companyId, userId }: CompanyUser,
  id: string,
  { isDeleted = false, lock = false } = {},
): Promise<ConversationRow> {
  const row = await tx
    .selectFrom("chat_conversations")
    .selectAll()
    .where("company_id", "=", companyId)
    .where("user_id", "=", userId)
    .where("id", "=", id)
    .where("deleted_at", isDeleted ? "is not" : "is", null)
    .$if(lock, (query) => query.forUpdate())
    .executeTakeFirst();
  if (!row) throw new AppError("not_found", { message: "This conversation does not exist." });
  return row;
}

export const memoryOf = ({ memory }: Pick<ConversationRow, "memory">): Memory => memory as unknown as Memory;

/** Unread: what the assistant said since the person last looked. */
export async function toConversations(
  tx: Tx,
  companyId: string,
  rows: readonly ConversationRow[],
): Promise<Conversation[]> {
  const ids = rows.map(({ id }) => id);
  const counted =
    ids.length === 0
      ? []
      : await tx
          .selectFrom("chat_messages as m")
          .innerJoin("chat_conversations as c", (join) =>
            join.onRef("c.company_id", "=", "m.company_id").onRef("c.id", "=", "m.conversation_id"),
          )
          .select(["m.conversation_id", (of) => of.fn.countAll<string>().as("unread")])
          .where("m.company_id", "=", companyId)
          .where("m.conversation_id", "in", ids)
          .where("m.sender", "!=", ChatMessageSender.User)
          .whereRef("m.sent_at", ">", "c.read_at")
          .groupBy("m.conversation_id")
          .execute();
  const unread = new Map(counted.map((one) => [one.conversation_id, Number(one.unread)]));
  return rows.map((row) => ({
    id: row.id,
    title: row.title,
    lastMessage: row.last_message,
    lastMessageAt: row.last_message_at?.toISOString() ?? null,
    messageCount: row.message_count,
    unreadCount: unread.get(row.id) ?? 0,
    createdAt: row.created_at.toISOString(),
    contextKey: row.context_key,
    context: row.context as unknown as PageContext,
    remembered: row.remembered as unknown as Remembered[],
  }));
}

export async function toConversation(tx: Tx, companyId: string, row: ConversationRow): Promise<Conversation> {
  const [conversation] = await toConversations(tx, companyId, [row]);
  return conversation!;
}

export const toMessage = (row: MessageRow): ChatMessage => ({
  id: row.id,
  conversationId: row.conversation_id,
  content: row.content,
  sender: row.sender as ChatMessage["sender"],
  type: row.type as ChatMessage["type"],
  timestamp: row.sent_at.toISOString(),
  answer: row.answer as unknown as ChatAnswer | null,
});

interface NewMessage {
  sender: ChatMessage["sender"];
  type: ChatMessage["type"];
  content: string;
  answer: ChatAnswer | null;
  /** Of a question: the id that who asked made for it. */
  askedAs?: string | undefined;
  /** Of an answer: the message that it answers. */
  answerTo?: string;
}

/** Adds a message to a conversation, which stands first in its list from then on. */
export async function addMessage(
  tx: Tx,
  companyId: string,
  conversationId: string,
  message: NewMessage,
  now: Date,
): Promise<ChatMessage> {
  const row = await tx
    .insertInto("chat_messages")
    .values({
      company_id: companyId,
      conversation_id: conversationId,
      sender: message.sender,
      type: message.type,
      content: message.content,
      answer: message.answer === null ? null : JSON.stringify(message.answer),
      asked_as: message.askedAs ?? null,
      answer_to: message.answerTo ?? null,
      sent_at: now,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  await tx
    .updateTable("chat_conversations")
    .set({
      message_count: sql`message_count + 1`,
      last_message: firstParagraph(message.content).slice(0, SHOWN_OF_LAST).toWellFormed(),
      last_message_at: now,
      ...(message.sender === ChatMessageSender.User ? { read_at: now } : {}),
    })
    .where("company_id", "=", companyId)
    .where("id", "=", conversationId)
    .execute();
  return toMessage(row);
}

export type { ConversationRow };

/** What a list shows of a message: of an answer its sentence, and not the table below it. */
const firstParagraph = (content: string): string =>
  (content.trimStart().split(/\n\s*\n/, 1)[0] ?? "").replaceAll(/\s+/g, " ");
