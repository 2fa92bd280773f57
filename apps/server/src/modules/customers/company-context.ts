import { sql } from "kysely";
import type { Tx } from "#platform/db/transaction.ts";

export interface CompanyContext {
  currency: string;
  timeZone: string;
  /** Kept up to date in the transactions that write customers. */
  customerCount: number;
  /** Another number after every write to the company's customers. */
  version: number;
  lastScoredAt: Date | null;
}

/** The company's currency, its clocks and the totals of its customers: what every customers answer needs. */
export async function readCompanyContext(tx: Tx, companyId: string): Promise<CompanyContext> {
  const { rows } = await sql<CompanyContext>`
    select co.currency, co.time_zone as "timeZone", coalesce(t.customer_count, 0) as "customerCount", coalesce(t.version, 0) as version,
      t.last_scored_at as "lastScoredAt"
    from companies co left join customer_totals t on t.company_id = co.id where co.id = ${companyId}`.execute(
    tx,
  );
  return rows[0] ?? { currency: "USD", timeZone: "UTC", customerCount: 0, version: 0, lastScoredAt: null };
}
