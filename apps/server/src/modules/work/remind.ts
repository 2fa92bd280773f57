import { sql } from "kysely";
import { listCompanyIds } from "#modules/companies/index.ts";
import { withTenant } from "#platform/db/transaction.ts";
import { defineCompanyJob } from "#platform/jobs/company-job.ts";
import { taskDue } from "./events.ts";
import { readConcerned } from "./people.ts";
import type { TaskRow } from "./task-rows.ts";

/** Told in one transaction; the rest in the next. */
const AT_ONCE = 500;

/** Reminds people of tasks on the morning that was chosen. What it tells and that it was told are one transaction. */
export const remindJob = defineCompanyJob({
  name: "work.remind",
  cron: "* * * * *",
  listCompanyIds,
  async isDue(tx, companyId, now) {
    const { rows } = await sql<{ due: boolean }>`
      select exists (select from tasks where company_id = ${companyId} and done_at is null and reminded_at is null
        and remind_at <= ${now}) as due`.execute(tx);
    return rows[0]?.due === true;
  },
  async handler({ db, clock, events, signal, payload: { companyId } }) {
    for (let told = AT_ONCE; told === AT_ONCE;) {
      signal.throwIfAborted();
      told = await withTenant(db, companyId, async (tx) => {
        const now = clock.now();
        const { rows } = await sql<TaskRow>`
          update tasks set reminded_at = ${now} where company_id = ${companyId} and id in (
            select id from tasks where company_id = ${companyId} and done_at is null and reminded_at is null
              and remind_at <= ${now} order by remind_at limit ${AT_ONCE} for update skip locked)
          returning *`.execute(tx);
        const customer = await readConcerned(
          tx,
          companyId,
          rows.map((row) => row.customer_id),
        );
        for (const row of rows) {
          // Nobody's task is its author's.
          const userId = row.assignee_user_id ?? row.created_by_user_id;
          if (userId === null || row.due_on === null) continue;
          await events.emit(tx, taskDue, {
            companyId,
            taskId: row.id,
            customerId: row.customer_id,
            customerName: customer(row.customer_id).name,
            userId,
            title: row.title,
            dueOn: row.due_on,
          });
        }
        return rows.length;
      });
    }
  },
});
