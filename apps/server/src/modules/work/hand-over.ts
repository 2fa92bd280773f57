import type { MemberWork } from "@forestay/contracts";
import { sql } from "kysely";
import { actorColumns } from "#modules/companies/index.ts";
import { countOwnedBy, customersMarked, giveAllTo } from "#modules/customers/index.ts";
import type { Tx } from "#platform/db/transaction.ts";
import type { CompanyUser } from "#platform/http/actor.ts";
import { publishEvent } from "#platform/live/publish-event.ts";
import type { ModuleContext } from "#platform/module.ts";

/** What is a person's: customers they look after, open tasks and open risk cases. */
export async function countWorkOf(tx: Tx, companyId: string, userId: string): Promise<MemberWork> {
  const { rows } = await sql<{ tasks: number; cases: number }>`
    select (select count(*) from tasks where company_id = ${companyId} and assignee_user_id = ${userId}
        and done_at is null) as tasks,
      (select count(*) from risk_cases where company_id = ${companyId} and owner_user_id = ${userId}
        and closed_at is null) as cases`.execute(tx);
  return {
    customers: await countOwnedBy(tx, companyId, userId),
    openTasks: rows[0]?.tasks ?? 0,
    openCases: rows[0]?.cases ?? 0,
  };
}

/** Gives what is one person's to another, in the caller's transaction; what is done and closed stays as it was. */
export async function handOverWork(
  { tx, clock, events }: { tx: Tx } & Pick<ModuleContext, "clock" | "events">,
  user: CompanyUser,
  { from, to }: { from: string; to: string },
): Promise<void> {
  const { companyId } = user;
  const at = clock.now();
  await giveAllTo(tx, companyId, { from, to, at });
  await tx
    .updateTable("tasks")
    .set({ assignee_user_id: to, version: sql`version + 1` })
    .where("company_id", "=", companyId)
    .where("assignee_user_id", "=", from)
    .where("done_at", "is", null)
    .execute();
  await tx
    .updateTable("risk_cases")
    .set({
      owner_user_id: to,
      version: sql`version + 1`,
      updated_at: at,
      ...actorColumns("updated_by", user),
    })
    .where("company_id", "=", companyId)
    .where("owner_user_id", "=", from)
    .where("closed_at", "is", null)
    .execute();
  await events.emit(tx, customersMarked, { companyId });
  await publishEvent(tx, { companyId }, "work_changed", { customerId: null });
}
