import { parseField, type CriterionField } from "@forestay/contracts";
import { NO_PAST, type CustomerFacts } from "@forestay/criteria";
import { sql } from "kysely";
import type { Tx } from "#platform/db/transaction.ts";

/** Rules are built and checked on so many at most, drawn at random. */
const MOST_CUSTOMERS = 8000;
/** How far back events are counted: as the fields of a rule are offered. */
const WINDOW_DAYS = 30;

export interface ScoredFacts {
  facts: CustomerFacts;
  /** The chance of leaving within the horizon, 0 to 1. */
  probability: number;
}

interface Row {
  id: string;
  plan: string | null;
  revenue: number | null;
  lifetime: number | null;
  payment: number | null;
  started_at: Date | null;
  seen_at: Date | null;
  attributes: Record<string, string | number | boolean | null>;
  probability: number;
}

/** Customers who are there and scored, in random order, with what plain rules may ask of them. What a score is made into is left out. */
export async function readScoredFacts(
  tx: Tx,
  companyId: string,
  fields: readonly CriterionField[],
  now: Date,
): Promise<ScoredFacts[]> {
  const { rows } = await sql<Row>`
    select c.id, c.plan, c.monthly_revenue_cents as revenue, c.lifetime_value_cents as lifetime,
      c.payment_status as payment, c.started_at, c.last_seen_at as seen_at, c.attributes, v.probability
    from (select customer_id, probability from risk_values where company_id = ${companyId}
      order by hashtextextended(customer_id::text, 17) limit ${MOST_CUSTOMERS}) v
    join customers c on c.company_id = ${companyId} and c.id = v.customer_id
    order by hashtextextended(c.id::text, 17)`.execute(tx);
  const hasEvents = fields.some(({ field }) => parseField(field)?.of === "eventCount");
  const events = hasEvents
    ? await readEvents(tx, companyId, rows, now)
    : new Map<string, CustomerFacts["events"]>();
  const attempts = await readFailures(tx, companyId, rows, now);
  return rows.map((row) => ({
    probability: row.probability,
    facts: {
      ...NO_PAST,
      fields: {
        plan: row.plan,
        monthlyRevenue: row.revenue,
        lifetimeValue: row.lifetime,
        paymentStatus: row.payment,
        tenureDays: row.started_at?.getTime() ?? null,
        daysSinceActivity: row.seen_at?.getTime() ?? null,
      },
      attributes: row.attributes,
      events: events.get(row.id) ?? [],
      attempts: attempts.get(row.id) ?? [],
    },
  }));
}

async function readEvents(tx: Tx, companyId: string, rows: readonly Row[], now: Date) {
  const { rows: events } = await sql<{ customer_id: string; name: string; at: Date }>`
    select e.customer_id, t.name, e.occurred_at as at
    from events e join event_types t on t.company_id = e.company_id and t.id = e.type_id
    where e.company_id = ${companyId} and e.customer_id = any(${rows.map(({ id }) => id)}::uuid[])
      and e.occurred_at > ${now}::timestamptz - make_interval(days => ${WINDOW_DAYS}) and e.occurred_at <= ${now}`.execute(
    tx,
  );
  return grouped(events, ({ name, at }) => ({ type: name, at: at.getTime() }));
}

async function readFailures(tx: Tx, companyId: string, rows: readonly Row[], now: Date) {
  const { rows: attempts } = await sql<{ customer_id: string; at: Date }>`
    select customer_id, attempted_at as at from payment_attempts
    where company_id = ${companyId} and customer_id = any(${rows.map(({ id }) => id)}::uuid[]) and not succeeded
      and attempted_at > ${now}::timestamptz - make_interval(days => 90)`.execute(tx);
  return grouped(attempts, ({ at }) => ({ at: at.getTime(), succeeded: false }));
}

function grouped<R extends { customer_id: string }, V>(
  rows: readonly R[],
  of: (row: R) => V,
): Map<string, V[]> {
  const found = new Map<string, V[]>();
  for (const row of rows) {
    const known = found.get(row.customer_id);
    if (known === undefined) found.set(row.customer_id, [of(row)]);
    else known.push(of(row));
  }
  return found;
}
