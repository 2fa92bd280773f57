import { sql } from "kysely";
import type { Tx } from "#platform/db/transaction.ts";
import { notSuppressedSql } from "./suppressions.ts";

/** Of these customers those with an address to which a message of this kind may go. */
export async function reachableAmong(
  tx: Tx,
  companyId: string,
  customerIds: readonly string[],
  kind: "marketing" | "transactional",
): Promise<Set<string>> {
  const { rows } = await sql<{ id: string }>`
    select c.id from customers c where c.company_id = ${companyId} and c.id = any(${[...customerIds]}::uuid[])
      and c.email is not null and ${notSuppressedSql(kind)}`.execute(tx);
  return new Set(rows.map(({ id }) => id));
}
