import { IMPORT_ERROR_SAMPLE, importKinds, type ImportJob } from "@forestay/contracts";
import { sql, type RawBuilder } from "kysely";
import { containing } from "#platform/db/containing.ts";
import { readPage, type Page, type PageRequest } from "#platform/db/page.ts";
import type { Tx } from "#platform/db/transaction.ts";
import { AppError } from "#platform/http/app-error.ts";
import type { ImportJobRow, StoredRowError } from "./import-job.ts";
import type { BadRow } from "./parse-protocol.ts";

/** The job, or null. `forUpdate` holds its row until the transaction ends: whoever changes its state waits. */
export async function findImportJob(
  tx: Tx,
  companyId: string,
  id: string,
  options: { forUpdate?: boolean } = {},
): Promise<ImportJobRow | null> {
  const lock = options.forUpdate ? sql`for update` : sql``;
  const { rows } = await sql<ImportJobRow>`
    select * from import_jobs where company_id = ${companyId} and id = ${id} ${lock}`.execute(tx);
  return rows[0] ?? null;
}

/** As findImportJob, and throws `not_found`, also for another company's import. */
export async function getImportJob(
  tx: Tx,
  companyId: string,
  id: string,
  options: { forUpdate?: boolean } = {},
): Promise<ImportJobRow> {
  const row = await findImportJob(tx, companyId, id, options);
  if (!row) throw new AppError("not_found", { message: "This import does not exist." });
  return row;
}

type Assignments = Partial<Record<keyof ImportJobRow, unknown>>;
const jsonColumns = new Set([
  "columns",
  "reading",
  "table_format",
  "earlier",
  "mapping",
  "resume_point",
  "dry_run",
  "effects",
  "questions",
  "overwrites",
  "error_groups",
  "notices",
]);

/** Sets columns of one job; objects of JSON columns are stored as JSON. */
export async function updateImportJob(
  tx: Tx,
  companyId: string,
  id: string,
  changes: Assignments,
): Promise<void> {
  const assignments: RawBuilder<unknown>[] = Object.entries(changes).map(([column, value]) =>
    jsonColumns.has(column) && value !== null
      ? sql`${sql.ref(column)} = ${JSON.stringify(value)}::jsonb`
      : sql`${sql.ref(column)} = ${value}`,
  );
  await sql`update import_jobs set ${sql.join(assignments)} where company_id = ${companyId} and id = ${id}`.execute(
    tx,
  );
}

export async function listImportJobs(
  tx: Tx,
  companyId: string,
  { search = "", ...page }: PageRequest & { search?: string | undefined },
): Promise<Page<ImportJobRow>> {
  const named = search.trim() === "" ? sql`true` : sql`file_name ilike ${containing(search)}`;
  return readPage(
    page,
    async () => {
      const { rows } = await sql<{ count: number }>`
        select count(*) from import_jobs where company_id = ${companyId} and ${named}`.execute(tx);
      return rows[0]?.count ?? 0;
    },
    async ({ limit, offset }) => {
      const { rows } = await sql<ImportJobRow>`
        select * from import_jobs where company_id = ${companyId} and ${named}
        order by created_at desc, id desc limit ${limit} offset ${offset}`.execute(tx);
      return rows;
    },
  );
}

/** The first bad rows of the file: what the screen shows beside the complete error file. */
export async function listFirstErrors(tx: Tx, companyId: string, id: string): Promise<StoredRowError[]> {
  const { rows } = await sql<StoredRowError>`
    select row_number, problems from import_errors where company_id = ${companyId} and import_id = ${id}
    order by row_number limit ${IMPORT_ERROR_SAMPLE}`.execute(tx);
  return rows;
}

/** Files that were brought in together, in the order in which they are best imported; none where there is no group. */
export async function listTogether(
  tx: Tx,
  companyId: string,
  groupId: string | null,
): Promise<ImportJob["together"]> {
  if (groupId === null) return [];
  const { rows } = await sql<ImportJob["together"][number]>`
    select id, kind, file_name as "fileName", status, step from import_jobs
    where company_id = ${companyId} and group_id = ${groupId}
    order by array_position(${[...importKinds]}::text[], kind), id`.execute(tx);
  return rows;
}

export async function insertRowErrors(
  tx: Tx,
  companyId: string,
  id: string,
  bad: readonly BadRow[],
): Promise<void> {
  if (bad.length === 0) return;
  // A zero byte can be in a file's cell but not in a stored text.
  const storable = (value: unknown) => JSON.stringify(value).replaceAll("\\u0000", "\\ufffd");
  await sql`
    insert into import_errors (company_id, import_id, row_number, problems, cells)
    select ${companyId}, ${id}, e.row_number, e.problems, e.cells
    from unnest(${bad.map((row) => row.row)}::bigint[], ${bad.map((row) => storable(row.problems))}::jsonb[],
      ${bad.map((row) => storable(row.cells.map((cell) => cell.toWellFormed())))}::jsonb[])
      as e (row_number, problems, cells)
    on conflict (company_id, import_id, row_number) do nothing`.execute(tx);
}

/** Removes what a dry run or an earlier attempt of it left behind. */
export async function clearRows(
  tx: Tx,
  companyId: string,
  id: string,
  tables: readonly ("import_errors" | "import_row_keys" | "import_superseded_rows")[],
): Promise<void> {
  for (const table of tables) {
    await sql`delete from ${sql.table(table)} where company_id = ${companyId} and import_id = ${id}`.execute(
      tx,
    );
  }
}

/** Keys of every file that a company uploaded, for the store. */
export async function listUploadedFiles(tx: Tx, companyId: string): Promise<string[]> {
  const rows = await tx
    .selectFrom("import_jobs")
    .select("file_key")
    .where("company_id", "=", companyId)
    .execute();
  return rows.map((row) => row.file_key);
}
