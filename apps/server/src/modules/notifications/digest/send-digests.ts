import { DAY_MS, HOUR_MS } from "@forestay/contracts";
import {
  findCompanyLocale,
  listCompanyIds,
  listCompanyPeople,
  type CompanyPerson,
} from "#modules/companies/index.ts";
import { sendMail } from "#modules/mail/index.ts";
import { withTenant, type Tx } from "#platform/db/transaction.ts";
import type { EventContext } from "#platform/events/domain-events.ts";
import { defineCompanyJob } from "#platform/jobs/company-job.ts";
import { readPreferences, type Preferences } from "../preferences/preferences.ts";
import { quietUntil } from "#platform/quiet-hours.ts";
import { zonedTime } from "#platform/zoned-time.ts";
import { customersSchema } from "./customers-schema.ts";
import { CATCH_UP_HOURS, dueInChannel, postDueDigest } from "./channel-digest.ts";
import { digestMail, type DigestNews } from "./digest-mail.ts";

/** Longer than any transaction that tells something. */
const OVERLAP_MS = HOUR_MS;

/** Looks every quarter of an hour, because some zones are off by 30 and 45 minutes, whose digest is due. */
export const notificationDigests = defineCompanyJob({
  name: "notifications.digests",
  cron: "*/15 * * * *",
  listCompanyIds,
  isDue: async (tx, companyId, now) =>
    (await listDue(tx, companyId, now)).length > 0 || (await dueInChannel(tx, companyId, now)) !== null,
  handler: ({ db, payload: { companyId }, ...context }) =>
    withTenant(db, companyId, async (tx) => {
      await sendDueDigests(tx, context, companyId);
      await postDueDigest(tx, context, companyId);
    }),
});

interface DuePerson extends Pick<CompanyPerson, "userId" | "email"> {
  preferences: Preferences;
  /** On the person's own calendar. */
  day: string;
}

/** Whose hour it is, on the person's own clock, and who has not had a digest today. */
async function listDue(tx: Tx, companyId: string, now: Date): Promise<DuePerson[]> {
  const people = await listCompanyPeople(tx, companyId);
  const preferencesOf = await readPreferences(
    tx,
    companyId,
    people.map(({ userId }) => userId),
  );
  const inTheirHour = people.flatMap(({ userId, email }): DuePerson[] => {
    const preferences = preferencesOf.get(userId);
    if (!preferences || preferences.digestHour === null) return [];
    const { day, minutes } = zonedTime(now, preferences.timeZone);
    const hour = Math.floor(minutes / 60);
    const isIn = hour >= preferences.digestHour && hour < preferences.digestHour + CATCH_UP_HOURS;
    return isIn ? [{ userId, email, preferences, day }] : [];
  });
  if (inTheirHour.length === 0) return [];
  const claimed = await tx
    .selectFrom("notification_digests")
    .select(["user_id", "day"])
    .where("company_id", "=", companyId)
    .where(
      "day",
      "in",
      inTheirHour.map(({ day }) => day),
    )
    .execute();
  return inTheirHour.filter(
    (person) => !claimed.some((row) => row.user_id === person.userId && row.day === person.day),
  );
}

async function sendDueDigests(tx: Tx, context: EventContext, companyId: string): Promise<void> {
  const now = context.clock.now();
  const due = await listDue(tx, companyId, now);
  const currency = (await findCompanyLocale(tx, companyId))?.currency ?? "USD";
  for (const { userId, email, preferences, day } of due) {
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
