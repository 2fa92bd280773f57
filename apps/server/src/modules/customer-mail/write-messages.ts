import {
  DAY_MS,
  type CustomerMailKind,
  type CustomerMessageStatus,
  type MailContent,
} from "@forestay/contracts";
import { sql } from "kysely";
import type { Tx } from "#platform/db/transaction.ts";
import type { EventContext } from "#platform/events/domain-events.ts";
import { hashAddress, normaliseAddress } from "./addresses.ts";
import { keepContent } from "./content/keep-content.ts";
import type { TagValues } from "./content/render-content.ts";
import { sendQueue } from "./send/send-queue.ts";
import { reasonsAgainst } from "./suppressions.ts";

/** Who asks for messages; with it they are found again, counted and cancelled. */
export interface MessageSource {
  kind: "campaign" | "recovery" | "card" | "test";
  /** Which campaign, case, card or test. */
  id: string;
  /** Which step of it. */
  step?: string;
}

export interface NewMessage {
  /** Null: a test to a member of the staff. */
  customerId: string | null;
  address: string;
  /** One message per key, however often its cause runs. */
  uniqueKey: string;
  values: TagValues;
  /** The customer's; null: the company's. */
  timeZone: string | null;
  /** Of these messages their own, where it is not that of all. */
  source?: MessageSource;
}

export interface WrittenMessages {
  kind: CustomerMailKind;
  source: MessageSource;
  content: MailContent;
  messages: readonly NewMessage[];
  /** Not before; now, if not given. */
  dueAt?: Date;
  /** What could not leave until then never does; 14 days after `dueAt`, if not given. */
  expiresAt?: Date;
}

const EXPIRES_AFTER_MS = 14 * DAY_MS;

/**
 * Writes messages in the caller's transaction; they leave after the commit, when cap, quiet hours and the list of those who
 * are not written to allow it, all of which is asked again then. Answers, by unique key, with the status of those that are
 * new: `waiting` or `suppressed`. A key that stands there already is left alone and answered with nothing.
 */
export async function writeMessages(
  tx: Tx,
  { clock, jobs }: Pick<EventContext, "clock" | "jobs">,
  companyId: string,
  { kind, source, content, messages, dueAt = clock.now(), expiresAt }: WrittenMessages,
): Promise<Map<string, CustomerMessageStatus>> {
  if (messages.length === 0) return new Map();
  const now = clock.now();
  const contentId = await keepContent(tx, companyId, content, now);
  const rows = messages.map((message) => ({
    key: message.uniqueKey,
    customer: message.customerId,
    address: message.address.trim(),
    hash: hashAddress(normaliseAddress(message.address)).toString("hex"),
    values: message.values,
    zone: message.timeZone,
    source_id: (message.source ?? source).id,
    step: (message.source ?? source).step ?? null,
  }));
  const written = await sql<{ unique_key: string; status: CustomerMessageStatus }>`
    insert into customer_messages (company_id, unique_key, customer_id, address, fingerprint, kind, source_kind, source_id,
      step_id, content_id, tag_values, time_zone, status, reason, due_at, expires_at, created_at)
    select ${companyId}, m.key, m.customer, m.address, decode(m.hash, 'hex'), ${kind}, ${source.kind}, m.source_id,
      m.step, ${contentId}, m.values, m.zone,
      case when s.reason is null then 'waiting' else 'suppressed' end, s.reason,
      ${dueAt}, ${expiresAt ?? new Date(dueAt.getTime() + EXPIRES_AFTER_MS)}, ${now}
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as m(key text, customer uuid, address text, hash text,
      "values" jsonb, zone text, source_id uuid, step text)
    left join lateral (
      select reason from mail_suppressions
      where company_id = ${companyId} and fingerprint = decode(m.hash, 'hex')
        and reason = any(${[...reasonsAgainst(kind)]}::text[])
      order by since limit 1
    ) s on true
    on conflict (company_id, unique_key) do nothing
    returning unique_key, status`.execute(tx);
  const statuses = new Map(written.rows.map((row) => [row.unique_key, row.status]));
  // What is due later is found by the minute.
  if (dueAt <= now && [...statuses.values()].includes("waiting"))
    await jobs.enqueue(tx, sendQueue, { companyId }, { singletonKey: companyId, groupKey: companyId });
  return statuses;
}

/** Takes back what waits of a source; what is on its way already leaves, or is taken back too if it comes back. Returns how many waited. */
export async function cancelMessages(
  tx: Tx,
  companyId: string,
  { kind, id }: Pick<MessageSource, "kind" | "id">,
  reason: string,
  customerIds?: readonly string[],
): Promise<number> {
  const whose = customerIds === undefined ? sql`true` : sql`customer_id = any(${[...customerIds]}::uuid[])`;
  // In the order of settle, which locks what is on its way too.
  const { rows } = await sql<{ status: string }>`
    with mine as (
      select id from customer_messages where company_id = ${companyId} and source_kind = ${kind} and source_id = ${id}
        and status in ('waiting', 'sending') and ${whose}
      order by id for update
    )
    update customer_messages m set reason = ${reason},
      status = case when m.status = 'waiting' then 'cancelled' else m.status end,
      expires_at = case when m.status = 'waiting' then m.expires_at else '-infinity' end
    from mine where m.company_id = ${companyId} and m.id = mine.id returning m.status`.execute(tx);
  return rows.filter(({ status }) => status === "cancelled").length;
}

/**
 * Holds back what waits of a source, until releaseMessages: from its commit on nothing of it is taken any more. What is on its
 * way leaves within seconds, or comes back and is held too.
 */
export async function holdMessages(
  tx: Tx,
  companyId: string,
  { kind, id }: Pick<MessageSource, "kind" | "id">,
): Promise<void> {
  await sql`
    with mine as (
      select id from customer_messages where company_id = ${companyId} and source_kind = ${kind} and source_id = ${id}
        and status in ('waiting', 'sending')
      order by id for update
    )
    update customer_messages m set due_at = 'infinity', reason = 'Paused.'
    from mine where m.company_id = ${companyId} and m.id = mine.id`.execute(tx);
}

/** Lets go what holdMessages held back. */
export async function releaseMessages(
  tx: Tx,
  { clock, jobs }: Pick<EventContext, "clock" | "jobs">,
  companyId: string,
  { kind, id }: Pick<MessageSource, "kind" | "id">,
): Promise<void> {
  await sql`
    with mine as (
      select id from customer_messages where company_id = ${companyId} and source_kind = ${kind} and source_id = ${id}
        and status in ('waiting', 'sending') and due_at = 'infinity'
      order by id for update
    )
    update customer_messages m set due_at = ${clock.now()}, reason = null
    from mine where m.company_id = ${companyId} and m.id = mine.id`.execute(tx);
  await jobs.enqueue(tx, sendQueue, { companyId }, { singletonKey: companyId, groupKey: companyId });
}
