import { satisfiesPolicy } from "@forestay/contracts";
import {
  listCompanyIds,
  listCompanyPeople,
  readCompanySettings,
  type CompanyPerson,
} from "#modules/companies/index.ts";
import { readPreferences } from "#modules/notifications/index.ts";
import { withTenant, type Tx } from "#platform/db/transaction.ts";
import { defineCompanyJob } from "#platform/jobs/company-job.ts";
import { quietUntil } from "#platform/quiet-hours.ts";
import type { ReportScope } from "./read-report.ts";
import { dueWeek, type ReportTime } from "./schedule.ts";
import { mailReport, writeReport, type WrittenReport } from "./write-report.ts";

/** Looks every quarter of an hour, because some zones are off by 30 and 45 minutes, whose weekly report is due. */
export const weeklyReports = defineCompanyJob({
  name: "reports.weekly",
  cron: "*/15 * * * *",
  listCompanyIds,
  isDue: async (tx, companyId, now) => (await listDue(tx, companyId, now)).length > 0,
  async handler({ payload: { companyId }, signal, ...context }) {
    const { db, clock } = context;
    const now = clock.now();
    // One reading for all who asked for the same.
    const written = new Map<string, WrittenReport>();
    for (const { userId, plan, currency } of await withTenant(db, companyId, (tx) =>
      listDue(tx, companyId, now),
    )) {
      signal.throwIfAborted();
      const of = JSON.stringify([plan, currency]);
      const report = written.get(of) ?? (await writeReport(db, companyId, { plan, currency }, now));
      written.set(of, report);
      await withTenant(db, companyId, async (tx) => {
        // Who left, or gave it up, while the figures were read gets none.
        const due = (await listDue(tx, companyId, now)).find((one) => one.userId === userId);
        if (due === undefined || !(await claimWeek(tx, companyId, due, now))) return;
        if (report.report === null && !(await isFirstEmpty(tx, companyId, userId, now))) return;
        await mailReport(context, tx, report, {
          companyId,
          userId,
          email: due.email,
          uniqueKey: `report:${userId}:${due.week}`,
          weekly: due,
          notBefore: due.quietUntil,
        });
      });
    }
  },
});

interface DuePerson extends ReportTime, ReportScope, Pick<CompanyPerson, "userId" | "email"> {
  timeZone: string;
  /** The Monday of the week that is due. */
  week: string;
  quietUntil: Date | null;
}

/** Whose moment of this week is over on their own clock and who has no report of the week: of who may still see it. */
async function listDue(tx: Tx, companyId: string, now: Date): Promise<DuePerson[]> {
  const subscriptions = await tx
    .selectFrom("report_subscriptions")
    .select(["user_id", "weekday", "hour", "plan", "currency", "since"])
    .where("company_id", "=", companyId)
    .execute();
  if (subscriptions.length === 0) return [];
  // A company that is about to be deleted tells nobody anything.
  if ((await readCompanySettings(tx, companyId)).deletionAt !== null) return [];
  const people = (await listCompanyPeople(tx, companyId)).filter((person) =>
    satisfiesPolicy("customers:read", person),
  );
  const preferencesOf = await readPreferences(
    tx,
    companyId,
    people.map(({ userId }) => userId),
  );
  const due = people.flatMap(({ userId, email }): DuePerson[] => {
    const subscription = subscriptions.find((one) => one.user_id === userId);
    const preferences = preferencesOf.get(userId);
    if (subscription === undefined || preferences === undefined) return [];
    const { since, user_id: _, ...wanted } = subscription;
    const { timeZone, quietHours } = preferences;
    const week = dueWeek(wanted, since, now, timeZone);
    if (week === null) return [];
    return [{ userId, email, ...wanted, timeZone, week, quietUntil: quietUntil(now, quietHours, timeZone) }];
  });
  if (due.length === 0) return [];
  const had = await tx
    .selectFrom("report_weeks")
    .select(["user_id", "week"])
    .where("company_id", "=", companyId)
    .where(
      "week",
      "in",
      due.map(({ week }) => week),
    )
    .execute();
  return due.filter(({ userId, week }) => !had.some((one) => one.user_id === userId && one.week === week));
}

/** True for the first to ask for this person and week, whichever worker it is. */
async function claimWeek(
  tx: Tx,
  companyId: string,
  { userId, week }: DuePerson,
  now: Date,
): Promise<boolean> {
  const claimed = await tx
    .insertInto("report_weeks")
    .values({ company_id: companyId, user_id: userId, week, written_at: now })
    .onConflict((conflict) => conflict.columns(["company_id", "user_id", "week"]).doNothing())
    .executeTakeFirst();
  return claimed.numInsertedOrUpdatedRows === 1n;
}

/** True once: that there is nothing to report is said, and how to fill it, and is not repeated every week. */
async function isFirstEmpty(tx: Tx, companyId: string, userId: string, now: Date): Promise<boolean> {
  const told = await tx
    .updateTable("report_subscriptions")
    .set({ told_empty_at: now })
    .where("company_id", "=", companyId)
    .where("user_id", "=", userId)
    .where("told_empty_at", "is", null)
    .executeTakeFirst();
  return told.numUpdatedRows === 1n;
}
