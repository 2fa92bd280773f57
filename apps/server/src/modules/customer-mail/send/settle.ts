import { DAY_MS, MINUTE_MS } from "@forestay/contracts";
import { sql } from "kysely";
import type { Delivery } from "#modules/mail/index.ts";
import type { Tx } from "#platform/db/transaction.ts";
import { addSuppression } from "../suppressions.ts";
import type { ClaimedMessage } from "./claim-due.ts";

/** Pauses after a refusal for the moment; after the last one it is given up, and counts as a strike. */
const PAUSES_MS = [5, 30, 120, 480].map((minutes) => minutes * MINUTE_MS);
/** So many strikes within so many days, and an address is written to no more. */
export const STRIKES = 3;
export const STRIKE_DAYS = 7;

/** `late`: no word of it was sent. */
export type Ending = Delivery | { outcome: "kept" } | { outcome: "late" };

/**
 * Writes what became of messages. 'unknown' too may still turn out otherwise: its sender was slow and not dead. What is to be
 * sent again stays held or is cancelled if that came meanwhile (write-messages.ts).
 */
export async function settle(
  tx: Tx,
  companyId: string,
  endings: readonly { message: ClaimedMessage; ending: Ending }[],
  now: Date,
): Promise<void> {
  const rows = endings.map(({ message, ending }) => ({
    id: message.id,
    tries: ending.outcome === "late" ? 0 : 1,
    ...statusAfter(message, ending, now),
  }));
  await sql`
    with mine as (
      select id from customer_messages where company_id = ${companyId} and id = any(${rows.map(({ id }) => id)}::uuid[])
        and status in ('sending', 'unknown')
      order by id for update
    )
    update customer_messages m
    set status = case when e.status = 'waiting' and m.expires_at = '-infinity' then 'cancelled' else e.status end,
      reason = case when e.status = 'waiting' and (m.expires_at = '-infinity' or m.due_at = 'infinity') then m.reason else e.reason end,
      due_at = case when m.due_at < 'infinity' then coalesce(e."dueAt", m.due_at) when e.status = 'waiting' then m.due_at else ${now} end,
      sent_at = e."sentAt", attempts = m.attempts + e.tries, is_strike = e."isStrike"
    from mine, jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as e(id uuid, tries integer, status text, reason text,
      "sentAt" timestamptz, "dueAt" timestamptz, "isStrike" boolean)
    where m.company_id = ${companyId} and m.id = mine.id and e.id = mine.id`.execute(tx);
  for (const { message, ending } of endings) {
    if (ending.outcome !== "refused" || !ending.isAddress) continue;
    const { addressHash } = message;
    if (ending.isPermanent || (await countStrikes(tx, companyId, addressHash, now)) >= STRIKES)
      await addSuppression(tx, companyId, {
        addressHash,
        reason: "bounced",
        source: ending.isPermanent ? ending.reason : `${STRIKES} messages refused within ${STRIKE_DAYS} days`,
        at: now,
      });
  }
}

function statusAfter(message: ClaimedMessage, ending: Ending, now: Date) {
  const none = { reason: null, sentAt: null, dueAt: null, isStrike: false };
  if (ending.outcome === "sent" || ending.outcome === "kept")
    return { ...none, status: ending.outcome, sentAt: now };
  if (ending.outcome === "late") return { ...none, status: "waiting" };
  const reason = ending.reason.slice(0, 500);
  // It may have arrived, and counts against the cap as if it had.
  if (ending.outcome === "unknown") return { ...none, status: "unknown", reason, sentAt: now };
  const pause = ending.isPermanent ? undefined : PAUSES_MS[message.attempts];
  if (pause === undefined)
    return { ...none, status: "failed", reason, isStrike: !ending.isPermanent && ending.isAddress };
  return { ...none, status: "waiting", reason, dueAt: new Date(now.getTime() + pause) };
}

/** Messages of these days that were refused for the moment until they were given up, here or on their way. */
export async function countStrikes(
  tx: Tx,
  companyId: string,
  addressHash: Buffer,
  now: Date,
): Promise<number> {
  const { count } = await tx
    .selectFrom("customer_messages")
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .where("company_id", "=", companyId)
    .where("fingerprint", "=", addressHash)
    .where("is_strike", "=", true)
    .where("due_at", ">", new Date(now.getTime() - STRIKE_DAYS * DAY_MS))
    .executeTakeFirstOrThrow();
  return Number(count);
}
