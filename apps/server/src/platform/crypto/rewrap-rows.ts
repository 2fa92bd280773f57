import { sql } from "kysely";
import type { Database } from "../db/database.ts";
import { withTenant, type Tx } from "../db/transaction.ts";
import { rewrapSecret, sealedPrefix } from "./seal.ts";

/** A column of a tenant table that holds sealed secrets (decision 0178). */
export interface SealedColumn {
  table: string;
  column: string;
  /** The rest of the table's key, as texts. */
  key: readonly string[];
  purpose: string;
  /** What a row's seal is tied to, by the values of its key. */
  boundTo(companyId: string, key: readonly string[]): string;
}

/** How many of a company's secrets are sealed under a key that is not the newest. */
export async function countOlderSeals(
  tx: Tx,
  secretKeys: readonly string[],
  companyId: string,
  columns: readonly SealedColumn[],
): Promise<number> {
  let count = 0;
  for (const one of columns) {
    const { rows } = await sql<{ n: number }>`
      select count(*)::int as n from ${sql.table(one.table)}
      where company_id = ${companyId} and ${isOlder(secretKeys, one)}`.execute(tx);
    count += rows[0]?.n ?? 0;
  }
  return count;
}

/**
 * Puts a company's secrets under the newest key. What a key opens that is gone stays as it is, and goes on being counted:
 * whoever gives that key back has it rewrapped by the next call.
 */
export async function rewrapColumns(
  db: Database,
  secretKeys: readonly string[],
  companyId: string,
  columns: readonly SealedColumn[],
): Promise<void> {
  for (const one of columns)
    await withTenant(db, companyId, (tx) => rewrapRows(tx, secretKeys, companyId, one));
}

async function rewrapRows(
  tx: Tx,
  secretKeys: readonly string[],
  companyId: string,
  one: SealedColumn,
): Promise<void> {
  const column = sql.ref(one.column);
  const key = one.key.map((name) => sql`${sql.ref(name)}::text`);
  const { rows } = await sql<{ key: string[]; sealed: Buffer }>`
    select array[${sql.join(key)}] as key, ${column} as sealed from ${sql.table(one.table)}
    where company_id = ${companyId} and ${isOlder(secretKeys, one)} for update`.execute(tx);
  for (const row of rows) {
    const anew = tryToRewrap(secretKeys, one, one.boundTo(companyId, row.key), row.sealed);
    if (anew === null) continue;
    await sql`
      update ${sql.table(one.table)} set ${column} = ${anew}
      where company_id = ${companyId} and array[${sql.join(key)}] = ${row.key}::text[]`.execute(tx);
  }
}

const isOlder = (secretKeys: readonly string[], { column, purpose }: SealedColumn) => {
  const prefix = sealedPrefix(secretKeys, purpose);
  return sql`length(${sql.ref(column)}) > 0 and substring(${sql.ref(column)} from 1 for ${prefix.length}::int) <> ${prefix}`;
};

function tryToRewrap(
  secretKeys: readonly string[],
  { purpose }: SealedColumn,
  boundTo: string,
  sealed: Buffer,
): Buffer | null {
  try {
    return rewrapSecret(secretKeys, purpose, boundTo, sealed);
  } catch {
    return null;
  }
}
