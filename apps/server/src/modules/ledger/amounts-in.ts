import { sql, type SqlBool } from "kysely";
import type { Tx } from "#platform/db/transaction.ts";

/** Whether anything of the ledger is an amount in this currency: 0 is 0 in any. */
export async function hasAmountsIn(tx: Tx, companyId: string, currency: string): Promise<boolean> {
  const { rows } = await sql<{ has: SqlBool }>`
    select exists (select from subscription_prices where company_id = ${companyId} and currency = ${currency} and amount_minor <> 0)
      or exists (select from invoices where company_id = ${companyId} and currency = ${currency}
        and (amount_minor <> 0 or paid_minor <> 0))
      or exists (select from payment_attempts where company_id = ${companyId} and currency = ${currency} and amount_minor <> 0) as has`.execute(
    tx,
  );
  return rows[0]?.has === true;
}
