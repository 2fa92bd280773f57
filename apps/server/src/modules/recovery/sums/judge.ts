import type { SqlClient } from "#platform/db/transaction.ts";

/**
 * Of these customers' payments that were drawn, marks the first of each currency: messages are judged by it alone, whatever
 * failed later (decision 0136). Called by whoever draws, and by whoever changes payments, in its transaction.
 */
export async function judgeFirst(
  client: SqlClient,
  companyId: string,
  customerIds: readonly string[],
): Promise<void> {
  if (customerIds.length === 0) return;
  await client.query(
    `select from recovery_cases where company_id = $1 and customer_id = any($2::uuid[]) and arm is not null
     order by id for update`,
    [companyId, customerIds],
  );
  await client.query(
    `update recovery_cases c set is_judged = f.should
     from (select id, arm is not null and row_number() over (
         partition by customer_id, currency, arm is not null order by first_failed_at, id) = 1 as should
       from recovery_cases where company_id = $1 and customer_id = any($2::uuid[])) f
     where c.company_id = $1 and c.id = f.id and c.is_judged <> f.should`,
    [companyId, customerIds],
  );
}
