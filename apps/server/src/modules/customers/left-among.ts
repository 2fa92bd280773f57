import { sql } from "kysely";
import type { Tx } from "#platform/db/transaction.ts";
import { hasLeftSql, readLeavingRule, sqlLeavingRule } from "./leaving.ts";

/** Of these customers those who count as having left now, by the company's own rule; one who is gone from here has left. */
export async function leftAmong(
  tx: Tx,
  companyId: string,
  customerIds: readonly string[],
  now: Date,
): Promise<Set<string>> {
  if (customerIds.length === 0) return new Set();
  const rule = sqlLeavingRule(await readLeavingRule(tx, companyId, now));
  const { rows } = await sql<{ id: string }>`
    select c.id from customers c
    where c.company_id = ${companyId} and c.id = any(${[...customerIds]}::uuid[]) and ${hasLeftSql(rule)} is not true`.execute(
    tx,
  );
  const there = new Set(rows.map(({ id }) => id));
  return new Set(customerIds.filter((id) => !there.has(id)));
}
