import {
  CONVERSATION_UNDO_MS,
  type ChatMessage,
  type Conversation,
  rememberedKinds,
} from "@forestay/contracts";
import { rememberedOf, withoutRemembered } from "@forestay/assistant";
import { sql } from "kysely";
import { containing } from "#platform/db/containing.ts";
import type { Database } from "#platform/db/database.ts";
import { readPage, type Page, type PageRequest } from "#platform/db/page.ts";
import { withTenant, type Tx } from "#platform/db/transaction.ts";
import type { CompanyUser } from "#platform/http/actor.ts";
import { AppError } from "#platform/http/app-error.ts";
import {
  findConversation,
  memoryOf,
  toConversation,
  toConversations,
  toMessage,
} from "./conversation-rows.ts";

/** A person's conversations, or one of them, the newest message first; searched in titles and in all that was said. */
export async function listConversations(
  db: Database,
  { companyId, userId }: CompanyUser,
  { search = "", id, ...page }: PageRequest & { search?: string | undefined; id?: string | undefined },
): Promise<Page<Conversation>> {
  return withTenant(db, companyId, async (tx) => {
    const words = containing(search);
    const own = tx
      .selectFrom("chat_conversations as c")
      .where("c.company_id", "=", companyId)
      .where("c.user_id", "=", userId)
      .where("c.deleted_at", "is", null)
      .$if(id !== undefined, (query) => query.where("c.id", "=", id!))
      .$if(search.trim() !== "", (query) =>
        query.where((where) =>
          where.or([
            where("c.title", "ilike", words),
            where.exists(
              where
                .selectFrom("chat_messages as m")
                .select("m.id")
                .whereRef("m.company_id", "=", "c.company_id")
                .whereRef("m.conversation_id", "=", "c.id")
                .where("m.content", "ilike", words),
            ),
          ]),
        ),
      );
    const found = await readPage(
      page,
      async () =>
        Number(
          (await own.select((of) => of.fn.countAll<string>().as("count")).executeTakeFirstOrThrow()).count,
        ),
      ({ limit, offset }) =>
        own
          .selectAll("c")
          .orderBy(sql`coalesce(c.last_message_at, c.created_at)`, "desc")
          .orderBy("c.id", "desc")
          .limit(limit)
          .offset(offset)
          .execute(),
    );
    return { ...found, items: await toConversations(tx, companyId, found.items) };
  });
}

/** Messages of one of them: page 1 are the newest, each page oldest first. */
export async function readHistory(
  db: Database,
  user: CompanyUser,
  conversationId: string,
  page: PageRequest,
): Promise<Page<ChatMessage>> {
  return withTenant(db, user.companyId, async (tx) => {
    const conversation = await findConversation(tx, user, conversationId);
    const found = await readPage(
      page,
      async () => conversation.message_count,
      ({ limit, offset }) =>
        tx
          .selectFrom("chat_messages")
          .selectAll()
          .where("company_id", "=", user.companyId)
          .where("conversation_id", "=", conversationId)
          .orderBy("id", "desc")
          .limit(limit)
          .offset(offset)
          .execute(),
    );
    return { ...found, items: found.items.toReversed().map(toMessage) };
  });
}

/** Changes a conversation of the person's own and answers how it stands then. */
async function changed(
  db: Database,
  user: CompanyUser,
  id: string,
  change: Partial<Record<"title" | "memory" | "remembered", string>> & {
    read_at?: Date;
    deleted_at?: Date | null;
  },
  isDeleted = false,
): Promise<Conversation> {
  return withTenant(db, user.companyId, async (tx) => {
    await findConversation(tx, user, id, { isDeleted });
    const row = await tx
      .updateTable("chat_conversations")
      .set(change)
      .where("company_id", "=", user.companyId)
      .where("id", "=", id)
      .returningAll()
      .executeTakeFirstOrThrow();
    return toConversation(tx, user.companyId, row);
  });
}

export const renameConversation = (db: Database, user: CompanyUser, id: string, title: string) =>
  changed(db, user, id, { title });

