import { sql } from "kysely";
import type { Tx } from "#platform/db/transaction.ts";
import { dataColumns } from "./upsert-customers.ts";

/**
 * Gives customers back the values of an earlier state (rows as an import kept them), scores aside: those belong to
 * the analysis. Customers that are gone stay gone.
 */
export async function restoreCustomers(
  tx: Tx,
  companyId: string,
  previous: readonly unknown[],
): Promise<void> {
  if (previous.length === 0) return;
  const columns = [...dataColumns, "last_import_id", "updated_at"];
  const assignments = columns.map((column) => sql`${sql.ref(column)} = p.${sql.ref(column)}`);
  await sql`
    update customers c set ${sql.join(assignments)}
    from jsonb_populate_recordset(null::customers, ${JSON.stringify(previous)}::jsonb) p
    where c.company_id = ${companyId} and c.id = p.id`.execute(tx);
}
