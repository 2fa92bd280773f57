import { sql } from "kysely";
import type { Tx } from "#platform/db/transaction.ts";
import { hasLeftSql, leftAtSql, readLeavingRule, sqlLeavingRule } from "./leaving.ts";

/** A customer, and a moment at which it is asked whether they had left. */
export interface LeftBy {
  customerId: string;
  by: Date;
}

/**
 * Of each whether the customer had left by that moment, by the company's own rule: who left later had not. One who is gone from
 * here, or left on a day that nobody knows, counts as having left; one who has come back by now does not, though they had been away.
 */
export async function haveLeftBy(
  tx: Tx,
  companyId: string,
  asked: readonly LeftBy[],
  now: Date,
): Promise<boolean[]> {
  if (asked.length === 0) return [];
  const rule = sqlLeavingRule(await readLeavingRule(tx, companyId, now));
  const { rows } = await sql<{ left: boolean }>`
    select c.id is null or (${hasLeftSql(rule)} is true and coalesce(${leftAtSql(rule)} <= x.by, true)) as left
    from unnest(${asked.map(({ customerId }) => customerId)}::uuid[], ${asked.map(({ by }) => by)}::timestamptz[])
        with ordinality as x (id, by, place)
      left join customers c on c.company_id = ${companyId} and c.id = x.id
    order by x.place`.execute(tx);
  return rows.map(({ left }) => left);
}

/** Those of some customers who have left, by the company's own rule, each with when; null: on a day that nobody knows. */
export async function readLeftAmong(
  tx: Tx,
  companyId: string,
  customerIds: readonly string[],
  now: Date,
): Promise<ReadonlyMap<string, Date | null>> {
  if (customerIds.length === 0) return new Map();
  const rule = sqlLeavingRule(await readLeavingRule(tx, companyId, now));
  const { rows } = await sql<{ id: string; leftAt: Date | null }>`
    select c.id, ${leftAtSql(rule)} as "leftAt" from customers c
    where c.company_id = ${companyId} and c.id = any(${customerIds}::uuid[]) and ${hasLeftSql(rule)} is true`.execute(
    tx,
  );
  return new Map(rows.map(({ id, leftAt }) => [id, leftAt]));
}
