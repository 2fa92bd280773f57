import type { Note, noteInput, noteUpdate } from "@forestay/contracts";
import { sql, type Selectable } from "kysely";
import type { z } from "zod";
import { recordAudit } from "#modules/audit/index.ts";
import { actorColumns } from "#modules/companies/index.ts";
import { addTimelineEntry, removeTimelineEntry } from "#modules/customers/index.ts";
import type { Database } from "#platform/db/database.ts";
import { readPage, type Page, type PageRequest } from "#platform/db/page.ts";
import type { DB } from "#platform/db/schema.gen.ts";
import { withTenant, type Tx } from "#platform/db/transaction.ts";
import type { CompanyUser } from "#platform/http/actor.ts";
import { AppError } from "#platform/http/app-error.ts";
import { publishEvent } from "#platform/live/publish-event.ts";
import type { ModuleContext } from "#platform/module.ts";
import { peopleMentioned } from "./events.ts";
import { readPeople, requireCustomer, requirePeople } from "./people.ts";

type Row = Selectable<DB["notes"]>;
type Input = z.output<typeof noteInput>;
type Context = Pick<ModuleContext, "db" | "events" | "clock">;

/** Of a note on the timeline and in what people are told. */
const EXCERPT = 140;

/** A customer's notes, newest first. */
export async function listNotes(
  db: Database,
  companyId: string,
  customerId: string,
  query: PageRequest,
): Promise<Page<Note>> {
  return withTenant(db, companyId, async (tx) => {
    await requireCustomer(tx, companyId, customerId);
    const person = await readPeople(tx, companyId);
    const of = tx
      .selectFrom("notes")
      .where("company_id", "=", companyId)
      .where("customer_id", "=", customerId);
    return readPage(
      query,
      async () => (await of.select(sql<number>`count(*)`.as("count")).executeTakeFirstOrThrow()).count,
      async ({ limit, offset }) => {
        const rows = await of
          .selectAll()
          .orderBy("created_at", "desc")
          .orderBy("id", "desc")
          .limit(limit)
          .offset(offset)
          .execute();
        return rows.map((row) => toNote(row, person));
      },
    );
  });
}

/** Writes a note and tells whom it mentions. */
export async function addNote(
  context: Context,
  user: CompanyUser,
  customerId: string,
  input: Input,
): Promise<Note> {
  const { companyId } = user;
  const now = context.clock.now();
  return withTenant(context.db, companyId, async (tx) => {
    const { name } = await requireCustomer(tx, companyId, customerId);
    await requirePeople(tx, companyId, input.mentionedUserIds, "mentionedUserIds");
    const row = await tx
      .insertInto("notes")
      .values({
        company_id: companyId,
        customer_id: customerId,
        body: input.body,
        mentioned_user_ids: input.mentionedUserIds,
        created_at: now,
        ...actorColumns("created_by", user),
        timeline_entry_id: await timelineEntry(tx, user, customerId, input.body, now),
      })
      .returningAll()
      .executeTakeFirstOrThrow();
    await recordAudit(tx, user, {
      action: "note.written",
      target: name,
      targetId: customerId,
      after: { note: input.body },
    });
    await tellMentioned({ tx, context }, user, row, name, input.mentionedUserIds);
    await publishEvent(tx, { companyId }, "work_changed", { customerId });
    return toNote(row, await readPeople(tx, companyId));
  });
}

/** Changes a note of one's own. Throws `forbidden` for another's; `conflict` where it was changed since `version` was read. */
export async function changeNote(
  context: Context,
  user: CompanyUser,
  id: string,
  { version, ...input }: z.output<typeof noteUpdate>,
): Promise<Note> {
  const { companyId } = user;
  return withTenant(context.db, companyId, async (tx) => {
    const before = await lockNote(tx, companyId, id);
    if (!isAuthor(user, before))
      throw new AppError("forbidden", { message: "Only who wrote a note can change it." });
    requireSeen(before, version, "save yours");
    await requirePeople(tx, companyId, input.mentionedUserIds, "mentionedUserIds");
    const { name } = await requireCustomer(tx, companyId, before.customer_id);
    await removeTimelineEntry(tx, companyId, before.timeline_entry_id);
    const row = await tx
      .updateTable("notes")
      .set({
        body: input.body,
        mentioned_user_ids: input.mentionedUserIds,
        version: version + 1,
        edited_at: context.clock.now(),
        timeline_entry_id: await timelineEntry(tx, user, before.customer_id, input.body, before.created_at),
      })
      .where("company_id", "=", companyId)
      .where("id", "=", id)
      .returningAll()
      .executeTakeFirstOrThrow();
    await recordAudit(tx, user, {
      action: "note.changed",
      target: name,
      targetId: before.customer_id,
      before: { note: before.body },
      after: { note: input.body },
    });
    const newly = input.mentionedUserIds.filter((userId) => !before.mentioned_user_ids.includes(userId));
    await tellMentioned({ tx, context }, user, row, name, newly);
    await publishEvent(tx, { companyId }, "work_changed", { customerId: before.customer_id });
    return toNote(row, await readPeople(tx, companyId));
  });
}

