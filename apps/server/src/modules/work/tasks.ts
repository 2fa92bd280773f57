import type { Task, TaskState, WorkScope, taskAddition, taskInput, taskUpdate } from "@forestay/contracts";
import { sql } from "kysely";
import type { z } from "zod";
import { changesOf, recordAudit } from "#modules/audit/index.ts";
import { actorColumns, nameOf } from "#modules/companies/index.ts";
import { addTimelineEntry } from "#modules/customers/index.ts";
import { advisoryLock, lockUntilCommit } from "#platform/db/advisory-lock.ts";
import { containing } from "#platform/db/containing.ts";
import type { Database } from "#platform/db/database.ts";
import { readPage, type Page, type PageRequest } from "#platform/db/page.ts";
import { withTenant, type Tx } from "#platform/db/transaction.ts";
import type { CompanyUser } from "#platform/http/actor.ts";
import { AppError } from "#platform/http/app-error.ts";
import { publishEvent } from "#platform/live/publish-event.ts";
import type { ModuleContext } from "#platform/module.ts";
import { workAssigned } from "./events.ts";
import { requireCustomer, requirePeople } from "./people.ts";
import { remindAt } from "./task-days.ts";
import { lockTask, readTimeZone, toTasks, type TaskRow } from "./task-rows.ts";

type Input = z.output<typeof taskInput>;
type Addition = Input & Partial<Pick<z.output<typeof taskAddition>, "unlessOpen">>;
type Context = Pick<ModuleContext, "db" | "events" | "clock">;

/** Open tasks by their due day, those without one last; done ones by when, newest first. */
export async function listTasks(
  db: Database,
  user: CompanyUser,
  query: PageRequest & {
    scope: WorkScope;
    state: TaskState;
    customerId?: string | undefined;
    search?: string | undefined;
  },
  now: Date,
): Promise<Page<Task>> {
  const { companyId, userId } = user;
  return withTenant(db, companyId, (tx) => {
    let of = tx
      .selectFrom("tasks")
      .where("company_id", "=", companyId)
      .where("done_at", query.state === "open" ? "is" : "is not", null);
    if (query.scope === "mine") of = of.where("assignee_user_id", "=", userId);
    if (query.customerId !== undefined) of = of.where("customer_id", "=", query.customerId);
    const search = query.search?.trim() ?? "";
    if (search !== "") of = of.where("title", "ilike", containing(search));
    return readPage(
      query,
      async () => (await of.select(sql<number>`count(*)`.as("count")).executeTakeFirstOrThrow()).count,
      async ({ limit, offset }) => {
        const ordered =
          query.state === "open"
            ? of.orderBy("due_on", (by) => by.asc().nullsLast()).orderBy("created_at")
            : of.orderBy("done_at", "desc");
        const rows = await ordered.orderBy("id").selectAll().limit(limit).offset(offset).execute();
        return toTasks(tx, companyId, rows, now);
      },
    );
  });
}

/**
 * Adds a task for a customer; `unlessOpen`, where an open one says the same, answers that one (decision 0188). Throws
 * `validation_failed` for a reminder without a day.
 */
export async function addTask(
  context: Context,
  user: CompanyUser,
  customerId: string,
  { unlessOpen = false, ...input }: Addition,
): Promise<Task> {
  const { companyId } = user;
  const now = context.clock.now();
  return withTenant(context.db, companyId, async (tx) => {
    const { name } = await requireCustomer(tx, companyId, customerId);
    if (unlessOpen) {
      await lockUntilCommit(tx, advisoryLock.openTasks, customerId);
      const open = await findOpenTask(tx, companyId, customerId, input.title);
      if (open !== undefined) return one(tx, companyId, open, now);
    }
    const row = await tx
      .insertInto("tasks")
      .values({
        company_id: companyId,
        customer_id: customerId,
        ...(await columnsOf(tx, companyId, input, now)),
        created_at: now,
        ...actorColumns("created_by", user),
      })
      .returningAll()
      .executeTakeFirstOrThrow();
    await recordAudit(tx, user, {
      action: "task.added",
      target: name,
      targetId: customerId,
      after: input,
    });
    await tellAssigned({ tx, context }, user, row, name, null);
    await publishEvent(tx, { companyId }, "work_changed", { customerId });
    return one(tx, companyId, row, now);
  });
}

