import type { ChurnRule } from "@forestay/contracts";
import { SubscriptionStatus } from "@forestay/contracts/vocabulary";
import { sql, type RawBuilder } from "kysely";
import { readChurnRule } from "#modules/scoring-settings/index.ts";
import type { Tx } from "#platform/db/transaction.ts";
import { daysBefore } from "./activity.ts";

/** What counts as having left, seen from one moment. */
export interface LeavingRule extends ChurnRule {
  now: Date;
  /**
   * The newest activity of any customer, not after `now`: silence is counted up to here, because in a file of two
   * months ago nobody was active since. Null: no activity is recorded, or silence does not count.
   */
  activityUntil: Date | null;
  /**
   * The records are those of a later day than `now`: a status does not say since when it holds, so a customer with a known
   * end is there until then, whatever its status has become.
   */
  looksBack?: boolean;
}

/** What must be known of a customer to say whether it has left. */
export interface LeavingFields {
  churned: boolean | null;
  churnedAt: Date | null;
  endedAt: Date | null;
  subscriptionStatus: number | null;
  /** The last activity, else the last login. */
  lastSeenAt: Date | null;
}

export interface Left {
  /** Null: nothing says either way, so it is no outcome to learn from (and counts as being there). */
  hasLeft: boolean | null;
  /** When; null for those who have not left and where the day is not known. A known end to come is in the future. */
  leftAt: Date | null;
  /** True: its silence came first, not an end or a label. */
  bySilence: boolean;
}

const goneStatuses: readonly (number | null)[] = [SubscriptionStatus.Cancelled, SubscriptionStatus.Inactive];

/**
 * Whether and when a customer has left: by the company's own label, else, as the rule says, by an end date that has
 * passed or a Cancelled or Inactive subscription, by silence, or by whichever came first. Says what `hasLeftSql` and
 * `leftAtSql` say.
 */
export function leavingOf(customer: LeavingFields, rule: LeavingRule): Left {
  const endAt = customer.endedAt ?? customer.churnedAt;
  if (customer.churned === false) return { hasLeft: false, leftAt: null, bySilence: false };
  if (customer.churned === true) return { hasLeft: true, leftAt: endAt, bySilence: false };
  const endCounts = rule.definition !== "inactive";
  const silenceCounts = rule.definition !== "cancelled";
  const endsLater = rule.looksBack === true && endAt !== null && endAt > rule.now;
  const isGone = endCounts && !endsLater && goneStatuses.includes(customer.subscriptionStatus);
  const hasEnded = isGone || (endCounts && customer.endedAt !== null && customer.endedAt <= rule.now);
  const silentAt = silenceCounts ? silentSince(customer.lastSeenAt, rule) : null;
  if (hasEnded || silentAt !== null) {
    // An end on an unknown day may have come before the silence.
    if (isGone && endAt === null) return { hasLeft: true, leftAt: null, bySilence: false };
    const bySilence = silentAt !== null && (!endCounts || endAt === null || silentAt < endAt);
    return { hasLeft: true, leftAt: bySilence ? silentAt : endAt, bySilence };
  }
  const isKnown =
    (endCounts && customer.subscriptionStatus !== null) || (silenceCounts && customer.lastSeenAt !== null);
  return { hasLeft: isKnown ? false : null, leftAt: endCounts ? endAt : null, bySilence: false };
}

/** The moment at which a silence that still lasts became too long; null while it has not. */
function silentSince(lastSeenAt: Date | null, { inactiveDays, activityUntil }: LeavingRule): Date | null {
  if (lastSeenAt === null || activityUntil === null) return null;
  const at = daysBefore(lastSeenAt, -inactiveDays);
  return at <= activityUntil ? at : null;
}

/** A rule as SQL values: constants, or columns of a row that says by which rule it was made. */
export interface SqlLeavingRule {
  definition: RawBuilder<unknown>;
  inactiveDays: RawBuilder<unknown>;
  now: Date;
  activityUntil: Date | null;
  looksBack?: boolean | undefined;
}

