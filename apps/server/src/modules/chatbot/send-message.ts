import {
  ChatMessageSender,
  chatKeyOf,
  MOST_CONVERSATIONS,
  type MessageDelta,
  type askBody,
  type SentMessage,
} from "@forestay/contracts";
import type { z } from "zod";
import { advisoryLock, lockUntilCommit } from "#platform/db/advisory-lock.ts";
import { withTenant, type Tx } from "#platform/db/transaction.ts";
import type { CompanyUser } from "#platform/http/actor.ts";
import { AppError } from "#platform/http/app-error.ts";
import type { Streamable } from "#platform/http/bind.ts";
import type { ModuleContext } from "#platform/module.ts";
import type { AskAssistant } from "./ask-assistant.ts";
import {
  addMessage,
  findConversation,
  memoryOf,
  toConversation,
  type ConversationRow,
} from "./conversation-rows.ts";

type Sent = z.output<typeof askBody>;

/** Messages of one conversation; longer ones nobody reads. */
const MOST_MESSAGES = 2000;

/**
 * Keeps a question in its conversation, a new one unless it names one, and answers it. Asked again while it stands there
 * without an answer, because that failed, it is kept once. Throws `not_found` for a
 * conversation that is not the person's, and `invalid_state` where there is no room for another. The answer is kept before
 * it is sent: who has gone finds it in the conversation.
 */
export async function sendMessage(
  { db, clock }: Pick<ModuleContext, "db" | "clock">,
  ask: AskAssistant,
  user: CompanyUser,
  { message, context, conversationId, type }: Sent,
): Promise<Streamable<MessageDelta, SentMessage>> {
  const conversation = await withTenant(db, user.companyId, async (tx) => {
    const found =
      conversationId === undefined
        ? ((await findUnanswered(tx, user, context, message)) ??
          (await begin(tx, user, context, clock.now())))
        : await findConversation(tx, user, conversationId, { lock: true });
    if (found.message_count >= MOST_MESSAGES)
      throw new AppError("invalid_state", { message: "This conversation is full. Begin a new one." });
    if (!(await isUnanswered(tx, user.companyId, found.id, message)))
      await addMessage(
        tx,
        user.companyId,
        found.id,
        { sender: ChatMessageSender.User, type, content: message, answer: null },
        clock.now(),
      );
    return found;
  });
  return answer();

  async function* answer(): Streamable<MessageDelta, SentMessage> {
    const said = await ask(user, { question: message, context, memory: memoryOf(conversation) });
    const sent = await withTenant(db, user.companyId, async (tx) => {
      const row = await tx
        .updateTable("chat_conversations")
        .set({
          memory: JSON.stringify(said.memory),
          remembered: JSON.stringify(said.remembered),
          // Asked from another page it stays a conversation of its own, where it is found and gone on with.
          ...(chatKeyOf(context).key === conversation.context_key
            ? { context: JSON.stringify(context) }
            : {}),
        })
        .where("company_id", "=", user.companyId)
        .where("id", "=", conversation.id)
        .returning("id")
        .executeTakeFirst();
      // Erased with its person, meanwhile.
      if (!row) throw new AppError("not_found", { message: "This conversation does not exist." });
      const kept = await addMessage(
        tx,
        user.companyId,
        conversation.id,
        { sender: ChatMessageSender.Bot, type: "text", content: said.content, answer: said.answer },
        clock.now(),
      );
      const now = await tx
        .selectFrom("chat_conversations")
        .selectAll()
        .where("company_id", "=", user.companyId)
        .where("id", "=", conversation.id)
        .executeTakeFirstOrThrow();
      return {
        conversationId: conversation.id,
        message: kept,
        conversation: await toConversation(tx, user.companyId, now),
      };
    });
    for (const delta of pieces(said.content)) yield { delta };
    return sent;
  }
}

/** Whether the newest message of a conversation is this very question: its answer failed, or is on its way. */
async function isUnanswered(
  tx: Tx,
  companyId: string,
  conversationId: string,
  question: string,
): Promise<boolean> {
  const newest = await tx
    .selectFrom("chat_messages")
    .select(["sender", "content"])
    .where("company_id", "=", companyId)
    .where("conversation_id", "=", conversationId)
    .orderBy("id", "desc")
    .limit(1)
    .executeTakeFirst();
  return newest?.sender === ChatMessageSender.User && newest.content === question;
}

/** The page's conversation that this question began and nothing answered: who asks again never learnt its id. */
async function findUnanswered(
  tx: Tx,
  { companyId, userId }: CompanyUser,
  context: Sent["context"],
  question: string,
): Promise<ConversationRow | undefined> {
  const begun = await tx
    .selectFrom("chat_conversations")
    .selectAll()
    .where("company_id", "=", companyId)
    .where("user_id", "=", userId)
    .where("deleted_at", "is", null)
    .where("context_key", "=", chatKeyOf(context).key)
    .where("message_count", "=", 1)
    .orderBy("created_at", "desc")
    .limit(1)
    .forUpdate()
    .executeTakeFirst();
  return begun !== undefined && (await isUnanswered(tx, companyId, begun.id, question)) ? begun : undefined;
}

async function begin(
  tx: Tx,
  { companyId, userId }: CompanyUser,
  context: Sent["context"],
  now: Date,
): Promise<ConversationRow> {
  // One at a time for a person, so that two tabs do not pass the limit together.
  await lockUntilCommit(tx, advisoryLock.questions, userId);
  const { count } = await tx
    .selectFrom("chat_conversations")
    .select((of) => of.fn.countAll<string>().as("count"))
    .where("company_id", "=", companyId)
    .where("user_id", "=", userId)
    .where("deleted_at", "is", null)
    .executeTakeFirstOrThrow();
  if (Number(count) >= MOST_CONVERSATIONS)
    throw new AppError("invalid_state", {
      message: `There are ${MOST_CONVERSATIONS} conversations already: delete one first.`,
    });
  const { key, title } = chatKeyOf(context);
  return tx
    .insertInto("chat_conversations")
    .values({
      company_id: companyId,
      user_id: userId,
      title,
      context_key: key,
      context: JSON.stringify(context),
      read_at: now,
      created_at: now,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Words a few at a time, as they are read. */
function* pieces(content: string): Generator<string> {
  for (const [piece] of content.matchAll(/(?:\s*\S+){1,6}\s*|\s+/g)) yield piece;
}
