import { sql } from "kysely";
import type { Tx } from "#platform/db/transaction.ts";
import type { LedgerKind } from "./ledger-record.ts";

/** Rows that wait for their customer, by kind, the most first. */
export async function countParkedRows(
  tx: Tx,
  companyId: string,
): Promise<{ kind: LedgerKind; rows: number }[]> {
  const { rows } = await sql<{ kind: LedgerKind; rows: number }>`
    select kind, count(*) as rows from parked_ledger_rows where company_id = ${companyId}
    group by 1 order by 2 desc, 1`.execute(tx);
  return rows;
}
