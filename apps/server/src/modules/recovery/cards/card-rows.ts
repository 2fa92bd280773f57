import { CARD_DAYS, DAY_MS, type CardHold } from "@forestay/contracts";
import type { Selectable, SqlBool } from "kysely";
import { sql } from "kysely";
import { readSignedLink, signLink } from "#platform/crypto/signed-link.ts";
import type { DB } from "#platform/db/schema.gen.ts";
import type { Tx } from "#platform/db/transaction.ts";
import type { Work } from "../work/read-situations.ts";
import { planCard, type CardPlan, type CardRules } from "./plan-card.ts";

export type CardRow = Selectable<DB["recovery_cards"]>;

const PURPOSE = "recovery-card-link";
const LINK_DAYS = CARD_DAYS + 30;

/** The secret of a link for another card: good for this one, until well after its payment. */
export function cardLinkToken(
  secretKeys: readonly string[],
  { companyId, cardId }: { companyId: string; cardId: string },
  now: Date,
): string {
  const expiresAt = new Date(now.getTime() + LINK_DAYS * DAY_MS);
  return signLink(secretKeys, PURPOSE, { companyId, id: cardId, expiresAt });
}

/** Null for a token that is of no card, or that no key of ours signed. */
export const readCardLink = (secretKeys: readonly string[], token: string) =>
  readSignedLink(secretKeys, PURPOSE, token);

export const rulesOf = ({ policy, settings }: Pick<Work, "policy" | "settings">): CardRules => ({
  sends: settings.sendsSince !== null,
  daysBefore: policy.cardMessages.map(({ daysBefore }) => daysBefore),
  asksRenewedCards: policy.asksRenewedCards,
  excludedPlans: policy.excludedPlans,
});

/** What a card has in common over several subscriptions of a customer. */
interface CardShare {
  /** Of the open ones the one that is charged first. */
  isFirst: boolean;
  /** When the customer was last written to about this card, by any of them. */
  lastAt: Date | null;
  /** For how many days before the payment, of those that are open. */
  lastDay: number | null;
}

/** On rows `o` and `c`: the same card of the same customer. Its system tells no id of a card. */
export const sameCardSql = sql<SqlBool>`(o.company_id = c.company_id and o.customer_id = c.customer_id and o.source = c.source
  and o.brand = c.brand and o.last4 = c.last4 and o.ends_on = c.ends_on)`;

/** Of open cards, by their id. */
export async function readShares(
  tx: Tx,
  companyId: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, CardShare>> {
  const { rows } = await sql<CardShare & { id: string }>`
    select c.id, f.id = c.id as "isFirst", m.at as "lastAt", m.day as "lastDay" from recovery_cards c
    cross join lateral (select o.id from recovery_cards o where ${sameCardSql} and o.closed_at is null
      order by o.charges_at, o.id limit 1) f
    cross join lateral (select max(o.last_message_at) as at, min(o.last_message_day) filter (where o.closed_at is null) as day
      from recovery_cards o where ${sameCardSql}) m
    where c.company_id = ${companyId} and c.id = any(${[...ids]}::uuid[]) and c.closed_at is null`.execute(
    tx,
  );
  return new Map(rows.map(({ id, ...share }) => [id, share]));
}

/** What happens next about one card; `address` null: none is known. `share` is not asked for where the card is closed. */
export function planOf(
  row: CardRow,
  share: CardShare | undefined,
  rules: CardRules,
  address: string | null,
  now: Date,
): CardPlan {
  if (row.closed_at !== null) return { atMs: null, heldBy: null };
  return planCard(
    {
      chargesMs: row.charges_at.getTime(),
      renewsItself: row.renews_itself,
      plan: row.plan,
      arm: row.arm as "sent" | "control" | null,
      lastMessage:
        share?.lastAt == null
          ? null
          : { daysBefore: share.lastDay ?? Infinity, atMs: share.lastAt.getTime() },
      isFirst: share?.isFirst ?? true,
      hasAddress: address !== null,
      heldBy: row.held_reason as CardHold | null,
      nowMs: now.getTime(),
    },
    rules,
  );
}

/** Of cards: who may be asked for another one at all, by the company's policy. */
export const mayBeAskedSql = ({
  asksRenewedCards,
  excludedPlans,
}: Pick<Work["policy"], "asksRenewedCards" | "excludedPlans">) =>
  sql<boolean>`(not renews_itself or ${asksRenewedCards})
    and (plan is null or plan <> all(${[...excludedPlans]}::text[]))`;

/**
 * Draws who is asked, once for each card and the same for all of a customer: SHA-256 of the company's key, a word of its own and
 * the customer's id, so that it says nothing of who is written to later after a failure. All are drawn who may be asked, before
 * anything becomes of their cards.
 */
export async function drawCardArms(tx: Tx, companyId: string, { settings, policy }: Work): Promise<void> {
  if (settings.sendsSince === null || settings.controlKey === null || policy.cardMessages.length === 0)
    return;
  await sql`
    update recovery_cards set arm = case when
        ('x' || substr(encode(sha256(${settings.controlKey}::bytea || 'card'::bytea || uuid_send(customer_id)), 'hex'), 1, 12))::bit(48)::bigint
          / 281474976710656.0 < ${settings.controlPercent / 100}::float8 then 'control' else 'sent' end
    where company_id = ${companyId} and closed_at is null and arm is null and ${mayBeAskedSql(policy)}`.execute(
    tx,
  );
}
