import type { WorkSummary } from "@forestay/contracts";
import { sql } from "kysely";
import type { Database } from "#platform/db/database.ts";
import { withTenant } from "#platform/db/transaction.ts";
import type { CompanyUser } from "#platform/http/actor.ts";
import { todayAt } from "./task-days.ts";
import { countTasks, readTimeZone } from "./task-rows.ts";

/** What waits for a person. */
export async function readWorkSummary(
  db: Database,
  { companyId, userId }: CompanyUser,
  now: Date,
): Promise<WorkSummary> {
  return withTenant(db, companyId, async (tx) => {
    const today = todayAt(now, await readTimeZone(tx, companyId));
    const tasks = await countTasks(tx, companyId, sql`assignee_user_id = ${userId}`, today);
    const { rows } = await sql<{ count: number }>`select count(*) from risk_cases
      where company_id = ${companyId} and owner_user_id = ${userId} and closed_at is null`.execute(tx);
    return {
      overdue: tasks.overdue,
      dueToday: tasks.dueToday,
      openTasks: tasks.open,
      openCases: rows[0]?.count ?? 0,
    };
  });
}
