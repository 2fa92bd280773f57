import { daysFrom, type CountedDays } from "@forestay/metrics";
import type { Tx } from "#platform/db/transaction.ts";
import { readCompanyContext, type CompanyContext } from "./company-context.ts";
import { readLeavingRule, type LeavingRule } from "./leaving.ts";

export interface FilterContext {
  /** For amounts given in major units. */
  currency: string;
  now: Date;
  /** The company's days counted from today, as its clocks have them. */
  days: CountedDays;
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
  const days = daysFrom(now.getTime(), company.timeZone);
  return { ...company, now, days, leaving: await readLeavingRule(tx, companyId, now) };
}
