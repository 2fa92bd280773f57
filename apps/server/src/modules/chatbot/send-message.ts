import {
  ChatMessageSender,
  chatKeyOf,
  MOST_CONVERSATIONS,
  type ChatMessage,
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
  toMessage,
  type ConversationRow,
} from "./conversation-rows.ts";

type Sent = z.output<typeof askBody>;

/** Messages of one conversation; longer ones nobody reads. */
const MOST_MESSAGES = 2000;

/**
 * Keeps a question in its conversation, a new one unless it names one, and answers it. Asked again under its id, because the
 * answer failed or did not arrive, it is kept once, and answered once however many ask at the same time. Throws `not_found`
 * for a conversation that is not the person's, and `invalid_state` where there is no room for another. The answer is kept
 * before it is sent: who has gone finds it in the conversation.
 */
export async function sendMessage(
  { db, clock }: Pick<ModuleContext, "db" | "clock">,
  ask: AskAssistant,
  user: CompanyUser,
  sent: Sent,
): Promise<Streamable<MessageDelta, SentMessage>> {
  const { message, context } = sent;
  const { conversation, questionId, answered } = await withTenant(db, user.companyId, (tx) =>
    keepQuestion(tx, user, sent, clock.now()),
  );
  return answer();

  async function* answer(): Streamable<MessageDelta, SentMessage> {
    const said =
      answered === undefined
        ? await ask(user, { question: message, context, memory: memoryOf(conversation) })
        : undefined;
    const result = await withTenant(db, user.companyId, async (tx) => {
      const now = await readAgain(tx, user.companyId, conversation.id);
      const kept = answered ?? (await answerOf(tx, user.companyId, questionId));
      // Or cleared meanwhile, or erased with the customer it names: nothing of its answer stays.
      if (kept === undefined && !(await isKept(tx, user.companyId, questionId)))
        throw new AppError("not_found", { message: "This question does not exist any more." });
      if (kept !== undefined || said === undefined)
        return {
          conversationId: conversation.id,
          message: kept!,
          conversation: await toConversation(tx, user.companyId, now),
        };
      await tx
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
        .execute();
      const added = await addMessage(
        tx,
        user.companyId,
        conversation.id,
        {
          sender: ChatMessageSender.Bot,
          type: "text",
          content: said.content,
          answer: said.answer,
          answerTo: questionId,
        },
        clock.now(),
      );
      return {
        conversationId: conversation.id,
        message: added,
        conversation: await toConversation(
          tx,
          user.companyId,
          await readAgain(tx, user.companyId, conversation.id),
        ),
      };
    });
    for (const delta of pieces(result.message.content)) yield { delta };
    return result;
  }
}

interface KeptQuestion {
  conversation: ConversationRow;
  questionId: string;
  /** What answered it already. */
  answered: ChatMessage | undefined;
}

async function keepQuestion(
  tx: Tx,
  user: CompanyUser,
  { id: askedAs, message, context, conversationId, type }: Sent,
  now: Date,
): Promise<KeptQuestion> {
  const { companyId } = user;
  // One at a time for a person, so that two tabs do not pass the limit together, nor one question begin two conversations.
  if (conversationId === undefined) await lockUntilCommit(tx, advisoryLock.questions, user.userId);
  const named =
    conversationId === undefined
      ? undefined
      : await findConversation(tx, user, conversationId, { lock: true });
  const asked = askedAs === undefined ? undefined : await findQuestion(tx, user, askedAs, named?.id);
  if (asked !== undefined)
    return {
      conversation: named ?? (await findConversation(tx, user, asked.conversation_id, { lock: true })),
      questionId: asked.id,
      answered: await answerOf(tx, companyId, asked.id),
    };
  const conversation = named ?? (await begin(tx, user, context, now));
  if (conversation.message_count >= MOST_MESSAGES)
    throw new AppError("invalid_state", { message: "This conversation is full. Begin a new one." });
  const question = { sender: ChatMessageSender.User, type, content: message, answer: null, askedAs };
  const { id: questionId } = await addMessage(tx, companyId, conversation.id, question, now);
  return { conversation, questionId, answered: undefined };
}

/** A question of the person's by the id it was asked under: in this conversation, or in any that was not deleted. */
async function findQuestion(
  tx: Tx,
  { companyId, userId }: CompanyUser,
  askedAs: string,
  conversationId: string | undefined,
): Promise<{ id: string; conversation_id: string } | undefined> {
  return tx
    .selectFrom("chat_messages as m")
    .innerJoin("chat_conversations as c", (join) =>
      join.onRef("c.company_id", "=", "m.company_id").onRef("c.id", "=", "m.conversation_id"),
    )
    .select(["m.id", "m.conversation_id"])
    .where("m.company_id", "=", companyId)
    .where("m.asked_as", "=", askedAs)
    .where("c.user_id", "=", userId)
    .where("c.deleted_at", "is", null)
    .$if(conversationId !== undefined, (query) => query.where("c.id", "=", conversationId!))
    .executeTakeFirst();
}

/** A conversation that was there, kept from others until commit: also one deleted meanwhile, which may be brought back. */
async function readAgain(tx: Tx, companyId: string, id: string): Promise<ConversationRow> {
  const row = await tx
    .selectFrom("chat_conversations")
    .selectAll()
    .where("company_id", "=", companyId)
    .where("id", "=", id)
    .forUpdate()
    .executeTakeFirst();
  // Erased with its person, meanwhile.
  if (!row) throw new AppError("not_found", { message: "This conversation does not exist." });
  return row;
}

async function isKept(tx: Tx, companyId: string, questionId: string): Promise<boolean> {
  const row = await tx
    .selectFrom("chat_messages")
    .select("id")
    .where("company_id", "=", companyId)
    .where("id", "=", questionId)
    .executeTakeFirst();
  return row !== undefined;
}

async function answerOf(tx: Tx, companyId: string, questionId: string): Promise<ChatMessage | undefined> {
  const row = await tx
    .selectFrom("chat_messages")
    .selectAll()
    .where("company_id", "=", companyId)
    .where("answer_to", "=", questionId)
    .executeTakeFirst();
  return row === undefined ? undefined : toMessage(row);
}

async function begin(
  tx: Tx,
  { companyId, userId }: CompanyUser,
  context: Sent["context"],
  now: Date,
): Promise<ConversationRow> {
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
