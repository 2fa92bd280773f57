import { JobStatus } from "@forestay/contracts";
import { sql } from "kysely";
import type { Tx } from "#platform/db/transaction.ts";
import type { CustomerIdentity } from "#modules/customers/index.ts";

/** Whether a file waits or is being worked on: whoever is in it would come back with it. */
export async function hasOpenImport(tx: Tx, companyId: string): Promise<boolean> {
  const { rows } = await sql`select 1 from import_jobs where company_id = ${companyId}
    and (status < ${JobStatus.Completed} or (undo_started_at is not null and undone_at is null)) limit 1`.execute(
    tx,
  );
  return rows.length > 0;
}

/** Forgets how a customer was before imports: undoing them leaves it as it is. */
export async function forgetUndoOf(tx: Tx, companyId: string, customerId: string): Promise<void> {
  await tx
    .deleteFrom("import_undo")
    .where("company_id", "=", companyId)
    .where("customer_id", "=", customerId)
    .execute();
}

/**
 * Forgets one customer in what imports keep: its earlier values, rows with errors that name it, samples of columns. The
 * files that are still kept may hold it: their keys are returned, to be removed; an import without its file stays in the history.
 */
export async function forgetInImports(
  tx: Tx,
  companyId: string,
  customerId: string,
  { fullName, email, externalId }: CustomerIdentity,
): Promise<string[]> {
  for (const table of ["import_undo", "import_undo_snapshots"])
    await sql`delete from ${sql.table(table)}
      where company_id = ${companyId} and customer_id = ${customerId}`.execute(tx);
  const values = [fullName, email, externalId].filter((value) => value !== null);
  const cells = sql`(select array_agg(lower(btrim(cell))) from jsonb_array_elements_text(cells) cell)`;
  await sql`delete from import_errors where company_id = ${companyId}
    and ${cells} && ${values.map((value) => value.toLowerCase())}::text[]`.execute(tx);
  // As they stand in JSON: what a column's samples and an error's example show of the file.
  const quoted = values.map((value) => JSON.stringify(value));
  for (const column of ["columns", "dry_run", "error_groups", "notices", "mapping"])
    for (const value of quoted) {
      const ref = sql.ref(column);
      await sql`update import_jobs set ${ref} = replace(${ref}::text, ${value}, '""')::jsonb
        where company_id = ${companyId} and position(${value} in ${ref}::text) > 0`.execute(tx);
    }
  const { rows } = await sql<{ file_key: string }>`
    update import_jobs set file_removed_at = now() where company_id = ${companyId} and file_removed_at is null
    returning file_key`.execute(tx);
  return rows.map((row) => row.file_key);
}
