import { integrationProviders } from "@forestay/contracts/vocabulary";
import type { SqlClient } from "#platform/db/transaction.ts";
import { subscriptionLinesOf, type SoldLine } from "./subscription-lines.ts";

/** One kind of what a customer did. */
interface CustomerEvents {
  name: string;
  role: "usage" | "support" | "other";
  /** Rising, milliseconds since 1970. */
  atMs: Float64Array;
}

interface Order {
  atMs: number;
  currency: string;
  amountMinor: number;
}

/** All that the ledger holds of one customer. */
export interface WholeLedger {
  customerId: string;
  lines: readonly SoldLine[];
  /** Tries to collect money, in order of time. */
  tries: readonly { atMs: number; succeeded: boolean }[];
  /** Orders of a shop, in order of time, whatever became of them later. */
  orders: readonly Order[];
  events: readonly CustomerEvents[];
}

/** A kind of events of a company, and since when it is recorded. */
interface RecordedKind {
  name: string;
  fromMs: number;
}

interface EventRow {
  customer_id: string;
  name: string;
  role: CustomerEvents["role"];
  at_ms: number[];
}

/**
 * The ledgers of these customers in their order, those of whom nothing is known left out. One statement a kind of rows.
 * @param hasOrders Whether the company has orders at all (`readFirstOrder`).
 */
export async function readWholeLedgers(
  client: SqlClient,
  companyId: string,
  customerIds: readonly string[],
  hasOrders: boolean,
): Promise<WholeLedger[]> {
  const ledgers = new Map<
    string,
    WholeLedger & { tries: WholeLedger["tries"][number][]; orders: Order[]; events: CustomerEvents[] }
  >();
  const of = (customerId: string) => {
    let known = ledgers.get(customerId);
    if (known === undefined)
      ledgers.set(customerId, (known = { customerId, lines: [], tries: [], orders: [], events: [] }));
    return known;
  };
  for (const { customerId, lines } of await subscriptionLinesOf(client, companyId, {
    customerIds,
    limit: customerIds.length,
  }))
    of(customerId).lines = lines;
  const tries = await client.query<{ customer_id: string; at_ms: number; succeeded: boolean }>(
    `select customer_id, date_part('epoch', attempted_at) * 1000 as at_ms, succeeded from payment_attempts
     where company_id = $1 and customer_id = any($2::uuid[]) order by customer_id, attempted_at`,
    [companyId, customerIds],
  );
  for (const { customer_id, at_ms, succeeded } of tries.rows)
    of(customer_id).tries.push({ atMs: at_ms, succeeded });
  if (hasOrders) {
    const orders = await client.query<{
      customer_id: string;
      at_ms: number;
      currency: string;
      amount_minor: number;
    }>(
      `select customer_id, date_part('epoch', issued_at) * 1000 as at_ms, currency, amount_minor from invoices
       where company_id = $1 and customer_id = any($2::uuid[]) and kind = 'order' order by customer_id, issued_at, id`,
      [companyId, customerIds],
    );
    for (const { customer_id, at_ms, currency, amount_minor } of orders.rows)
      of(customer_id).orders.push({ atMs: at_ms, currency, amountMinor: amount_minor });
  }
  const events = await client.query<EventRow>(
    `select e.customer_id, t.name, t.role, e.at_ms from (
       select customer_id, type_id, array_agg(date_part('epoch', occurred_at) * 1000 order by occurred_at) as at_ms
       from events where company_id = $1 and customer_id = any($2::uuid[]) group by customer_id, type_id
     ) e join event_types t on t.company_id = $1 and t.id = e.type_id`,
    [companyId, customerIds],
  );
  for (const { customer_id, name, role, at_ms } of events.rows)
    of(customer_id).events.push({ name, role, atMs: Float64Array.from(at_ms) });
  return customerIds.flatMap((customerId) => ledgers.get(customerId) ?? []);
}

/** When the first order of a company was made, milliseconds since 1970; null where it has none. */
export async function readFirstOrder(client: SqlClient, companyId: string): Promise<number | null> {
  const { rows } = await client.query<{ from_ms: number | null }>(
    `select date_part('epoch', min(issued_at)) * 1000 as from_ms from invoices where company_id = $1 and kind = 'order'`,
    [companyId],
  );
  return rows[0]?.from_ms ?? null;
}

/** Since when a company records each kind of event. */
export async function readRecordedKinds(client: SqlClient, companyId: string): Promise<RecordedKind[]> {
  const { rows } = await client.query<{ name: string; from_ms: number }>(
    `select t.name, e.from_ms from (
       select type_id, date_part('epoch', min(occurred_at)) * 1000 as from_ms from events where company_id = $1 group by type_id
     ) e join event_types t on t.company_id = $1 and t.id = e.type_id order by t.id`,
    [companyId],
  );
  return rows.map(({ name, from_ms }) => ({ name, fromMs: from_ms }));
}

/** Whether anything of the ledger came by an import: then the past can be told from it. */
export async function hasImportedLedger(client: SqlClient, companyId: string): Promise<boolean> {
  const { rows } = await client.query<{ has: boolean }>(
    `select exists (select from event_batches where company_id = $1 and import_id is not null)
       or exists (select from subscriptions where company_id = $1
         and (created_import_id is not null or source = any($2::text[])))
       or exists (select from invoices where company_id = $1 and kind = 'order'
         and (created_import_id is not null or source = any($2::text[]))) as has`,
    [companyId, [...integrationProviders]],
  );
  return rows[0]?.has ?? false;
}
