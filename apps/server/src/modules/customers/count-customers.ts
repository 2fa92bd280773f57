import { criteriaLines, followsTime, EXACT_COUNT_LIMIT, type CustomerFilter } from "@forestay/contracts";
import { sql, type RawBuilder, type SqlBool } from "kysely";
import type { Tx } from "#platform/db/transaction.ts";
import type { CompanyContext } from "./company-context.ts";
import { filterFields } from "./customer-fields.ts";
import { withinTime } from "./within-time.ts";

export interface CustomerTotal {
  count: number;
  isEstimate: boolean;
}

/** Totals of views filtered by customers' own records, kept while none of them changes: paging does not count again. */
export interface TotalCache {
  get(key: string): CustomerTotal | undefined;
  set(key: string, total: CustomerTotal): void;
}

const CACHED_TOTALS = 1000;
/** A count that takes longer gives way to the planner's estimate: rows are shown within 150 ms. */
const COUNT_TIMEOUT_MS = 40;

export function createTotalCache(): TotalCache {
  const totals = new Map<string, CustomerTotal>();
  return {
    get: (key) => totals.get(key),
    set: (key, total) => {
      const oldest = totals.size >= CACHED_TOTALS ? totals.keys().next().value : undefined;
      if (oldest !== undefined) totals.delete(oldest);
      totals.set(key, total);
    },
  };
}

/**
 * How many customers a view has: the kept total without a filter, else exact up to 10,000 and an estimate beyond
 * that, or where counting takes too long.
 */
export async function countCustomers(
  tx: Tx,
  cache: TotalCache,
  companyId: string,
  filter: Partial<CustomerFilter>,
  condition: RawBuilder<SqlBool>,
  company: CompanyContext,
): Promise<CustomerTotal> {
  const conditions = filter.conditions ?? [];
  const search = filter.search?.trim() ?? "";
  if (search === "" && conditions.length === 0) return { count: company.customerCount, isEstimate: false };
  const key = `${companyId} ${company.version} ${JSON.stringify([search, conditions])}`;
  const mayKeep = conditions.every(isOfRecord);
  const known = mayKeep ? cache.get(key) : undefined;
  if (known) return known;
  const from = sql`from customers c where c.company_id = ${companyId} and ${condition}`;
  const counted = await countWithin(tx, from);
  const total =
    counted !== null && counted <= EXACT_COUNT_LIMIT
      ? { count: counted, isEstimate: false }
      : { count: await estimate(tx, from, counted ?? 0, company.customerCount), isEstimate: true };
  if (mayKeep) cache.set(key, total);
  return total;
}

/** Whether what it asks changes with the customer's own record alone: not with time, tags, segments, events or the ledger. */
function isOfRecord(node: NonNullable<CustomerFilter["conditions"]>[number]): boolean {
  return criteriaLines([node]).every(
    ({ criterion }) =>
      !followsTime(criterion) &&
      (criterion.field in filterFields || criterion.field.startsWith("attributes.")),
  );
}

/** Counts to one past the limit; null when that takes too long. */
function countWithin(tx: Tx, from: RawBuilder<unknown>): Promise<number | null> {
  return withinTime(tx, COUNT_TIMEOUT_MS, async () => {
    const { rows } = await sql<{ count: number }>`
      select count(*) from (select 1 ${from} limit ${EXACT_COUNT_LIMIT + 1}) as counted`.execute(tx);
    return rows[0]?.count ?? 0;
  });
}

async function estimate(tx: Tx, from: RawBuilder<unknown>, atLeast: number, atMost: number): Promise<number> {
  const { rows } = await sql<{ "QUERY PLAN": [{ Plan: { "Plan Rows": number } }] }>`
    explain (format json) select 1 ${from}`.execute(tx);
  const planned = rows[0]?.["QUERY PLAN"][0].Plan["Plan Rows"] ?? 0;
  return Math.min(Math.max(planned, atLeast), Math.max(atMost, atLeast));
}