/** Changes a task, does it or opens it again; done it stands on the customer's timeline. */
export async function changeTask(
  context: Context,
  user: CompanyUser,
  id: string,
  { isDone, version, ...input }: z.output<typeof taskUpdate>,
): Promise<Task> {
  const { companyId } = user;
  const now = context.clock.now();
  return withTenant(context.db, companyId, async (tx) => {
    const before = await lockTask(tx, companyId, id);
    requireSeen(before, version, "save yours");
    const { name } = await requireCustomer(tx, companyId, before.customer_id);
    const columns = await columnsOf(tx, companyId, input, now);
    const sameReminder = columns.remind_at?.getTime() === before.remind_at?.getTime();
    const row = await tx
      .updateTable("tasks")
      .set({
        ...columns,
        version: version + 1,
        reminded_at: sameReminder ? before.reminded_at : columns.reminded_at,
        ...(isDone === (before.done_at !== null)
          ? {}
          : isDone
            ? { done_at: now, ...actorColumns("done_by", user) }
            : { done_at: null, done_by: null, done_by_user_id: null, done_by_api_key_id: null }),
      })
      .where("company_id", "=", companyId)
      .where("id", "=", id)
      .returningAll()
      .executeTakeFirstOrThrow();
    const changes = changesOf(auditedOf(before), auditedOf(row));
    if (changes === null) return one(tx, companyId, row, now);
    await recordAudit(tx, user, {
      action: "task.changed",
      target: name,
      targetId: before.customer_id,
      ...changes,
    });
    if (isDone && before.done_at === null)
      await addTimelineEntry(tx, companyId, {
        customerId: row.customer_id,
        type: "task_done",
        title: `Done: ${row.title}`,
        actor: user,
        occurredAt: now,
        data: { taskId: id },
      });
    await tellAssigned({ tx, context }, user, row, name, before.assignee_user_id);
    await publishEvent(tx, { companyId }, "work_changed", { customerId: row.customer_id });
    return one(tx, companyId, row, now);
  });
}

/** Throws `conflict` where the task was changed since `version` was read. */
export async function deleteTask(
  db: Database,
  user: CompanyUser,
  id: string,
  version: number | undefined,
): Promise<void> {
  const { companyId } = user;
  await withTenant(db, companyId, async (tx) => {
    const row = await lockTask(tx, companyId, id);
    if (version !== undefined) requireSeen(row, version, "delete it");
    const { name } = await requireCustomer(tx, companyId, row.customer_id);
    await tx.deleteFrom("tasks").where("company_id", "=", companyId).where("id", "=", id).execute();
    await recordAudit(tx, user, {
      action: "task.deleted",
      target: name,
      targetId: row.customer_id,
      before: auditedOf(row),
    });
    await publishEvent(tx, { companyId }, "work_changed", { customerId: row.customer_id });
  });
}

const findOpenTask = (tx: Tx, companyId: string, customerId: string, title: string) =>
  tx
    .selectFrom("tasks")
    .selectAll()
    .where("company_id", "=", companyId)
    .where("customer_id", "=", customerId)
    .where("title", "=", title)
    .where("done_at", "is", null)
    .orderBy("created_at")
    .limit(1)
    .executeTakeFirst();

function requireSeen(row: TaskRow, version: number, before: string): void {
  if (row.version !== version)
    throw new AppError("conflict", {
      message: `This task was changed meanwhile. What it says now is kept; look at it before you ${before}.`,
    });
}

async function one(tx: Tx, companyId: string, row: TaskRow, now: Date): Promise<Task> {
  const [task] = await toTasks(tx, companyId, [row], now);
  return task!;
}

const auditedOf = (row: TaskRow) => ({
  title: row.title,
  assigneeUserId: row.assignee_user_id,
  dueOn: row.due_on,
  remindDaysBefore: row.remind_days_before,
  isDone: row.done_at !== null,
});

async function columnsOf(tx: Tx, companyId: string, input: Input, now: Date) {
  await requirePeople(tx, companyId, [input.assigneeUserId], "assigneeUserId");
  if (input.remindDaysBefore !== null && input.dueOn === null)
    throw new AppError("validation_failed", { fields: { dueOn: "A reminder needs a due day" } });
  const at = remindAt(input.dueOn, input.remindDaysBefore, await readTimeZone(tx, companyId));
  return {
    title: input.title,
    assignee_user_id: input.assigneeUserId,
    due_on: input.dueOn,
    remind_days_before: input.remindDaysBefore,
    remind_at: at,
    // A morning that is over is not caught up on: whoever chose it just now is there.
    reminded_at: at !== null && at <= now ? now : null,
  };
}

async function tellAssigned(
  { tx, context }: { tx: Tx; context: Context },
  user: CompanyUser,
  row: TaskRow,
  customerName: string,
  before: string | null,
): Promise<void> {
  const userId = row.assignee_user_id;
  if (userId === null || userId === before || row.done_at !== null) return;
  if (userId === user.userId && user.apiKey === undefined) return;
  const { rows } = await sql<{ by: string }>`select ${nameOf(user)} as by`.execute(tx);
  await context.events.emit(tx, workAssigned, {
    companyId: user.companyId,
    what: "task",
    id: row.id,
    customerId: row.customer_id,
    customerName,
    userId,
    by: rows[0]?.by ?? "",
    title: row.title,
    dueOn: row.due_on,
  });
}
