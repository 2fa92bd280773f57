import type { CustomerSelection } from "@forestay/contracts";
import { sql } from "kysely";
import type { Database } from "#platform/db/database.ts";
import { withTenant } from "#platform/db/transaction.ts";
import { readFilterContext } from "./filter-context.ts";
import { toMajorUnits } from "./money.ts";
import { selectionCondition } from "./select-customers.ts";

/** How many customers a selection holds, and the lifetime value of those kept in the company's currency. */
export async function summariseSelection(
  db: Database,
  companyId: string,
  selection: CustomerSelection,
  now: Date,
): Promise<{ count: number; lifetimeValue: number; currency: string }> {
  return withTenant(db, companyId, async (tx) => {
    const company = await readFilterContext(tx, companyId, now);
    const condition = selectionCondition(companyId, selection, company);
    const { rows } = await sql<{ count: number; value: number | null }>`
      select count(*) as count, sum(c.lifetime_value_cents)
        filter (where coalesce(c.currency, ${company.currency}) = ${company.currency}) as value
      from customers c where ${condition}`.execute(tx);
    return {
      count: rows[0]?.count ?? 0,
      lifetimeValue: toMajorUnits(rows[0]?.value ?? 0, company.currency),
      currency: company.currency,
    };
  });
}
