import { Readable } from "node:stream";
import { sql } from "kysely";
import { readCustomerNames } from "#modules/customers/index.ts";
import type { Database } from "#platform/db/database.ts";
import { withTenant, type Tx } from "#platform/db/transaction.ts";
import { AppError } from "#platform/http/app-error.ts";
import { listTablesOfCustomers } from "./customer-tables.ts";

/** Rows of one table that are taken along: more than this nobody reads, and what is left out is said. */
const MOST_ROWS = 100_000;

/**
 * Everything that is kept of one customer, table by table, as JSON: tables are read from the catalogue, so that none is
 * forgotten. Throws `not_found`.
 */
export async function openCustomerExport(
  db: Database,
  companyId: string,
  customerId: string,
  now: Date,
): Promise<Readable> {
  const content = await withTenant(db, companyId, async (tx) => {
    if (!(await readCustomerNames(tx, companyId, [customerId])).has(customerId))
      throw new AppError("not_found", { message: "This customer does not exist." });
    const tables: Record<string, unknown> = {
      customers: await rowsOf(tx, "customers", "id", companyId, customerId),
    };
    for (const table of await listTablesOfCustomers(tx)) {
      const rows = await rowsOf(tx, table, "customer_id", companyId, customerId);
      if (rows.length > 0) tables[table] = rows;
    }
    return { customerId, exportedAt: now.toISOString(), tables };
  });
  return Readable.from([`${JSON.stringify(content, null, 2)}\n`]);
}

async function rowsOf(
  tx: Tx,
  table: string,
  column: string,
  companyId: string,
  customerId: string,
): Promise<unknown[]> {
  const { rows } = await sql<{ row: unknown }>`
    select to_jsonb(t) - 'company_id' as row from ${sql.table(table)} t
    where company_id = ${companyId} and ${sql.ref(column)} = ${customerId} limit ${MOST_ROWS}`.execute(tx);
  return rows.map(({ row }) => row);
}
