import { DAY_MS, type CustomerMailKind } from "@forestay/contracts";
import { sql } from "kysely";
import type { Tx } from "#platform/db/transaction.ts";
import { quietUntil } from "#platform/quiet-hours.ts";
import type { TagValues } from "../content/render-content.ts";
import type { Sending } from "../sending-settings.ts";

/** A message that is being sent now: its row says so already. */
export interface ClaimedMessage {
  id: string;
  uniqueKey: string;
  address: string;
  addressHash: Buffer;
  kind: CustomerMailKind;
  sourceKind: string;
  sourceId: string | null;
  contentId: string;
  values: TagValues;
  attempts: number;
}

interface DueRow {
  id: string;
  unique_key: string;
  address: string;
  fingerprint: Buffer;
  kind: CustomerMailKind;
  source_kind: string;
  source_id: string | null;
  content_id: string;
  tag_values: TagValues;
  time_zone: string | null;
  attempts: number;
  expires_at: Date;
  suppressed_by: string | null;
  /** Another message to this address is on its way: it counts against the cap once it has left. */
  is_busy: boolean;
  /** Of the messages to this address that count against the cap: how many, and when the one that has to grow old was sent. */
  recent: number;
  frees_at: Date | null;
}

export interface Look {
  claimed: ClaimedMessage[];
  /** Rows that were looked at: fewer than asked for means that nothing more is due. */
  looked: number;
}

/** What the middle of sending leaves when a worker dies: it may have left, so it is not sent again. */
export async function settleInterrupted(tx: Tx, companyId: string, now: Date): Promise<void> {
  // In the order of settle and of whoever holds messages back.
  await sql`
    with mine as (
      select id from customer_messages where company_id = ${companyId} and status = 'sending' order by id for update
    )
    update customer_messages m set status = 'unknown', sent_at = ${now},
      reason = 'The server stopped while this was being sent; it may have arrived and is not sent again.'
    from mine where m.company_id = ${companyId} and m.id = mine.id`.execute(tx);
}

/**
 * Takes the next due messages, oldest first and one for each address, and settles those that may not leave: suppressed,
 * expired, or put off by quiet hours (on the customer's own clock) or the cap. The cap counts everything that left for an
 * address, payment messages too; those themselves are never held back by it. A message before a card ends is: nothing is open
 * yet, and it can wait.
 */
export async function claimDue(
  tx: Tx,
  companyId: string,
  { sending, now, limit }: { sending: Sending; now: Date; limit: number },
): Promise<Look> {
  const since = new Date(now.getTime() - sending.capDays * DAY_MS);
  const { rows } = await sql<DueRow>`
    with due as (
      select * from customer_messages
      where company_id = ${companyId} and status = 'waiting' and due_at <= ${now}
      order by due_at, id limit ${limit} for update skip locked
    ), one_each as (select distinct on (fingerprint) * from due order by fingerprint, kind desc, due_at, id)
    select m.id, m.unique_key, m.address, m.fingerprint, m.kind, m.source_kind, m.source_id, m.content_id, m.tag_values,
      m.time_zone, m.attempts, m.expires_at,
      (select s.reason from mail_suppressions s where s.company_id = m.company_id and s.fingerprint = m.fingerprint
        and (s.reason <> 'unsubscribed' or m.kind = 'marketing') order by s.since limit 1) as suppressed_by,
      exists (select from customer_messages b where b.company_id = m.company_id and b.status = 'sending'
        and b.fingerprint = m.fingerprint) as is_busy,
      cap.recent::int as recent, cap.frees_at
    from one_each m
    left join lateral (
      select count(*) as recent, min(r.sent_at) as frees_at from (
        select o.sent_at from customer_messages o
        where o.company_id = m.company_id and o.fingerprint = m.fingerprint and o.sent_at > ${since}
          and o.source_kind <> 'test'
        order by o.sent_at desc limit ${sending.capMessages}
      ) r
    ) cap on (m.kind = 'marketing' or m.source_kind = 'card') and m.source_kind <> 'test'
    order by m.due_at, m.id`.execute(tx);
  const claimed: ClaimedMessage[] = [];
  const ends: { id: string; status: string; reason: string | null; dueAt: Date | null }[] = [];
  for (const row of rows) {
    if (row.is_busy) continue;
    const end = (status: string, reason: string | null, dueAt: Date | null = null) =>
      ends.push({ id: row.id, status, reason, dueAt });
    if (row.suppressed_by !== null) {
      end("suppressed", row.suppressed_by);
      continue;
    }
    if (row.expires_at <= now) {
      end("expired", "It could not be sent in time.");
      continue;
    }
    const putOff = row.source_kind === "test" ? null : whenAllowed(row, sending, now);
    if (putOff !== null) {
      end("waiting", putOff.reason, putOff.until);
      continue;
    }
    end("sending", null);
    claimed.push({
      id: row.id,
      uniqueKey: row.unique_key,
      address: row.address,
      addressHash: row.fingerprint,
      kind: row.kind,
      sourceKind: row.source_kind,
      sourceId: row.source_id,
      contentId: row.content_id,
      values: row.tag_values,
      attempts: row.attempts,
    });
  }
  if (ends.length > 0)
    await sql`
      update customer_messages m
      set status = e.status, reason = e.reason, due_at = coalesce(e."dueAt", m.due_at)
      from jsonb_to_recordset(${JSON.stringify(ends)}::jsonb) as e(id uuid, status text, reason text, "dueAt" timestamptz)
      where m.company_id = ${companyId} and m.id = e.id`.execute(tx);
  return { claimed, looked: rows.length };
}

function whenAllowed(row: DueRow, sending: Sending, now: Date): { until: Date; reason: string } | null {
  if (
    (row.kind === "marketing" || row.source_kind === "card") &&
    row.recent >= sending.capMessages &&
    row.frees_at !== null
  ) {
    const until = new Date(row.frees_at.getTime() + sending.capDays * DAY_MS + 1000);
    if (until > now)
      return { until, reason: `At the cap of ${sending.capMessages} messages in ${sending.capDays} days.` };
  }
  const until = quietUntil(now, sending.quietHours, row.time_zone ?? sending.companyTimeZone);
  return until === null ? null : { until, reason: "Quiet hours." };
}

/** When the next waiting message is due; null: none waits. */
export async function nextDueAt(tx: Tx, companyId: string): Promise<Date | null> {
  const row = await tx
    .selectFrom("customer_messages")
    .select("due_at")
    .where("company_id", "=", companyId)
    .where("status", "=", "waiting")
    .where("due_at", "<", sql<Date>`'infinity'`)
    .orderBy("due_at")
    .limit(1)
    .executeTakeFirst();
  return row?.due_at ?? null;
}
