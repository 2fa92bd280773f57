import { sql } from "kysely";
import type { Tx } from "#platform/db/transaction.ts";

/** How many systems a company has connected, whether they work at this moment or not. */
export async function countConnectedSystems(tx: Tx, companyId: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from integrations where company_id = ${companyId}`.execute(tx);
  return rows[0]?.count ?? 0;
}
