import { sql } from "kysely";
import type { Tx } from "#platform/db/transaction.ts";
import { byFiles, packedSql, ruledNames, ruledValue } from "./file-values.ts";
import { dataColumns } from "./upsert-customers.ts";
import { tellAsStored } from "./value-sources.ts";

// Files get back what files said before, beneath the ledger where it rules by now; the ledger's own it keeps.
const restored: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    [...dataColumns, "last_import_id", "updated_at", "value_sources"].map((name) => [name, `p.${name}`]),
  ),
  ...Object.fromEntries(
    ruledNames.map((name) => {
      const told = `case when c.file_values -> 'ledger' ? '${name}'
        then (c.file_values #>> '{ledger,${name}}')::timestamptz end`;
      const ruled = ruledValue(name, told, byFiles("p", name));
      return [
        name,
        `case when c.file_values ? '${name}' then ${ruled === told ? `c.${name}` : ruled} else ${byFiles("p", name)} end`,
      ];
    }),
  ),
  file_values: `c.file_values || coalesce(${packedSql(
    ruledNames.map((key) => ({ key, when: `c.file_values ? '${key}'`, value: byFiles("p", key) })),
  )}, '{}')`,
};

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
  await tellAsStored(tx);
  const assignments = Object.entries(restored).map(([column, value]) => `${column} = ${value}`);
  await sql`
    update customers c set ${sql.raw(assignments.join(", "))}
    from jsonb_populate_recordset(null::customers, ${JSON.stringify(previous)}::jsonb) p
    where c.company_id = ${companyId} and c.id = p.id`.execute(tx);
}