/** Its author's deed, or an Owner's of the company. Throws `conflict` where it was changed since `version` was read. */
export async function deleteNote(
  db: Database,
  user: CompanyUser,
  id: string,
  version: number | undefined,
): Promise<void> {
  const { companyId } = user;
  await withTenant(db, companyId, async (tx) => {
    const row = await lockNote(tx, companyId, id);
    if (!isAuthor(user, row) && user.companyRole !== "Owner")
      throw new AppError("forbidden", {
        message: "Only who wrote a note, or an Owner of the company, can delete it.",
      });
    requireSeen(row, version, "delete it");
    const { name } = await requireCustomer(tx, companyId, row.customer_id);
    await tx.deleteFrom("notes").where("company_id", "=", companyId).where("id", "=", id).execute();
    await removeTimelineEntry(tx, companyId, row.timeline_entry_id);
    await recordAudit(tx, user, {
      action: "note.deleted",
      target: name,
      targetId: row.customer_id,
      before: { note: row.body },
    });
    await publishEvent(tx, { companyId }, "work_changed", { customerId: row.customer_id });
  });
}

function requireSeen(row: Row, version: number | undefined, before: string): void {
  if (version !== undefined && row.version !== version)
    throw new AppError("conflict", {
      message: `This note was changed meanwhile. What it says now is kept; look at it before you ${before}.`,
    });
}

const isAuthor = (user: CompanyUser, row: Row) =>
  user.apiKey === undefined
    ? row.created_by_user_id === user.userId && row.created_by_api_key_id === null
    : row.created_by_api_key_id === user.apiKey.id;

async function lockNote(tx: Tx, companyId: string, id: string): Promise<Row> {
  const row = await tx
    .selectFrom("notes")
    .selectAll()
    .where("company_id", "=", companyId)
    .where("id", "=", id)
    .forUpdate()
    .executeTakeFirst();
  if (!row) throw new AppError("not_found", { message: "This note does not exist." });
  return row;
}

const timelineEntry = (tx: Tx, actor: CompanyUser, customerId: string, body: string, occurredAt: Date) =>
  addTimelineEntry(tx, actor.companyId, {
    customerId,
    type: "note",
    title: `Note: “${excerptOf(body)}”`,
    actor,
    occurredAt,
    data: {},
  });

function excerptOf(body: string): string {
  const line = body.replace(/\s+/g, " ").trim();
  return line.length <= EXCERPT ? line : `${line.slice(0, EXCERPT - 1).toWellFormed()}…`;
}

async function tellMentioned(
  { tx, context }: { tx: Tx; context: Context },
  user: CompanyUser,
  row: Row,
  customerName: string,
  mentioned: readonly string[],
): Promise<void> {
  // Nobody is told of what they wrote themselves.
  const userIds = mentioned.filter((id) => user.apiKey !== undefined || id !== user.userId);
  if (userIds.length === 0) return;
  await context.events.emit(tx, peopleMentioned, {
    companyId: user.companyId,
    noteId: row.id,
    customerId: row.customer_id,
    customerName,
    userIds: [...new Set(userIds)],
    by: row.created_by,
    excerpt: excerptOf(row.body),
  });
}

function toNote(row: Row, person: Awaited<ReturnType<typeof readPeople>>): Note {
  return {
    id: row.id,
    customerId: row.customer_id,
    body: row.body,
    mentioned: row.mentioned_user_ids.flatMap((id) => person(id) ?? []),
    author: {
      userId: row.created_by_api_key_id === null ? (person(row.created_by_user_id)?.userId ?? null) : null,
      name: row.created_by,
    },
    createdAt: row.created_at.toISOString(),
    editedAt: row.edited_at?.toISOString() ?? null,
    version: row.version,
  };
}
