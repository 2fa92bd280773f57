import { postedKinds } from "@forestay/contracts";
import { sql } from "kysely";
import { findCompanyLocale } from "#modules/companies/index.ts";
import {
  claimChannelDigest,
  postMessage,
  readChannelDigest,
  type ChannelDigest,
} from "#modules/integrations/index.ts";
import type { Tx } from "#platform/db/transaction.ts";
import type { EventContext } from "#platform/events/domain-events.ts";
import { isTimeZone, zonedTime } from "#platform/zoned-time.ts";
import { customersSchema } from "./customers-schema.ts";
import { digestMail, type DigestNews } from "./digest-mail.ts";

/** A worker that was away at the hour makes up for it this long; later, tomorrow's digest does. */
export const CATCH_UP_HOURS = 3;

/** What is being committed just now has an earlier time and is not seen yet: it is tomorrow's. */
const SETTLED_MS = 5 * 60_000;

interface DueDigest extends ChannelDigest {
  /** On the company's calendar. */
  today: string;
  currency: string;
}

/** The digest of the company's channel, where its hour is now and today's was not written; null: not now. */
export async function dueInChannel(tx: Tx, companyId: string, now: Date): Promise<DueDigest | null> {
  const digest = await readChannelDigest(tx, companyId);
  if (digest === null) return null;
  const { timeZone = "UTC", currency = "USD" } = (await findCompanyLocale(tx, companyId)) ?? {};
  const { day: today, minutes } = zonedTime(now, isTimeZone(timeZone) ? timeZone : "UTC");
  const hour = Math.floor(minutes / 60);
  const isIn = hour >= digest.hour && hour < digest.hour + CATCH_UP_HOURS;
  return isIn && digest.day !== today ? { ...digest, today, currency } : null;
}

/** Posts the day's news of the whole company, those of single people left out; a day without news has no digest. */
export async function postDueDigest(tx: Tx, context: EventContext, companyId: string): Promise<void> {
  const now = context.clock.now();
  const due = await dueInChannel(tx, companyId, now);
  if (due === null) return;
  const until = new Date(now.getTime() - SETTLED_MS);
  if (!(await claimChannelDigest(tx, companyId, { day: due.today, until }))) return;
  const news = await readCompanyNews(tx, companyId, due.since, until);
  if (news.length === 0) return;
  const { template } = digestMail(news, { currency: due.currency, config: context.config });
  const { title, paragraphs = [], rows = [], action } = template;
  await postMessage(tx, context, {
    companyId,
    channel: due.channel,
    title,
    text: [...paragraphs, ...rows.map(({ label, value }) => `${label}: ${value}`)].join("\n"),
    ...(action && { link: action }),
    uniqueKey: `digest:${due.today}`,
  });
}

/** What several people have in their lists is one piece of news. */
async function readCompanyNews(tx: Tx, companyId: string, since: Date, until: Date): Promise<DigestNews[]> {
  const { rows } = await sql<{
    kind: string;
    title: string;
    message: string;
    action_url: string | null;
    customers: unknown;
    value_at_risk_cents: number | null;
  }>`
    select kind, title, message, action_url, customers, value_at_risk_cents from (
      select distinct on (kind, title, message) * from notifications
      where company_id = ${companyId} and kind = any(${[...postedKinds]}::text[])
        and created_at > ${since} and created_at <= ${until}
      order by kind, title, message, created_at desc
    ) n order by created_at desc, id desc`.execute(tx);
  return rows.map((row) => ({
    kind: row.kind,
    title: row.title,
    message: row.message,
    actionUrl: row.action_url,
    customers: customersSchema.parse(row.customers),
    valueAtRiskCents: row.value_at_risk_cents === null ? null : Number(row.value_at_risk_cents),
  }));
}
