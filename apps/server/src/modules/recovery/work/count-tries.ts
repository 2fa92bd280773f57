import { sql } from "kysely";
import type { Tx } from "#platform/db/transaction.ts";

/** Counts a bill's tries of ours on its case, in the transaction that makes or answers one. */
export async function countTries(
  tx: Tx,
  companyId: string,
  bill: { source: string; invoice_source_id: string },
): Promise<void> {
  await sql`
    update recovery_cases c set own_tries = t.n
    from (select count(*) as n from recovery_tries
      where company_id = ${companyId} and source = ${bill.source} and invoice_source_id = ${bill.invoice_source_id}
        and state <> 'not_tried') t
    where c.company_id = ${companyId} and c.source = ${bill.source} and c.invoice_source_id = ${bill.invoice_source_id}
      and c.own_tries <> t.n`.execute(tx);
}
