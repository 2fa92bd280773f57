import { sql, type SqlBool } from "kysely";
import type { Tx } from "#platform/db/transaction.ts";
import { byFiles, type RuledField } from "./file-values.ts";

const said = (name: RuledField) => sql.raw(byFiles("c", name));

/** Whether a file said an amount of a customer without a currency: it is in the company's. 0 is 0 in any. */
export async function hasUnnamedAmounts(tx: Tx, companyId: string): Promise<boolean> {
  const { rows } = await sql<{
    has: SqlBool;
  }>`select exists (select from customers c where c.company_id = ${companyId}
    and ${said("currency")} is null
    and (${said("monthly_revenue_cents")} <> 0 or ${said("lifetime_value_cents")} <> 0)) as has`.execute(tx);
  return rows[0]?.has === true;
}
