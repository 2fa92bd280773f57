import { parseField, type CriterionField } from "@forestay/contracts";
import { NO_PAST, type CustomerFacts } from "@forestay/criteria";
import { sql, type RawBuilder } from "kysely";
import type { Tx } from "#platform/db/transaction.ts";

/** Rules are built and checked on so many at most, drawn at random. */
export const MOST_CUSTOMERS = 8000;
/** How far back events are counted: as the fields of a rule are offered. */
const WINDOW_DAYS = 30;

/** A customer as rules are built and checked on it. */
export interface JudgedFacts {
  facts: CustomerFacts;
  /** What it is judged by, 0 to 1: the chance of leaving within the horizon, or whether it left. */
  target: number;
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
): Promise<JudgedFacts[]> {
  const { rows } = await sql<Row>`
    select c.id, c.plan, c.monthly_revenue_cents as revenue, c.lifetime_value_cents as lifetime,
      c.payment_status as payment, c.started_at, c.last_seen_at as seen_at, c.attributes, v.probability
    from (select customer_id, probability from risk_values where company_id = ${companyId}
      order by hashtextextended(customer_id::text, 17) limit ${MOST_CUSTOMERS}) v
    join customers c on c.company_id = ${companyId} and c.id = v.customer_id
    order by hashtextextended(c.id::text, 17)`.execute(tx);
  const { events, attempts } = await readDoings(
    tx,
    companyId,
    fields,
    rows.map(({ id }) => ({ id, at: now })),
  );
  return rows.map((row) => ({
    target: row.probability,
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

/** A customer, and the moment as of which it is looked at. */
interface LookedAt {
  id: string;
  at: Date;
}

/** What these customers did and what failed in the weeks before a moment of each, by customer. */
export async function readDoings(
  tx: Tx,
  companyId: string,
  fields: readonly CriterionField[],
  customers: readonly LookedAt[],
): Promise<{
  events: Map<string, CustomerFacts["events"]>;
  attempts: Map<string, CustomerFacts["attempts"]>;
}> {
  const looked = sql`unnest(${customers.map(({ id }) => id)}::uuid[], ${customers.map(({ at }) => at)}::timestamptz[]) as l(id, at)`;
  const events = fields.some(({ field }) => parseField(field)?.of === "eventCount")
    ? await readEvents(tx, companyId, looked)
    : new Map<string, CustomerFacts["events"]>();
  return { events, attempts: await readFailures(tx, companyId, looked) };
}

async function readEvents(tx: Tx, companyId: string, looked: RawBuilder<unknown>) {
  const { rows: events } = await sql<{ customer_id: string; name: string; at: Date }>`
    select e.customer_id, t.name, e.occurred_at as at
    from ${looked} join events e on e.company_id = ${companyId} and e.customer_id = l.id
      and e.occurred_at > l.at - make_interval(days => ${WINDOW_DAYS}) and e.occurred_at <= l.at
    join event_types t on t.company_id = e.company_id and t.id = e.type_id`.execute(tx);
  return grouped(events, ({ name, at }) => ({ type: name, at: at.getTime() }));
}

async function readFailures(tx: Tx, companyId: string, looked: RawBuilder<unknown>) {
  const { rows: attempts } = await sql<{ customer_id: string; at: Date }>`
    select p.customer_id, p.attempted_at as at
    from ${looked} join payment_attempts p on p.company_id = ${companyId} and p.customer_id = l.id and not p.succeeded
      and p.attempted_at > l.at - make_interval(days => 90) and p.attempted_at <= l.at`.execute(tx);
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
