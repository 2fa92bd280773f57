import type { customerSearchResponse } from "@forestay/contracts";
import { sql } from "kysely";
import type { z } from "zod";
import type { Database } from "#platform/db/database.ts";
import { withTenant } from "#platform/db/transaction.ts";
import type { TotalCache } from "./count-customers.ts";
import { summaryColumns, toSummary, type SummaryRow } from "./customer-summary.ts";
import { readFilterContext } from "./filter-context.ts";
import { findSimilar } from "./find-similar.ts";
import { listCustomers } from "./list-customers.ts";

/** Customers found by a few letters; where nobody begins with them, those whose name or address is nearly so. */
export async function searchCustomers(
  db: Database,
  totals: TotalCache,
  companyId: string,
  { text, limit }: { text: string; limit: number },
  now: Date,
): Promise<z.input<typeof customerSearchResponse>> {
  const found = await listCustomers(
    db,
    totals,
    companyId,
    { search: text, page: 1, pageSize: limit, sort: "churnRiskScore", direction: "desc" },
    now,
  );
  if (found.items.length > 0) return { items: found.items, totalCount: found.totalCount, isSimilar: false };
  return withTenant(db, companyId, async (tx) => {
    const context = await readFilterContext(tx, companyId, now);
    const ids = await findSimilar(tx, companyId, text, { customerCount: context.customerCount, most: limit });
    if (ids.length === 0) return { items: [], totalCount: 0, isSimilar: false };
    const { rows } = await sql<SummaryRow>`select ${summaryColumns(now)} from customers c
      where c.company_id = ${companyId} and c.id = any(${ids}::uuid[])`.execute(tx);
    const byId = new Map(rows.map((row) => [row.id, row]));
    const items = ids.flatMap((id) => byId.get(id) ?? []).map((row) => toSummary(row, context));
    return { items, totalCount: items.length, isSimilar: true };
  });
}
