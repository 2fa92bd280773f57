import { sql } from "kysely";
import type { Tx } from "#platform/db/transaction.ts";

/** Forgets rows that wait for a customer, and what an undo would bring back of it; its own rows go with itself. */
export async function forgetInLedger(
  tx: Tx,
  companyId: string,
  customerId: string,
  { email, externalId }: { email: string | null; externalId: string | null },
): Promise<void> {
  await sql`delete from parked_ledger_rows where company_id = ${companyId}
    and (external_id = ${externalId} or email_key = ${email?.toLowerCase() ?? null})`.execute(tx);
  await sql`delete from ledger_undo where company_id = ${companyId}
    and position(${customerId} in previous::text) > 0`.execute(tx);
}