/** The rule as constants of a statement. */
export function sqlLeavingRule({
  definition,
  inactiveDays,
  now,
  activityUntil,
  looksBack,
}: LeavingRule): SqlLeavingRule {
  return {
    definition: sql`${definition}::text`,
    inactiveDays: sql`${inactiveDays}::int`,
    now,
    activityUntil,
    looksBack,
  };
}

/** The statuses of a subscription that is over or never ran, as a list of SQL. */
export const OVER = `${SubscriptionStatus.Inactive}, ${SubscriptionStatus.Cancelled}`;
/** Of alias `c` of table customers: its subscription is over or never ran; null where its status is not known. */
export const subscriptionIsOver = sql<boolean | null>`c.subscription_status in (${sql.raw(OVER)})`;

/** Of alias `c` of table customers: true, false, or null where nothing says either way. */
export function hasLeftSql(rule: SqlLeavingRule): RawBuilder<boolean | null> {
  const { definition, inactiveDays } = rule;
  const endsLater = rule.looksBack
    ? sql`coalesce(c.ended_at, c.churned_at) > ${rule.now}::timestamptz`
    : sql`false`;
  return sql<boolean | null>`coalesce(c.churned, case
    when ${definition} <> 'inactive'
      and (c.ended_at <= ${rule.now}::timestamptz or (${subscriptionIsOver} and ${endsLater} is not true))
      then true
    when ${definition} <> 'cancelled'
      and c.last_seen_at + make_interval(days => ${inactiveDays}) <= ${rule.activityUntil}::timestamptz then true
    when ${definition} <> 'inactive' and c.subscription_status is not null then false
    when ${definition} <> 'cancelled' and c.last_seen_at is not null then false end)`;
}

/** Of alias `c` of table customers: when it left, or will by a known end; null as in `Left`. */
export function leftAtSql({
  definition,
  inactiveDays,
  activityUntil,
}: SqlLeavingRule): RawBuilder<Date | null> {
  const endAt = sql`coalesce(c.ended_at, c.churned_at)`;
  const silentAt = sql`c.last_seen_at + make_interval(days => ${inactiveDays})`;
  return sql<Date | null>`case
    when c.churned is false then null
    when c.churned then ${endAt}
    when ${definition} <> 'inactive' and ${subscriptionIsOver} and ${endAt} is null then null
    else least(case when ${definition} <> 'inactive' then ${endAt} end,
      case when ${definition} <> 'cancelled' and ${silentAt} <= ${activityUntil}::timestamptz then ${silentAt} end)
    end`;
}

/** Of alias `c` of table customers: the day it came, where a file said it; worked out from a tenure it is no day. */
export const startedAtSql: RawBuilder<Date | null> = sql<Date | null>`case when c.tenure_months is null then c.started_at end`;

/** The company's rule and how far its records of activity reach. */
export async function readLeavingRule(tx: Tx, companyId: string, now: Date): Promise<LeavingRule> {
  return leavingRuleFor(tx, companyId, await readChurnRule(tx, companyId), now);
}

/** Any rule, with how far the company's records of activity reach. */
export async function leavingRuleFor(
  tx: Tx,
  companyId: string,
  { definition, inactiveDays }: ChurnRule,
  now: Date,
): Promise<LeavingRule> {
  const activityUntil = definition === "cancelled" ? null : await readActivityUntil(tx, companyId, now);
  return { definition, inactiveDays, now, activityUntil };
}

/** The newest activity of any customer, not after `now`; null where none is recorded. */
export async function readActivityUntil(tx: Tx, companyId: string, now: Date): Promise<Date | null> {
  const { rows } = await sql<{ until: Date | null }>`
    select max(last_seen_at) as until from customers
    where company_id = ${companyId} and last_seen_at <= ${now}`.execute(tx);
  return rows[0]?.until ?? null;
}
