import { defaultRecoveryPolicy } from "@forestay/contracts";
import { sql, type RawBuilder, type SqlBool } from "kysely";
import type { Tx } from "#platform/db/transaction.ts";

/** Alias `k` of cards: good for at most so many days more, and a payment waits for it; no newer one is on file or comes by itself. */
const endsSql = (now: Date, days: number) => sql<SqlBool>`(k.closed_at is null
  and k.charges_at > ${now} and k.ends_on <= (${now}::timestamptz at time zone 'UTC')::date + ${days}::int
  and not k.renews_itself and k.held_reason is distinct from 'other_card')`;

/** Alias `k` of cards: the next run of recovery draws whether its customer is asked (drawCardArms); until then nobody knows. */
const isToBeDrawnSql = sql<SqlBool>`(k.arm is null and exists (
  select from recovery_settings s
  left join recovery_policies p on p.company_id = s.company_id and p.state = 'in_use'
  where s.company_id = k.company_id and s.sends_since is not null and s.control_percent > 0
    and ${defaultRecoveryPolicy.cardMessages.length > 0 ? sql`(p.document is null or` : sql`(p.document is not null and`}
      coalesce(p.document -> 'cardMessages', '[]') <> '[]')
    and (k.plan is null or not coalesce(p.document -> 'excludedPlans', '[]') ? k.plan)))`;

/**
 * Alias `c` of customers: a card of theirs is good for at most so many days more and a payment waits for it. Not those whose
 * network usually renews it or who have a newer one on file, and nobody whom recovery leaves unasked to see what asking changes,
 * or has yet to draw for that.
 */
export const cardEndsSql = (now: Date, days: number): RawBuilder<SqlBool> => sql<SqlBool>`exists (
  select from recovery_cards k where k.company_id = c.company_id and k.customer_id = c.id and ${endsSql(now, days)}
    and k.arm is distinct from 'control' and not ${isToBeDrawnSql})`;

/** Alias `c` of customers: recovery leaves them unasked about a card, to see what asking changes. */
export const cardUnaskedSql = sql<SqlBool>`exists (select from recovery_cards k
  where k.company_id = c.company_id and k.customer_id = c.id and k.closed_at is null and k.arm = 'control')`;

/**
 * Alias `c` of customers: since then a card of theirs that was to end was replaced, has paid or has nothing to pay any more, and
 * no other ends within so many days.
 */
export const cardSettledSql = (
  since: RawBuilder<Date>,
  now: Date,
  days: number,
): RawBuilder<SqlBool> => sql<SqlBool>`(
  exists (select from recovery_cards k where k.company_id = c.company_id and k.customer_id = c.id
    and k.outcome in ('replaced', 'ended', 'charged') and k.closed_at >= ${since})
  and not exists (select from recovery_cards k where k.company_id = c.company_id and k.customer_id = c.id
    and ${endsSql(now, days)}))`;

/** Whether a system is connected whose cards are read. */
export async function hasCardSource(tx: Tx, companyId: string): Promise<boolean> {
  const row = await tx
    .selectFrom("recovery_card_looks")
    .select("has_source")
    .where("company_id", "=", companyId)
    .executeTakeFirst();
  return row?.has_source === true;
}
