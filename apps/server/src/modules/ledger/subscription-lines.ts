import type { SubscriptionLine } from "@forestay/metrics";
import type { SqlClient } from "#platform/db/transaction.ts";

/** A line of a subscription as metrics count it, with what figures by plan and by reason ask besides. */
export interface SoldLine extends SubscriptionLine {
  readonly plan: string | null;
  /** Who ended the subscription, where somebody said: of its last line. A price that another follows has not ended it, nor has a pause. */
  readonly endedBy: "voluntary" | "involuntary" | null;
  /** Why, in somebody's own words, likewise. */
  readonly endReason: string | null;
}

export interface CustomerLines {
  readonly customerId: string;
  readonly lines: readonly SoldLine[];
}

export interface LinesWanted {
  /** Of these customers, those with a subscription. */
  customerIds?: readonly string[];
  /** Customers after this one, in the order of ids. */
  afterCustomerId?: string;
  /** Of customers. */
  limit: number;
}

interface LineRow {
  customer_id: string;
  /** Null where a customer's subscriptions charge nothing at any time. */
  subscription_id: string | null;
  plan: string | null;
  ended_by: SoldLine["endedBy"];
  end_reason: string | null;
  currency: string;
  amount_minor: number;
  discount_minor: number;
  included_tax_minor: number;
  interval_unit: "week" | "month" | "year" | null;
  interval_count: number | null;
  from_at: Date;
  end_at: Date | null;
  trial_ends_at: Date | null;
  cancel_requested_at: Date | null;
}

const FIRST_ID = "00000000-0000-0000-0000-000000000000";

/**
 * What the customer of a subscription `s` said of its end in the cancel flow: what was decided there last before the end, or
 * within a day after it, for as long as a year that is paid may still run. An answer is of what ended next, and of no subscription that
 * ends later. Their own words go before what a source wrote (decision 0146).
 */
const TOLD_IN_FLOW = `
  select 'voluntary' as ended_by, nullif(concat_ws(': ', f.reason_label, nullif(trim(f.words), '')), '') as words
  from (select outcome, reason_label, words, decided_at from cancel_sessions
    where company_id = $1 and customer_id = s.customer_id and decided_at >= s.started_at
      and decided_at between s.ended_at - interval '13 months' and s.ended_at + interval '1 day'
    order by decided_at desc limit 1) f
  where f.outcome = 'canceled' and not exists (select from subscriptions o
    where o.company_id = $1 and o.customer_id = s.customer_id and o.ended_by is distinct from 'involuntary'
      and o.started_at <= f.decided_at and o.ended_at >= f.decided_at - interval '1 day' and o.ended_at < s.ended_at)`;

/**
 * What was sold to customers, each with all its lines in the order of time, customers in the order of their ids. A price
 * holds until the next one, or its own end, and no longer than its subscription.
 */
export async function subscriptionLinesOf(
  client: SqlClient,
  companyId: string,
  { customerIds, afterCustomerId = FIRST_ID, limit }: LinesWanted,
): Promise<CustomerLines[]> {
  const { rows } = await client.query<LineRow>(
    `with page as (
       select distinct customer_id from subscriptions
       where company_id = $1 and customer_id > $2 ${customerIds ? "and customer_id = any($4::uuid[])" : ""}
       order by customer_id limit $3)
     select s.customer_id, p.subscription_id, p.plan,
       case when lead(p.from_at) over of_subscription is null then coalesce(s.ended_by, told.ended_by) end as ended_by,
       case when lead(p.from_at) over of_subscription is null then coalesce(told.words, s.end_reason) end as end_reason,
       p.currency, p.amount_minor, p.discount_minor,
       p.included_tax_minor, p.interval_unit, p.interval_count, greatest(p.from_at, s.started_at) as from_at,
       least(p.until_at, s.ended_at) as end_at, s.trial_ends_at,
       -- What was sold for one term alone says so at its beginning: nobody asked for its end.
       case when s.cancel_requested_at > s.started_at then s.cancel_requested_at end as cancel_requested_at
     from page join subscriptions s on s.company_id = $1 and s.customer_id = page.customer_id
       left join subscription_prices p on p.company_id = $1 and p.subscription_id = s.id
         and greatest(p.from_at, s.started_at) < coalesce(least(p.until_at, s.ended_at), 'infinity')
       left join lateral (${TOLD_IN_FLOW}) told on s.ended_at is not null and s.ended_by is distinct from 'involuntary'
     window of_subscription as (partition by s.customer_id, s.id order by p.from_at)
     order by s.customer_id, p.from_at, p.subscription_id`,
    [companyId, afterCustomerId, limit, ...(customerIds ? [customerIds] : [])],
  );
  const customers: { customerId: string; lines: SoldLine[] }[] = [];
  for (const row of rows) {
    let customer = customers.at(-1);
    if (customer?.customerId !== row.customer_id)
      customers.push((customer = { customerId: row.customer_id, lines: [] }));
    if (isLine(row)) customer.lines.push(lineOf(row));
  }
  return customers;
}

const lineOf = (row: LineRow & { subscription_id: string }): SoldLine => ({
  subscriptionId: row.subscription_id,
  plan: row.plan,
  endedBy: row.ended_by,
  endReason: row.end_reason,
  currency: row.currency,
  amountMinor: row.amount_minor,
  discountMinor: row.discount_minor,
  includedTaxMinor: row.included_tax_minor,
  every:
    row.interval_unit === null || row.interval_count === null
      ? null
      : { unit: row.interval_unit, count: row.interval_count },
  startMs: row.from_at.getTime(),
  endMs: row.end_at?.getTime() ?? null,
  trialEndMs: row.trial_ends_at?.getTime() ?? null,
  cancelRequestedMs: row.cancel_requested_at?.getTime() ?? null,
});

const isLine = (row: LineRow): row is LineRow & { subscription_id: string } => row.subscription_id !== null;
