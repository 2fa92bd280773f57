import { randomUUID } from "node:crypto";
import { z } from "zod";
import { recordAudit } from "#modules/audit/index.ts";
import { listCompanyPeople } from "#modules/companies/index.ts";
import { withTenant } from "#platform/db/transaction.ts";
import type { CompanyUser } from "#platform/http/actor.ts";
import { defineJob } from "#platform/jobs/job.ts";
import type { ModuleContext } from "#platform/module.ts";
import type { ReportScope } from "./read-report.ts";
import { mailReport, writeReport } from "./write-report.ts";

const payload = z.object({
  companyId: z.uuid(),
  userId: z.uuid(),
  /** One mail for each asking, however often the job runs. */
  askId: z.uuid(),
  plan: z.string().nullable(),
  currency: z.string().nullable(),
});

/** Writes a report that somebody asked for at once and mails it to them. */
export const sendReport = defineJob({
  name: "reports.send",
  schema: payload,
  async handler({ payload: { companyId, userId, askId, ...scope }, completeIn, ...context }) {
    const { db, clock } = context;
    const report = await writeReport(db, companyId, scope, clock.now());
    await withTenant(db, companyId, async (tx) => {
      const person = (await listCompanyPeople(tx, companyId)).find((one) => one.userId === userId);
      if (person !== undefined)
        await mailReport(context, tx, report, {
          companyId,
          userId,
          email: person.email,
          uniqueKey: `report:${userId}:${askId}`,
          weekly: null,
          notBefore: null,
        });
      await completeIn(tx);
    });
  },
});

/** Has a report mailed to whoever asks, as soon as a worker has written it. */
export async function askForReport(
  { db, jobs }: Pick<ModuleContext, "db" | "jobs">,
  user: CompanyUser,
  { plan, currency }: ReportScope,
): Promise<void> {
  const { companyId, userId } = user;
  await withTenant(db, companyId, async (tx) => {
    await recordAudit(tx, user, {
      action: "report.sent",
      target: user.email,
      targetId: userId,
      after: { plan, currency },
    });
    await jobs.enqueue(tx, sendReport, { companyId, userId, askId: randomUUID(), plan, currency });
  });
}
