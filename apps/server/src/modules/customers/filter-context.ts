import { overdueBefore } from "@forestay/metrics";
import type { Tx } from "#platform/db/transaction.ts";
import { readCompanyContext, type CompanyContext } from "./company-context.ts";
import { readLeavingRule, type LeavingRule } from "./leaving.ts";

export interface FilterContext {
  /** For amounts given in major units. */
  currency: string;
  now: Date;
  /** Open bills that were due before this moment are overdue. */
  overdueBefore: Date;
  /** How many customers the company has: a small company's search looks inside words as well. */
  customerCount: number;
  /** For the field `hasLeft`. */
  leaving: LeavingRule;
}

/** What conditions on a company's customers must know of it, with its other totals. */
export async function readFilterContext(
  tx: Tx,
  companyId: string,
  now: Date,
): Promise<FilterContext & CompanyContext> {
  const company = await readCompanyContext(tx, companyId);
  const before = new Date(overdueBefore(now.getTime(), company.timeZone));
  return { ...company, now, overdueBefore: before, leaving: await readLeavingRule(tx, companyId, now) };
}
