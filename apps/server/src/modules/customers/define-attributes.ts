import type { AttributeDefinition } from "@forestay/contracts";
import { sql } from "kysely";
import type { Tx } from "#platform/db/transaction.ts";
import { readableColumn } from "./readable-column.ts";

/** The company's own columns, in the order they came; one that nobody named otherwise by its key made readable. */
export async function listAttributes(tx: Tx, companyId: string): Promise<AttributeDefinition[]> {
  const rows = await listStoredAttributes(tx, companyId);
  return rows.map((row) => (row.label === row.key ? { ...row, label: readableColumn(row.key) } : row));
}

/** The same under the names that the files had, so that what is exported finds its columns again. */
export async function listStoredAttributes(tx: Tx, companyId: string): Promise<AttributeDefinition[]> {
  const { rows } = await sql<AttributeDefinition>`
    select key, label, kind from customer_attributes where company_id = ${companyId}
    order by created_at, position, key`.execute(tx);
  return rows;
}

/** Adds or renames columns of the company; a column whose kind changed shows the new one from now on. */
export async function defineAttributes(
  tx: Tx,
  companyId: string,
  definitions: readonly AttributeDefinition[],
  importId: string | null = null,
): Promise<void> {
  if (definitions.length === 0) return;
  await sql`
    insert into customer_attributes (company_id, key, label, kind, position, created_import_id)
    select ${companyId}, key, label, kind, position, ${importId}
    from unnest(${definitions.map((d) => d.key)}::text[], ${definitions.map((d) => d.label)}::text[],
      ${definitions.map((d) => d.kind)}::text[], ${definitions.map((_, index) => index)}::int[])
      as d (key, label, kind, position)
    on conflict (company_id, key) do update set label = excluded.label, kind = excluded.kind
    where (customer_attributes.label, customer_attributes.kind) is distinct from (excluded.label, excluded.kind)`.execute(
    tx,
  );
}
