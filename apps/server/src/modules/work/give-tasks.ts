import { readOwnersOf, readCustomerNames } from "#modules/customers/index.ts";
import type { Tx } from "#platform/db/transaction.ts";
import type { DomainEvents, EventContext } from "#platform/events/domain-events.ts";
import { publishEvent } from "#platform/live/publish-event.ts";
import { workAssigned } from "./events.ts";
import { todayAt } from "./task-days.ts";
import { readTimeZone } from "./task-rows.ts";

/** Tasks that no person gives: what a campaign has come to with some customers. */
export interface GivenTasks {
  customerIds: readonly string[];
  title: string;
  /** Its day is the company's; null: without a day. */
  dueAt: Date | null;
  /** In whose name they stand. */
  by: string;
}

/** Gives each customer's owner a task, in the caller's transaction; of a customer without an owner it is nobody's yet. */
export async function addTasksFor(
  tx: Tx,
  { clock, events }: Pick<EventContext, "clock"> & { events: DomainEvents },
  companyId: string,
  { customerIds, title, dueAt, by }: GivenTasks,
): Promise<void> {
  if (customerIds.length === 0) return;
  const owners = await readOwnersOf(tx, companyId, customerIds);
  const names = await readCustomerNames(tx, companyId, customerIds);
  const dueOn = dueAt === null ? null : todayAt(dueAt, await readTimeZone(tx, companyId));
  const rows = await tx
    .insertInto("tasks")
    .values(
      customerIds.map((customerId) => ({
        company_id: companyId,
        customer_id: customerId,
        title: title.slice(0, 200),
        assignee_user_id: owners.get(customerId) ?? null,
        due_on: dueOn,
        created_at: clock.now(),
        created_by: by.slice(0, 200),
      })),
    )
    .returning(["id", "customer_id", "assignee_user_id"])
    .execute();
  for (const row of rows)
    if (row.assignee_user_id !== null)
      await events.emit(tx, workAssigned, {
        companyId,
        what: "task",
        id: row.id,
        customerId: row.customer_id,
        customerName: names.get(row.customer_id)?.name ?? "",
        userId: row.assignee_user_id,
        by,
        title,
        dueOn,
      });
  // One for all: hundreds of customers would be hundreds of statements here, and of requests in every open browser.
  const [only = null] = customerIds.length === 1 ? customerIds : [];
  await publishEvent(tx, { companyId }, "work_changed", { customerId: only });
}
