import { sql } from "kysely";
import { listCompanyIds } from "#modules/companies/index.ts";
import { EVERY_ROW, withTenantClient } from "#platform/db/transaction.ts";
import { defineCompanyJob } from "#platform/jobs/company-job.ts";
import type { JobRun } from "#platform/jobs/job.ts";
import { publishEvent } from "#platform/live/publish-event.ts";
import type { CaseRow } from "../case-rows.ts";
import { drawTimes } from "../learning/draw-times.ts";
import { lookAtEveryOpenCase } from "../look-at.ts";
import { drawArms } from "./control.ts";
import { AGAIN_MS, keepPlans } from "./keep-plans.ts";
import { planCase } from "./plan-case.ts";
import { readSituations, readWork } from "./read-situations.ts";
import { askOpenTries, tryAnotherCard, tryPayment } from "./try-payment.ts";
import { writeToCustomer } from "./write-to-customer.ts";

type Run = JobRun<{ companyId: string }>;

/** Cases planned by one transaction. */
const AT_ONCE = 500;

/**
 * Does what is due of failed payments: a message, or a try of ours. Each is written down before it is done, so that a worker
 * that dies has done it once or not at all, and the next run goes on.
 */
export const workJob = defineCompanyJob({
  name: "recovery.work",
  cron: "* * * * *",
  listCompanyIds,
  async isDue(tx, companyId, now) {
    const { rows } = await sql`
      select where exists (select from recovery_settings where company_id = ${companyId})
        and (exists (select from recovery_settings where company_id = ${companyId} and plan_anew)
          or exists (select from recovery_cases where company_id = ${companyId} and closed_at is null and look_at <= ${now})
          or exists (select from recovery_tries where company_id = ${companyId} and state = 'asked'))`.execute(
      tx,
    );
    return rows.length > 0;
  },
  retryLimit: 20,
  handler: workOnCases,
});

async function workOnCases(run: Run): Promise<void> {
  const { companyId } = run.payload;
  await askOpenTries(run, companyId);
  await lookAtEveryOpenCase(run.db, companyId);
  for (let isFirst = true; ;) {
    run.signal.throwIfAborted();
    const { looked, due, waiting } = await planDue(run, companyId, isFirst);
    isFirst = false;
    for (const { caseId, step, waitsForCard } of due) {
      run.signal.throwIfAborted();
      // Who has put another card in place is not written to about the old one.
      if (waitsForCard && (await tryAnotherCard(run, companyId, caseId)) === "paid") continue;
      const again =
        step.what === "message"
          ? await writeToCustomer(run, companyId, caseId, step.day)
          : await tryPayment(run, companyId, caseId, null);
      if (again !== null) await lookLater(run, companyId, caseId, again);
    }
    for (const caseId of waiting) {
      run.signal.throwIfAborted();
      // Also one that may not be tried now: within the limits it may be later.
      await tryAnotherCard(run, companyId, caseId);
    }
    if (looked === 0) return;
  }
}

/** Why something that is due is not done now, and when it is looked at again. */
interface Again {
  heldBy: string | null;
  at: Date | null;
}

async function lookLater({ db, clock }: Run, companyId: string, caseId: string, again: Again): Promise<void> {
  const at = again.at ?? new Date(clock.now().getTime() + AGAIN_MS);
  await withTenantClient(db, companyId, ({ tx }) =>
    tx
      .updateTable("recovery_cases")
      .set({ look_at: at, held_reason: again.heldBy })
      .where("company_id", "=", companyId)
      .where("id", "=", caseId)
      .where("closed_at", "is", null)
      .execute(),
  );
}

/** Plans the cases whose time has come; those with something due are returned, and looked at again once it is done. */
async function planDue({ db, clock }: Run, companyId: string, isFirst: boolean) {
  const now = clock.now();
  return withTenantClient(
    db,
    companyId,
    async ({ tx, client }) => {
      const work = await readWork(tx, companyId);
      await drawArms({ tx, client }, companyId, work);
      // What fails while a run goes on is drawn by the next one, before it is tried.
      if (isFirst) await drawTimes(tx, companyId, work.settings, work.model, work.policy.excludedPlans);
      const { rows } = await sql<CaseRow>`
        select * from recovery_cases where company_id = ${companyId} and closed_at is null and look_at <= ${now}
        order by look_at, id limit ${AT_ONCE} for update skip locked`.execute(tx);
      const situations = await readSituations({ tx, client }, companyId, rows, { work, now });
      const plans = rows.map((row) => ({ row, plan: planCase(situations.get(row.id)!.known, work) }));
      const due = plans.flatMap(({ row, plan: { steps, waitsForCard } }) =>
        steps
          .filter(({ atMs }) => atMs <= now.getTime())
          // What a try brings in needs no message: before it the bill is looked at.
          .toSorted((a, b) => Number(a.what === "message") - Number(b.what === "message"))
          .map((step) => ({ caseId: row.id, step, waitsForCard })),
      );
      const doing = new Set(due.map(({ caseId }) => caseId));
      const changed = await keepPlans(client, companyId, plans, doing, now);
      if (changed > 0) await publishEvent(tx, { companyId }, "recovery_changed", {});
      const waiting = plans.filter(({ row, plan }) => plan.waitsForCard && !doing.has(row.id));
      return { looked: rows.length, due, waiting: waiting.map(({ row }) => row.id) };
    },
    EVERY_ROW,
  );
}
