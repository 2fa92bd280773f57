import type { CustomerSelection } from "@forestay/contracts";
import { sql, type RawBuilder, type SqlBool } from "kysely";
import type { Database } from "#platform/db/database.ts";
import { withTenant, type Tx } from "#platform/db/transaction.ts";
import type { CustomerRecord } from "./customer-record.ts";
import { filterCondition } from "./customer-filter.ts";
import { readFilterContext, type FilterContext } from "./filter-context.ts";

/**
 * A selection (listed ids, or a filter less some ids) as one SQL condition on alias `c` of table customers, the
 * company's own condition included. Ids of other companies match nothing.
 */
export function selectionCondition(
  companyId: string,
  selection: CustomerSelection,
  context: FilterContext,
): RawBuilder<SqlBool> {
  if ("customerIds" in selection) {
    return sql<SqlBool>`(c.company_id = ${companyId} and c.id = any(${[...new Set(selection.customerIds)]}::uuid[]))`;
  }
  const chosen = filterCondition(selection.filter, context);
  const except = selection.exceptIds ?? [];
  return except.length === 0
    ? sql<SqlBool>`(c.company_id = ${companyId} and ${chosen})`
    : sql<SqlBool>`(c.company_id = ${companyId} and ${chosen} and c.id <> all(${except}::uuid[]))`;
}

/** As selectionCondition, with what it must know of the company read in `tx`. */
export async function resolveSelection(
  tx: Tx,
  companyId: string,
  selection: CustomerSelection,
  now: Date,
): Promise<RawBuilder<SqlBool>> {
  return selectionCondition(companyId, selection, await readFilterContext(tx, companyId, now));
}

/** How many customers a selection holds, exactly. */
export async function countSelection(
  tx: Tx,
  companyId: string,
  selection: CustomerSelection,
  now: Date,
): Promise<number> {
  const condition = await resolveSelection(tx, companyId, selection, now);
  const { rows } = await sql<{ count: number }>`select count(*) from customers c where ${condition}`.execute(
    tx,
  );
  return rows[0]?.count ?? 0;
}

export interface ReadOptions {
  now: Date;
  /** Customers per transaction; default 5,000. */
  batchSize?: number;
  /** Go on after this id: a resume point. */
  afterId?: string;
}

/**
 * Reads a selection in order of id, a batch per short transaction, so that a million customers never sit in memory
 * or hold a transaction open. A customer deleted between batches is simply not seen.
 */
export async function* readSelection(
  db: Database,
  companyId: string,
  selection: CustomerSelection,
  options: ReadOptions,
): AsyncGenerator<CustomerRecord[]> {
  const batchSize = options.batchSize ?? 5000;
  const context = await withTenant(db, companyId, (tx) => readFilterContext(tx, companyId, options.now));
  const condition = selectionCondition(companyId, selection, context);
  let after = options.afterId ?? "00000000-0000-0000-0000-000000000000";
  for (;;) {
    const batch = await withTenant(db, companyId, (tx) => readBatch(tx, condition, after, batchSize));
    const last = batch.at(-1);
    if (!last) return;
    yield batch;
    if (batch.length < batchSize) return;
    after = last.id;
  }
}

async function readBatch(
  tx: Tx,
  condition: RawBuilder<SqlBool>,
  after: string,
  limit: number,
): Promise<CustomerRecord[]> {
  const { rows } = await sql<CustomerRecord>`
    select c.id, c.external_id as "externalId", c.email, c.full_name as "fullName",
      c.lifetime_value_cents as "lifetimeValueCents", c.monthly_revenue_cents as "monthlyRevenueCents", c.currency,
      c.plan, c.subscription_status as "subscriptionStatus", c.payment_status as "paymentStatus",
      c.started_at as "startedAt", c.tenure_months as "tenureMonths", c.ended_at as "endedAt",
      c.last_activity_at as "lastActivityAt", c.last_login_at as "lastLoginAt",
      c.last_seen_at as "lastSeenAt", c.churned, c.churned_at as "churnedAt",
      c.attributes, c.created_at as "createdAt"
    from customers c where ${condition} and c.id > ${after}::uuid order by c.id limit ${limit}`.execute(tx);
  return rows;
}
