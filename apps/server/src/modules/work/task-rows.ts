import type { Task } from "@forestay/contracts";
import { sql, type RawBuilder, type Selectable } from "kysely";
import { findCompanyLocale } from "#modules/companies/index.ts";
import type { DB } from "#platform/db/schema.gen.ts";
import type { Tx } from "#platform/db/transaction.ts";
import { AppError } from "#platform/http/app-error.ts";
import { readConcerned, readPeople } from "./people.ts";
import { todayAt } from "./task-days.ts";

export type TaskRow = Selectable<DB["tasks"]>;

export async function readTimeZone(tx: Tx, companyId: string): Promise<string> {
  return (await findCompanyLocale(tx, companyId))?.timeZone ?? "UTC";
}

/** A task that nobody else changes meanwhile. Throws `not_found`. */
export async function lockTask(tx: Tx, companyId: string, id: string): Promise<TaskRow> {
  const row = await tx
    .selectFrom("tasks")
    .selectAll()
    .where("company_id", "=", companyId)
    .where("id", "=", id)
    .forUpdate()
    .executeTakeFirst();
  if (!row) throw new AppError("not_found", { message: "This task does not exist." });
  return row;
}

/** Stored tasks as the wire has them. */
export async function toTasks(
  tx: Tx,
  companyId: string,
  rows: readonly TaskRow[],
  now: Date,
): Promise<Task[]> {
  const today = todayAt(now, await readTimeZone(tx, companyId));
  const person = await readPeople(tx, companyId);
  const customer = await readConcerned(
    tx,
    companyId,
    rows.map((row) => row.customer_id),
  );
  return rows.map((row) => ({
    id: row.id,
    customer: customer(row.customer_id),
    title: row.title,
    assignee: person(row.assignee_user_id),
    dueOn: row.due_on,
    remindDaysBefore: row.remind_days_before,
    isOverdue: row.done_at === null && row.due_on !== null && row.due_on < today,
    isDueToday: row.done_at === null && row.due_on === today,
    doneAt: row.done_at?.toISOString() ?? null,
    doneBy: row.done_by,
    createdBy: row.created_by,
    createdAt: row.created_at.toISOString(),
    version: row.version,
  }));
}

/** Of open tasks and cases of one person: how many there are, are late, and are due today. */
export async function countTasks(
  tx: Tx,
  companyId: string,
  which: RawBuilder<unknown>,
  today: string,
): Promise<{ open: number; overdue: number; dueToday: number }> {
  const { rows } = await sql<{ open: number; overdue: number; dueToday: number }>`
    select count(*) as open, count(*) filter (where due_on < ${today}::date) as overdue,
      count(*) filter (where due_on = ${today}::date) as "dueToday"
    from tasks where company_id = ${companyId} and done_at is null and ${which}`.execute(tx);
  return rows[0] ?? { open: 0, overdue: 0, dueToday: 0 };
}
