import { sql } from "kysely";
import type { Tx } from "#platform/db/transaction.ts";

export interface RowCount {
  table: string;
  rows: number;
}

/** Tables that know companies: read from the catalogue, so that none is forgotten. */
export async function listCompanyTables(tx: Tx): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select c.table_name as name from information_schema.columns c
    join information_schema.tables t using (table_schema, table_name)
    where c.table_schema = 'public' and c.column_name = 'company_id' and t.table_type = 'BASE TABLE'
    order by c.table_name`.execute(tx);
  return rows.map(({ name }) => name);
}

/** Rows of a company in every table that knows companies; only tables that have any. `tx` is the company's. */
export async function countCompanyRows(tx: Tx, companyId: string): Promise<RowCount[]> {
  const counts: RowCount[] = [];
  for (const table of await listCompanyTables(tx)) {
    const { rows } = await sql<{ count: number }>`
      select count(*) as count from ${sql.table(table)} where company_id = ${companyId}`.execute(tx);
    const count = rows[0]?.count ?? 0;
    if (count > 0) counts.push({ table, rows: count });
  }
  return counts;
}