export const markConversationRead = (db: Database, user: CompanyUser, id: string, now: Date) =>
  changed(db, user, id, { read_at: now });

export const deleteConversation = (db: Database, user: CompanyUser, id: string, now: Date) =>
  changed(db, user, id, { deleted_at: now });

/** Brings back what was deleted. Throws `not_found` after an hour, and for what was not deleted. */
export async function restoreConversation(
  db: Database,
  user: CompanyUser,
  id: string,
  now: Date,
): Promise<Conversation> {
  const { deleted_at: deletedAt } = await withTenant(db, user.companyId, (tx) =>
    findConversation(tx, user, id, { isDeleted: true }),
  );
  if (deletedAt === null || now.getTime() - deletedAt.getTime() > CONVERSATION_UNDO_MS)
    throw new AppError("not_found", { message: "This conversation was deleted more than an hour ago." });
  return changed(db, user, id, { deleted_at: null }, true);
}

/** Clears what was said, and what is remembered of it. */
export async function clearConversation(
  db: Database,
  user: CompanyUser,
  id: string,
  now: Date,
): Promise<void> {
  await withTenant(db, user.companyId, async (tx) => {
    await findConversation(tx, user, id, { lock: true });
    await tx
      .deleteFrom("chat_messages")
      .where("company_id", "=", user.companyId)
      .where("conversation_id", "=", id)
      .execute();
    await tx
      .updateTable("chat_conversations")
      .set({
        memory: "{}",
        remembered: "[]",
        message_count: 0,
        last_message: "",
        last_message_at: null,
        read_at: now,
      })
      .where("company_id", "=", user.companyId)
      .where("id", "=", id)
      .execute();
  });
}

/** Takes away something that follow-ups keep. */
export async function forgetRemembered(
  db: Database,
  user: CompanyUser,
  id: string,
  given: string,
): Promise<Conversation> {
  const row = await withTenant(db, user.companyId, (tx) => findConversation(tx, user, id));
  const kind = rememberedKinds.find((one) => one === given);
  if (kind === undefined) throw new AppError("not_found", { message: "Nothing like that is remembered." });
  const memory = withoutRemembered(memoryOf(row), kind);
  return changed(db, user, id, {
    memory: JSON.stringify(memory),
    remembered: JSON.stringify(rememberedOf(memory)),
  });
}

/** Removes what was said where it names an erased customer: by id, in links, or by name or address. */
export async function forgetInConversations(
  tx: Tx,
  companyId: string,
  customerId: string,
  words: readonly string[],
): Promise<void> {
  const named = [customerId, ...words];
  const saysOne = (text: ReturnType<typeof sql>) =>
    sql<boolean>`exists (select from unnest(${named}::text[]) w where position(w in lower(${text})) > 0)`;
  // Conversations before their messages, as whoever clears or answers one takes them.
  await sql`select id from chat_conversations where company_id = ${companyId} order by id for update`.execute(
    tx,
  );
  const { rows: shorter } = await sql<{
    id: string;
  }>`delete from chat_messages where company_id = ${companyId}
    and ${saysOne(sql`content || ' ' || coalesce(answer::text, '')`)} returning conversation_id as id`.execute(
    tx,
  );
  const ids = [...new Set(shorter.map(({ id }) => id))];
  await sql`update chat_conversations c set memory = '{}', remembered = '[]',
      title = case when ${saysOne(sql`title || ' ' || context::text`)} then 'Erased customer' else title end,
      context_key = case when ${saysOne(sql`context_key`)} then 'general' else context_key end,
      context = case when ${saysOne(sql`context::text`)} then '{"type": 0, "routePath": "/app"}'::jsonb else context end,
      last_message = ''
    where company_id = ${companyId}
      and ${saysOne(sql`title || ' ' || context::text || ' ' || memory::text || ' ' || remembered::text || ' ' || last_message`)}`.execute(
    tx,
  );
  await sql`update chat_conversations c set message_count =
      (select count(*) from chat_messages m where m.company_id = c.company_id and m.conversation_id = c.id)
    where company_id = ${companyId} and id = any(${ids}::uuid[])`.execute(tx);
}
