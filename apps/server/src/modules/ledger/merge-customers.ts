import type { SqlClient } from "#platform/db/transaction.ts";
import { refreshCustomers } from "./refresh-customers.ts";

/**
 * After the rows of one customer have become another's: what an undo would bring back of them is that one's too, and its
 * record says what all of them come to as of `now`.
 */
export async function mergeInLedger(
  client: SqlClient,
  companyId: string,
  { keptId, otherId, now }: { keptId: string; otherId: string; now: Date },
): Promise<void> {
  await client.query(
    `update ledger_undo set previous = jsonb_set(previous, '{customer_id}', to_jsonb($3::text))
     where company_id = $1 and previous ->> 'customer_id' = $2`,
    [companyId, otherId, keptId],
  );
  await refreshCustomers(client, companyId, [keptId], now);
}
