import type { CustomerFacets } from "@forestay/contracts";
import { sql } from "kysely";
import type { Database } from "#platform/db/database.ts";
import { withTenant, type Tx } from "#platform/db/transaction.ts";
import { readCompanyContext, type CompanyContext } from "./company-context.ts";
import { listAttributes } from "./define-attributes.ts";
import type { ScoringSource } from "./scoring-source.ts";

type Counts = Pick<CustomerFacets, "plans" | "riskLevels" | "subscriptionStatuses">;

interface Kept {
  version: number;
  countedAt: number;
  counts: Promise<Counts>;
}

/** While a large company is being written to, its counts are recounted at most this often. */
const RECOUNT_AFTER_MS = 15_000;
/** Below this a recount takes milliseconds and is always done. */
const LARGE_COMPANY = 20_000;
const KEPT_COMPANIES = 200;

export interface FacetsReader {
  read(companyId: string, now: Date): Promise<CustomerFacets>;
}

/** Counts by plan, risk level and subscription; kept until the company's customers change (300 ms at a million). */
export function createFacetsReader(db: Database, scoring: ScoringSource): FacetsReader {
  const kept = new Map<string, Kept>();
  const countsOf = (companyId: string, company: CompanyContext, now: Date): Promise<Counts> => {
    const known = kept.get(companyId);
    const isFresh =
      known !== undefined &&
      (known.version === company.version ||
        (company.customerCount > LARGE_COMPANY && now.getTime() - known.countedAt < RECOUNT_AFTER_MS));
    if (isFresh) return known.counts;
    const counts = withTenant(db, companyId, (tx) => countFacets(tx, companyId));
    counts.catch(() => kept.delete(companyId));
    const oldest = kept.size >= KEPT_COMPANIES ? kept.keys().next().value : undefined;
    if (oldest !== undefined) kept.delete(oldest);
    kept.set(companyId, { version: company.version, countedAt: now.getTime(), counts });
    return counts;
  };
  return {
    async read(companyId, now) {
      const { company, attributes, settings } = await withTenant(db, companyId, async (tx) => ({
        company: await readCompanyContext(tx, companyId),
        attributes: await listAttributes(tx, companyId),
        settings: await scoring.settings(tx, companyId),
      }));
      return {
        totalCount: company.customerCount,
        ...(await countsOf(companyId, company, now)),
        attributes,
        lastScoredAt: company.lastScoredAt?.toISOString() ?? null,
        ...settings,
      };
    },
  };
}

/** One pass over the index that holds all three. */
async function countFacets(tx: Tx, companyId: string): Promise<Counts> {
  type Row = Pick<Counts["plans"][number], "count"> & {
    plan: string | null;
    level: Counts["riskLevels"][number]["level"];
    status: Counts["subscriptionStatuses"][number]["status"];
  };
  const { rows } = await sql<Row>`
    select plan, churn_risk_level as level, subscription_status as status, count(*) as count
    from customers where company_id = ${companyId} group by 1, 2, 3`.execute(tx);
  const sum = <K>(keyOf: (row: Row) => K): [K, number][] => {
    const sums = new Map<K, number>();
    for (const row of rows) sums.set(keyOf(row), (sums.get(keyOf(row)) ?? 0) + row.count);
    return [...sums].sort((a, b) => b[1] - a[1]);
  };
  return {
    plans: sum((row) => row.plan)
      .flatMap(([plan, count]) => (plan === null ? [] : [{ plan, count }]))
      .slice(0, 200),
    riskLevels: sum((row) => row.level).map(([level, count]) => ({ level, count })),
    subscriptionStatuses: sum((row) => row.status).map(([status, count]) => ({ status, count })),
  };
}
