import type { MatchCandidate } from "@forestay/contracts";
import { providerWords, type IntegrationProvider } from "@forestay/contracts/vocabulary";
import { sql, type RawBuilder } from "kysely";
import { displayName } from "./customer-summary.ts";
import { toMajorUnits } from "./money.ts";

/** What a customer is told apart from another by, as it is stored. */
export interface CandidateFactsRow {
  id: string;
  full_name: string | null;
  email: string | null;
  external_id: string | null;
  plan: string | null;
  monthly_revenue_cents: number | null;
  currency: string | null;
  started_at: Date | null;
  last_seen_at: Date | null;
  /** The connected systems that know it (`systemsSql`). */
  systems: IntegrationProvider[];
}

/** Of alias `c` of table customers: the connected systems that know it. */
export const systemsSql = (companyId: string): RawBuilder<IntegrationProvider[]> =>
  sql<IntegrationProvider[]>`array(select distinct l.source from customer_links l
    where l.company_id = ${companyId} and l.customer_id = c.id order by 1)`;

/** The same as it is shown; amounts without a currency are the company's. */
export function toCandidateFacts(
  row: CandidateFactsRow,
  companyCurrency: string,
): Omit<MatchCandidate, "agreesIn"> {
  const currency = row.currency ?? companyCurrency;
  return {
    customerId: row.id,
    name: displayName(row),
    email: row.email,
    externalId: row.external_id,
    plan: row.plan,
    monthlyRevenue:
      row.monthly_revenue_cents === null ? null : toMajorUnits(row.monthly_revenue_cents, currency),
    currency,
    startedAt: row.started_at?.toISOString() ?? null,
    lastActivityDate: row.last_seen_at?.toISOString() ?? null,
    systems: row.systems.map((system) => providerWords(system).name),
  };
}
