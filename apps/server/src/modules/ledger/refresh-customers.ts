import { InvoiceStatus } from "@forestay/contracts/vocabulary";
import { overdueBefore } from "@forestay/metrics";
import { changeCustomerTotals, readFileMoney, writeLedgerValues } from "#modules/customers/index.ts";
import type { SqlClient } from "#platform/db/transaction.ts";
import { subscriptionLinesOf, type SoldLine } from "./subscription-lines.ts";
import {
  summariseCustomer,
  type BilledFacts,
  type CustomerFacts,
  type PaymentFacts,
  type SubscriptionFacts,
} from "./summarise-customer.ts";

const CUSTOMERS_PER_STATEMENT = 2000;

/** Tells these customers' rows what the ledger says of them as of `now`; a customer of whom nothing is known any more gets back what files said. */
export async function refreshCustomers(
  client: SqlClient,
  companyId: string,
  customerIds: readonly string[],
  now: Date,
): Promise<void> {
  for (let at = 0; at < customerIds.length; at += CUSTOMERS_PER_STATEMENT) {
    const ids = customerIds.slice(at, at + CUSTOMERS_PER_STATEMENT);
    const moneys = await readFileMoney(client, companyId, ids);
    const [known] = moneys;
    if (known === undefined) continue;
    const facts = await readFacts(client, companyId, ids, { now, timeZone: known.timeZone });
    const values = moneys.map((money) => ({
      customerId: money.customerId,
      known: summariseCustomer(facts.get(money.customerId) ?? nothing(), money, now.getTime()),
    }));
    await writeLedgerValues(client, companyId, values);
  }
}

/** Fills in customers that were only marked, `limit` of them; true while more are left. */
export async function refreshStaleCustomers(
  client: SqlClient,
  companyId: string,
  { now, limit = CUSTOMERS_PER_STATEMENT }: { now: Date; limit?: number },
): Promise<boolean> {
  const { rows: some } = await client.query(
    "select from ledger_stale_customers where company_id = $1 limit 1",
    [companyId],
  );
  if (some.length === 0) return false;
  // Before any mark is touched: writers take this lock first as well, so that none waits for the other in a circle.
  await changeCustomerTotals(client, companyId, 0);
  const { rows } = await client.query<{ customer_id: string }>(
    `delete from ledger_stale_customers where company_id = $1 and customer_id in (
       select customer_id from ledger_stale_customers where company_id = $1 order by customer_id limit $2 for update)
     returning customer_id`,
    [companyId, limit],
  );
  await refreshCustomers(
    client,
    companyId,
    rows.map((row) => row.customer_id),
    now,
  );
  return rows.length === limit;
}

/** Marks customers whose rows are to be told anew. */
export async function markStale(
  client: SqlClient,
  companyId: string,
  customerIds: readonly string[],
): Promise<void> {
  if (customerIds.length === 0) return;
  await client.query(
    `insert into ledger_stale_customers (company_id, customer_id)
     select $1, id from unnest($2::uuid[]) id order by id on conflict do nothing`,
    [companyId, customerIds],
  );
}

interface Facts extends CustomerFacts {
  subscriptions: SubscriptionFacts[];
  lines: SoldLine[];
  billed: BilledFacts[];
}
const nothing = (): Facts => ({
  subscriptions: [],
  lines: [],
  billed: [],
  payments: null,
  lastOrderMs: null,
  lastUsedMs: null,
});

async function readFacts(
  client: SqlClient,
  companyId: string,
  ids: readonly string[],
  { now, timeZone }: { now: Date; timeZone: string },
): Promise<Map<string, Facts>> {
  const facts = new Map<string, Facts>();
  const of = (id: string): Facts => {
    let known = facts.get(id);
    if (known === undefined) facts.set(id, (known = nothing()));
    return known;
  };
  for (const { customerId, ...one } of await readSubscriptions(client, companyId, ids))
    of(customerId).subscriptions.push(one);
  const sold = await subscriptionLinesOf(client, companyId, { customerIds: ids, limit: ids.length });
  for (const { customerId, lines } of sold) of(customerId).lines.push(...lines);
  for (const { customerId, lastOrderMs, ...one } of await readBilled(client, companyId, ids)) {
    const known = of(customerId);
    known.billed.push(one);
    if (lastOrderMs !== null) known.lastOrderMs = Math.max(known.lastOrderMs ?? lastOrderMs, lastOrderMs);
  }
  const before = new Date(overdueBefore(now.getTime(), timeZone));
  for (const { customerId, ...one } of await readPayments(client, companyId, ids, before))
    of(customerId).payments = one;
  for (const { customerId, lastUsedMs } of await readLastUse(client, companyId, ids, now))
    of(customerId).lastUsedMs = lastUsedMs;
  return facts;
}

