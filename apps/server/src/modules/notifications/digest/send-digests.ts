import { z } from "zod";
import { findCompanyLocale, listCompanyIds, listCompanyPeople } from "#modules/companies/index.ts";
import { sendMail } from "#modules/mail/index.ts";
import { withSystem, withTenant, type Tx } from "#platform/db/transaction.ts";
import { defineJob } from "#platform/jobs/job.ts";
import type { EventContext } from "#platform/events/domain-events.ts";
import { readPreferences } from "../preferences/preferences.ts";
import { quietUntil } from "../preferences/quiet-hours.ts";
import { zonedTime } from "../preferences/zoned-time.ts";
import { digestMail, type DigestNews } from "./digest-mail.ts";

const DAY_MS = 24 * 3600_000;
/** A worker that was away at the hour makes up for it this long; later, tomorrow's digest does. */
const CATCH_UP_HOURS = 3;
/** Longer than any transaction that tells something. */
const OVERLAP_MS = 3600_000;

/** Looks every quarter of an hour, because some zones are off by 30 and 45 minutes, whose digest is due. */
export const notificationDigests = defineJob({
  name: "notifications.digests",
  schema: z.object({}),
  cron: "*/15 * * * *",
  async handler({ db, clock, signal, config, jobs, log }) {
    const context = { config, clock, jobs, log };
    const failures: unknown[] = [];
    for (const companyId of await withSystem(db, listCompanyIds)) {
      signal.throwIfAborted();
      // What is wrong with one company must not cost all after it their digests.
      await withTenant(db, companyId, (tx) => sendDueDigests(tx, context, companyId)).catch(
        (error: unknown) => failures.push(error),
      );
    }
    if (failures.length > 0)
      throw new AggregateError(failures, "Some companies' digests could not be written");
  },
});

async function sendDueDigests(tx: Tx, context: EventContext, companyId: string): Promise<void> {
  const now = context.clock.now();
  const people = await listCompanyPeople(tx, companyId);
  const preferencesOf = await readPreferences(
    tx,
    companyId,
    people.map(({ userId }) => userId),
  );
  const currency = (await findCompanyLocale(tx, companyId))?.currency ?? "USD";
  for (const { userId, email } of people) {
    const preferences = preferencesOf.get(userId);
    if (!preferences || preferences.digestHour === null) continue;
    const { day, minutes } = zonedTime(now, preferences.timeZone);
    const hour = Math.floor(minutes / 60);
    if (hour < preferences.digestHour || hour >= preferences.digestHour + CATCH_UP_HOURS) continue;
    const lastAt = await lastDigestAt(tx, companyId, userId);
    if (!(await claimDay(tx, { companyId, userId, day, now }))) continue;
    const news = await takeNews(tx, { companyId, userId, now, since: newsSince(now, lastAt) });
    if (news.length === 0) continue;
    const notBefore = quietUntil(now, preferences.quietHours, preferences.timeZone);
    await sendMail(context, tx, {
      ...digestMail(news, { currency, config: context.config }),
      to: email,
      companyId,
      uniqueKey: `digest:${userId}:${day}`,
      ...(notBefore === null ? {} : { notBefore }),
    });
  }
}

/** True for the first to ask on this day of the person's. */
async function claimDay(
  tx: Tx,
  { companyId, userId, day, now }: { companyId: string; userId: string; day: string; now: Date },
): Promise<boolean> {
  const claimed = await tx
    .insertInto("notification_digests")
    .values({ company_id: companyId, user_id: userId, day, created_at: now })
    .onConflict((conflict) => conflict.columns(["company_id", "user_id", "day"]).doNothing())
    .executeTakeFirst();
  return claimed.numInsertedOrUpdatedRows === 1n;
}

const customersSchema = z.array(
  z.object({
    customerId: z.uuid(),
    name: z.string(),
    score: z.number(),
    valueAtRiskCents: z.number().nullable(),
  }),
);

/** When the person's digest was last due; null where none was in the days that are remembered. */
async function lastDigestAt(tx: Tx, companyId: string, userId: string): Promise<Date | null> {
  const last = await tx
    .selectFrom("notification_digests")
    .select((eb) => eb.fn.max("created_at").as("at"))
    .where("company_id", "=", companyId)
    .where("user_id", "=", userId)
    .executeTakeFirst();
  return last?.at ?? null;
}

/**
 * Since the last digest, whenever that was, and a little longer: what was being committed just then has an earlier time
 * and was not seen. The first one tells of a day.
 */
function newsSince(now: Date, lastAt: Date | null): Date {
  return new Date(lastAt === null ? now.getTime() - DAY_MS : lastAt.getTime() - OVERLAP_MS);
}

/** What has happened since then and was in no digest yet, newest first; it is in this one from now on. */
async function takeNews(
  tx: Tx,
  { companyId, userId, now, since }: { companyId: string; userId: string; now: Date; since: Date },
): Promise<DigestNews[]> {
  const rows = await tx
    .updateTable("notifications")
    .set({ digested_at: now })
    .where("company_id", "=", companyId)
    .where("user_id", "=", userId)
    .where("created_at", ">", since)
    .where("digested_at", "is", null)
    .returning([
      "id",
      "created_at",
      "kind",
      "title",
      "message",
      "action_url",
      "customers",
      "value_at_risk_cents",
    ])
    .execute();
  rows.sort((a, b) => b.created_at.getTime() - a.created_at.getTime() || (a.id < b.id ? 1 : -1));
  return rows.map((row) => ({
    kind: row.kind,
    title: row.title,
    message: row.message,
    actionUrl: row.action_url,
    customers: customersSchema.parse(row.customers),
    valueAtRiskCents: row.value_at_risk_cents,
  }));
}
