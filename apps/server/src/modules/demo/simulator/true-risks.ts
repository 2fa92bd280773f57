import { trueChurnProbability } from "./hazard.ts";
import type { DemoCustomer } from "./simulate-customer.ts";

/** External id -> true probability of leaving within 90 days, of every customer that is still there at the end. */
export function trueRisks(customers: Iterable<DemoCustomer>): Map<string, number> {
  const risks = new Map<string, number>();
  for (const { account, endedAtMs, months } of customers) {
    const last = months.at(-1);
    if (endedAtMs === null && last)
      risks.set(account.externalId, trueChurnProbability(account, last.state, last.atMs));
  }
  return risks;
}