type Of<T> = T & { customerId: string };
const ms = (column: string) => `(extract(epoch from ${column}) * 1000)::float8`;

async function readSubscriptions(
  client: SqlClient,
  companyId: string,
  ids: readonly string[],
): Promise<Of<SubscriptionFacts>[]> {
  const { rows } = await client.query<Of<SubscriptionFacts>>(
    `select customer_id as "customerId", status, ${ms("started_at")} as "startedMs", ${ms("ended_at")} as "endedMs"
     from subscriptions where company_id = $1 and customer_id = any($2::uuid[])`,
    [companyId, ids],
  );
  return rows;
}

/** Drafts and what was declared void are no bills; an order that is one of these is none either. */
const COUNTED = `status not in (${InvoiceStatus.Draft}, ${InvoiceStatus.Void})`;

async function readBilled(
  client: SqlClient,
  companyId: string,
  ids: readonly string[],
): Promise<Of<BilledFacts & { lastOrderMs: number | null }>[]> {
  const { rows } = await client.query<Of<BilledFacts & { lastOrderMs: number | null }>>(
    `select customer_id as "customerId", currency, sum(paid_minor - refunded_minor) as "receivedMinor",
       ${ms("min(issued_at)")} as "firstMs", ${ms("max(issued_at)")} as "lastMs",
       ${ms("max(issued_at) filter (where kind = 'order')")} as "lastOrderMs"
     from invoices where company_id = $1 and customer_id = any($2::uuid[]) and ${COUNTED}
     group by customer_id, currency`,
    [companyId, ids],
  );
  return rows;
}

async function readPayments(
  client: SqlClient,
  companyId: string,
  ids: readonly string[],
  dueBefore: Date,
): Promise<Of<PaymentFacts>[]> {
  const { rows } = await client.query<Of<PaymentFacts>>(
    `with named as (select unnest($2::uuid[]) as id),
     bills as (
       select i.customer_id, i.status, i.due_at, i.issued_at,
         row_number() over (partition by i.customer_id order by i.issued_at desc, i.id desc) = 1 as is_newest,
         case when i.status = ${InvoiceStatus.Open} then (
           select not a.succeeded from payment_attempts a
           where a.company_id = $1 and a.source = i.source and a.invoice_source_id = i.source_id
           order by a.attempted_at desc, a.id desc limit 1) end as has_failed
       from named join invoices i on i.company_id = $1 and i.customer_id = named.id and i.kind = 'invoice' and ${COUNTED}
     ),
     standing as (
       -- One that is charged at once is not overdue but failed.
       select *, status = ${InvoiceStatus.Open} and due_at < $3 and (due_at > issued_at or has_failed is not true) as is_overdue from bills
     ),
     billed as (
       select customer_id, bool_or((has_failed and is_overdue is not true) or (status = ${InvoiceStatus.Uncollectible} and is_newest)) as has_failed,
         bool_or(is_overdue) as has_overdue, bool_or(status = ${InvoiceStatus.Open}) as has_open
       from standing group by customer_id
     ),
     tried as (
       select distinct on (a.customer_id) a.customer_id, not a.succeeded as has_failed
       from named join payment_attempts a on a.company_id = $1 and a.customer_id = named.id
       where not exists (select from billed b where b.customer_id = named.id)
       order by a.customer_id, a.attempted_at desc, a.id desc
     )
     select customer_id as "customerId", coalesce(has_failed, false) as "hasFailed", coalesce(has_overdue, false) as "hasOverdue",
       has_open as "hasOpen" from billed
     union all select customer_id, has_failed, false, false from tried`,
    [companyId, ids, dueBefore],
  );
  return rows;
}

/** The last event of each that is usage and no prophecy: from the newest back, by the key. */
async function readLastUse(
  client: SqlClient,
  companyId: string,
  ids: readonly string[],
  now: Date,
): Promise<Of<{ lastUsedMs: number }>[]> {
  const { rows } = await client.query<Of<{ lastUsedMs: number }>>(
    `select named.id as "customerId", ${ms("last.occurred_at")} as "lastUsedMs"
     from unnest($2::uuid[]) named (id)
     cross join lateral (
       select e.occurred_at from events e where e.company_id = $1 and e.customer_id = named.id and e.occurred_at <= $3
         and e.type_id in (select t.id from event_types t where t.company_id = $1 and t.role = 'usage')
       order by e.occurred_at desc limit 1
     ) last`,
    [companyId, ids, now],
  );
  return rows;
}
