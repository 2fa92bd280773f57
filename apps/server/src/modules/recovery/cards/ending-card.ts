import { sql, type RawBuilder, type SqlBool } from "kysely";
import type { Tx } from "#platform/db/transaction.ts";

/**
 * Alias `c` of customers: a card of theirs is good for at most so many days more and a payment waits for it. Not those whose
 * network usually renews it or who have a newer one on file, and nobody whom recovery leaves unasked to see what asking changes.
 */
export const cardEndsSql = (now: Date, days: number): RawBuilder<SqlBool> => sql<SqlBool>`exists (
  select from recovery_cards k where k.company_id = c.company_id and k.customer_id = c.id and k.closed_at is null
    and k.charges_at > ${now} and k.ends_on <= (${now}::timestamptz at time zone 'UTC')::date + ${days}::int
    and not k.renews_itself and k.held_reason is distinct from 'other_card' and k.arm is distinct from 'control')`;

/** Alias `c` of customers: a card of theirs that was to end was replaced since then, and no other is about to. */
export const cardReplacedSql = (since: Date): RawBuilder<SqlBool> => sql<SqlBool>`(
  exists (select from recovery_cards k where k.company_id = c.company_id and k.customer_id = c.id
    and k.outcome = 'replaced' and k.closed_at >= ${since})
  and not exists (select from recovery_cards k where k.company_id = c.company_id and k.customer_id = c.id
    and k.closed_at is null))`;

/** Whether a system is connected whose cards are read. */
export async function hasCardSource(tx: Tx, companyId: string): Promise<boolean> {
  const row = await tx
    .selectFrom("recovery_card_looks")
    .select("has_source")
    .where("company_id", "=", companyId)
    .executeTakeFirst();
  return row?.has_source === true;
}
