import { sql } from "kysely";
import type { Tx } from "#platform/db/transaction.ts";
import { listKeysOfCustomers, listTablesOfCustomers, type UniqueKey } from "./customer-tables.ts";
import { mergedTables, pastBy } from "./merge-tables.ts";

interface Pair {
  keptId: string;
  otherId: string;
}

/**
 * Makes the rows of one customer another's, in every table of the catalogue and as each is judged; one that nobody has judged
 * yet moves. Returns how many moved, by table.
 */
export async function moveRows(tx: Tx, companyId: string, pair: Pair): Promise<Map<string, number>> {
  const tables = await listTablesOfCustomers(tx);
  const keys = await listKeysOfCustomers(tx, tables);
  const moved = new Map<string, number>();
  for (const table of tables) {
    const rule = mergedTables[table]?.rows ?? "moves";
    if (rule === "stays") continue;
    if (rule === "moves") {
      for (const key of keys.filter((one) => one.table === table))
        await dropDoubles(tx, companyId, key, pair);
    } else {
      await dropRows(tx, companyId, table, pair, rule === "past" ? pastBy[table] : undefined);
    }
    const { numAffectedRows } = await sql`update ${sql.table(table)} set customer_id = ${pair.keptId}
      where company_id = ${companyId} and customer_id = ${pair.otherId}`.execute(tx);
    moved.set(table, Number(numAffectedRows ?? 0n));
  }
  return moved;
}

/** Rows of the other that would be a second one of the kept one's. */
async function dropDoubles(
  tx: Tx,
  companyId: string,
  { table, columns, condition }: UniqueKey,
  { keptId, otherId }: Pair,
): Promise<void> {
  const among = condition === null ? sql`true` : sql.raw(condition);
  const same = columns.map((name) => sql`k.${sql.ref(name)} is not distinct from o.${sql.ref(name)}`);
  await sql`delete from ${sql.table(table)} o
    where company_id = ${companyId} and customer_id = ${otherId} and ${among} and exists (
      select from (select * from ${sql.table(table)}
        where company_id = ${companyId} and customer_id = ${keptId} and ${among}) k
      where ${sql.join([sql`true`, ...same], sql` and `)})`.execute(tx);
}

/** All rows of the other; with `by`, those that are not before the kept one's first. */
async function dropRows(
  tx: Tx,
  companyId: string,
  table: string,
  { keptId, otherId }: Pair,
  by: string | undefined,
): Promise<void> {
  const after =
    by === undefined
      ? sql`true`
      : sql`o.${sql.ref(by)} >= (select min(k.${sql.ref(by)}) from ${sql.table(table)} k
          where k.company_id = ${companyId} and k.customer_id = ${keptId})`;
  await sql`delete from ${sql.table(table)} o
    where o.company_id = ${companyId} and o.customer_id = ${otherId} and ${after}`.execute(tx);
}
