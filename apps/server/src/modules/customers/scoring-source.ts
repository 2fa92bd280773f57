import type { CustomerDetail, CustomerFacets } from "@forestay/contracts";
import type { Tx } from "#platform/db/transaction.ts";

/**
 * What the customers' pages show of analyses. Handed in by the composition: modules/analyses reads customers, so
 * customers may not import it.
 */
export interface ScoringSource {
  /** The company's bands (lowest score of Medium, High and Critical) and horizon, its newest finished analysis, and whether its model says when. */
  settings(
    tx: Tx,
    companyId: string,
  ): Promise<Pick<CustomerFacets, "riskBands" | "horizonDays" | "lastAnalysisId" | "saysWhen">>;
  /** Factors and recommendations behind the customer's present score, its earlier scores, oldest first, and, where it has left, what they had said. */
  details(
    tx: Tx,
    companyId: string,
    customerId: string,
    now: Date,
  ): Promise<Pick<CustomerDetail, "score" | "scoreHistory" | "leaving">>;
}
