import type { ReportSubscription, ReportSubscriptionInput } from "@forestay/contracts";
import { changesOf, recordAudit } from "#modules/audit/index.ts";
import type { Actor } from "#modules/companies/index.ts";
import { readPlans } from "#modules/metrics/index.ts";
import { readPreferences } from "#modules/notifications/index.ts";
import type { Config } from "#config";
import type { Tx } from "#platform/db/transaction.ts";
import { AppError } from "#platform/http/app-error.ts";
import { nextReportAt } from "./schedule.ts";
import type { Subscriber } from "./unsubscribe-token.ts";

const columns = ["weekday", "hour", "plan", "currency"] as const;

/** Whether, when and of what somebody gets a report, with when the next one is written. */
export async function readSubscription(
  tx: Tx,
  { companyId, userId, email }: Subscriber & { email: string },
  { now, config }: { now: Date; config: Config },
): Promise<ReportSubscription> {
  const subscription = await find(tx, { companyId, userId });
  const preferences = await readPreferences(tx, companyId, [userId]);
  const timeZone = preferences.get(userId)?.timeZone ?? "UTC";
  const weeks = await tx
    .selectFrom("report_weeks")
    .select(["week", "written_at"])
    .where("company_id", "=", companyId)
    .where("user_id", "=", userId)
    .orderBy("week", "desc")
    .limit(8)
    .execute();
  return {
    subscription: subscription ?? null,
    nextAt:
      subscription === undefined
        ? null
        : nextReportAt(subscription, now, timeZone, (week) =>
            weeks.some((one) => one.week === week),
          ).toISOString(),
    lastAt: weeks[0]?.written_at.toISOString() ?? null,
    timeZone,
    email,
    plans: await readPlans(tx, companyId),
    mailLeaves: config.smtpUrl !== null,
  };
}

/**
 * Subscribes somebody, or changes when and of what. A day or hour that is over by now counts from next week on. Throws
 * `validation_failed` for a plan that nobody is on.
 */
export async function subscribe(
  tx: Tx,
  person: Subscriber & Actor & { email: string },
  wanted: ReportSubscriptionInput,
  now: Date,
): Promise<void> {
  const { companyId, userId } = person;
  if (wanted.plan !== null && !(await readPlans(tx, companyId)).includes(wanted.plan))
    throw new AppError("validation_failed", { fields: { plan: "Nobody is on this plan: choose another" } });
  const before = await find(tx, { companyId, userId });
  const isSameTime = before?.weekday === wanted.weekday && before.hour === wanted.hour;
  const { weekday, hour, plan, currency } = wanted;
  const values = { weekday, hour, plan, currency };
  await tx
    .insertInto("report_subscriptions")
    .values({ company_id: companyId, user_id: userId, ...values, since: now })
    .onConflict((conflict) =>
      conflict
        .columns(["company_id", "user_id"])
        .doUpdateSet({ ...values, ...(isSameTime ? {} : { since: now }) }),
    )
    .execute();
  const changes = changesOf<Partial<ReportSubscriptionInput>>(before ?? {}, values);
  if (changes === null) return;
  await recordAudit(tx, person, {
    action: "report.subscribed",
    target: person.email,
    targetId: userId,
    ...(before === undefined ? { after: changes.after } : changes),
  });
}

/** Ends somebody's reports; nothing happens where there are none. */
export async function unsubscribe(tx: Tx, person: Subscriber & Actor & { email: string }): Promise<void> {
  const { companyId, userId, email } = person;
  const ended = await tx
    .deleteFrom("report_subscriptions")
    .where("company_id", "=", companyId)
    .where("user_id", "=", userId)
    .returning([...columns])
    .executeTakeFirst();
  if (!ended) return;
  await recordAudit(tx, person, {
    action: "report.unsubscribed",
    target: email,
    targetId: userId,
    before: ended,
  });
}

async function find(tx: Tx, { companyId, userId }: Subscriber): Promise<ReportSubscriptionInput | undefined> {
  return tx
    .selectFrom("report_subscriptions")
    .select([...columns])
    .where("company_id", "=", companyId)
    .where("user_id", "=", userId)
    .executeTakeFirst();
}
