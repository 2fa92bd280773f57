import {
  notificationKinds,
  postedKinds,
  satisfiesPolicy,
  type AppPath,
  type NamedPolicy,
  type NotificationKind,
  type NotificationType,
} from "@forestay/contracts";
import { sql } from "kysely";
import { listCompanyPeople, type CompanyPerson } from "#modules/companies/index.ts";
import { tellChannels } from "#modules/integrations/index.ts";
import { sendMail, webAddress } from "#modules/mail/index.ts";
import type { Tx } from "#platform/db/transaction.ts";
import type { EventContext } from "#platform/events/domain-events.ts";
import { publishEvent } from "#platform/live/publish-event.ts";
import { quietUntil } from "#platform/quiet-hours.ts";
import { readPreferences, type Preferences } from "./preferences/preferences.ts";
import { countUnread, lockUnreadCounts } from "./unread-counts.ts";

/** A customer that a notification is about; the digest ranks by what is at stake. */
export interface NamedCustomer {
  customerId: string;
  name: string;
  score: number;
  /** Minor units of the company's currency; null = unknown. */
  valueAtRiskCents: number | null;
}

export interface News {
  companyId: string;
  /** Some people, or everybody of the company whom a policy lets in. Disabled users never hear anything. */
  recipients: { userIds: readonly string[] } | { policy: NamedPolicy };
  kind: NotificationKind;
  type: NotificationType;
  title: string;
  message: string;
  /** Path below /app. */
  actionUrl?: AppPath;
  actionText?: string;
  /** While a notification of this kind and key is unread it is updated, not repeated: `customer:<id>`. */
  dedupeKey?: string;
  customers?: readonly NamedCustomer[];
  /** What is best done about it, with one customer; a channel may say that it is done. */
  step?: { customerId: string; code: string; title: string };
  /** Of all customers concerned, named or not; without it that of the named ones. */
  valueAtRiskCents?: number;
}

/** Largest texts the table takes (migration 0021); names that people typed can be long. */
const TITLE_MAX = 200;
const MESSAGE_MAX = 2000;

/**
 * Tells people something in the transaction that caused it: a row for each who has not muted the kind in the app, a
 * mail to each who asked for one (after their quiet hours, unless the kind is always sent), a message to the channel that the
 * company chose for the kind, and on commit a live event with the new unread count.
 * Needs a tenant transaction. Returns how many people have it in their list now.
 */
export async function notify(tx: Tx, context: EventContext, news: News): Promise<number> {
  if (postedKinds.includes(news.kind)) await tellChannel(tx, context, news);
  const people = await findRecipients(tx, news);
  if (people.length === 0) return 0;
  const preferences = await readPreferences(
    tx,
    news.companyId,
    people.map((person) => person.userId),
  );
  const wants = (channel: "inApp" | "email") =>
    people.filter(({ userId }) => preferences.get(userId)?.channels(news.kind)[channel]);
  const listed = await insertForAll(tx, news, wants("inApp"), context.clock.now());
  for (const { id, userId, unreadCount } of listed) {
    await publishEvent(tx, { companyId: news.companyId, userId }, "notification_created", {
      id,
      unreadCount,
    });
  }
  for (const person of wants("email")) await mailTo(tx, context, news, person, preferences);
  return listed.length;
}

/** A channel of the company's chat hears of it once, whoever has it in their list. */
async function tellChannel(tx: Tx, context: EventContext, news: News): Promise<void> {
  const { companyId, kind, title, message, actionUrl, actionText, dedupeKey, step } = news;
  await tellChannels(tx, context, {
    companyId,
    kind,
    title,
    message,
    ...(actionUrl !== undefined && {
      link: { url: webAddress(context.config, `/app${actionUrl}`), label: actionText ?? "Open" },
    }),
    ...(step && { step }),
    key: `${dedupeKey ?? ""}:${context.clock.now().toISOString()}`,
  });
}

async function findRecipients(tx: Tx, { companyId, recipients }: News): Promise<CompanyPerson[]> {
  const people = await listCompanyPeople(tx, companyId);
  if ("policy" in recipients) return people.filter((person) => satisfiesPolicy(recipients.policy, person));
  return people.filter(({ userId }) => recipients.userIds.includes(userId));
}

interface Listed {
  id: string;
  userId: string;
  unreadCount: number;
}

async function insertForAll(
  tx: Tx,
  news: News,
  people: readonly CompanyPerson[],
  now: Date,
): Promise<Listed[]> {
  if (people.length === 0) return [];
  const { companyId, kind, type } = news;
  const userIds = people.map((person) => person.userId);
  const customers = [...(news.customers ?? [])];
  const namedCents = customers.reduce((sum, customer) => sum + (customer.valueAtRiskCents ?? 0), 0);
  const valueCents = customers.length === 0 ? null : (news.valueAtRiskCents ?? namedCents);
  await lockUnreadCounts(tx, companyId);
  const { rows: inserted } = await sql<{ id: string; userId: string }>`
    insert into notifications (company_id, user_id, kind, category, type, title, message, action_url, action_text,
      dedupe_key, value_at_risk_cents, customers, created_at)
    select ${companyId}, user_id, ${kind}, ${notificationKinds[kind].category}, ${type},
      ${shorten(news.title, TITLE_MAX)}, ${shorten(news.message, MESSAGE_MAX)}, ${news.actionUrl ?? null},
      ${news.actionText ?? null}, ${news.dedupeKey ?? null}, ${valueCents}::bigint,
      ${JSON.stringify(customers)}::jsonb, ${now}
    from unnest(${userIds}::uuid[]) as user_id
    on conflict (company_id, user_id, kind, dedupe_key) where read_at is null and dedupe_key is not null
    do update set type = excluded.type, title = excluded.title, message = excluded.message,
      action_url = excluded.action_url, action_text = excluded.action_text,
      value_at_risk_cents = excluded.value_at_risk_cents, customers = excluded.customers,
      created_at = excluded.created_at, digested_at = null
    returning id, user_id as "userId"`.execute(tx);
  const unread = await countUnread(tx, companyId, userIds);
  return inserted.map((row) => ({ ...row, unreadCount: unread.get(row.userId) ?? 0 }));
}

async function mailTo(
  tx: Tx,
  context: EventContext,
  news: News,
  person: CompanyPerson,
  preferencesOf: ReadonlyMap<string, Preferences>,
): Promise<void> {
  const now = context.clock.now();
  const preferences = preferencesOf.get(person.userId);
  const { always } = notificationKinds[news.kind];
  const notBefore =
    always || !preferences ? null : quietUntil(now, preferences.quietHours, preferences.timeZone);
  await sendMail(context, tx, {
    to: person.email,
    companyId: news.companyId,
    subject: news.title,
    uniqueKey: `notification:${person.userId}:${news.kind}:${news.dedupeKey ?? ""}:${now.toISOString()}`,
    template: {
      title: news.title,
      paragraphs: [news.message],
      ...(news.actionUrl === undefined
        ? {}
        : {
            action: {
              label: news.actionText ?? "Open",
              url: webAddress(context.config, `/app${news.actionUrl}`),
            },
          }),
      footer: always
        ? "You get this mail because it concerns the safety of your account. It is always sent."
        : "You asked for mail of this kind. Change it under Notifications, Preferences.",
    },
    ...(notBefore ? { notBefore } : {}),
  });
}

function shorten(text: string, max: number): string {
  const clean = text.toWellFormed().replaceAll("\0", "");
  return clean.length <= max ? clean : `${clean.slice(0, max - 1).toWellFormed()}…`;
}
