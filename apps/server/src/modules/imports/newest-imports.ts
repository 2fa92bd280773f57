import { JobStatus } from "@forestay/contracts";
import type { Tx } from "#platform/db/transaction.ts";

/** Files that have come in, newest first. */
export async function readNewestImports(tx: Tx, companyId: string, limit: number) {
  const rows = await tx
    .selectFrom("import_jobs")
    .select(["id", "file_name as fileName", "completed_at"])
    .select(["created_count as created", "updated_count as updated", "error_count as errors"])
    .where("company_id", "=", companyId)
    .where("status", "=", JobStatus.Completed)
    .where("completed_at", "is not", null)
    .orderBy("completed_at", "desc")
    .limit(limit)
    .execute();
  return rows.flatMap(({ completed_at, ...row }) =>
    completed_at === null ? [] : [{ ...row, completedAt: completed_at }],
  );
}

/** What files are called, by their imports' ids; those that are gone are left out. */
export async function readFileNames(
  tx: Tx,
  companyId: string,
  ids: readonly string[],
): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const rows = await tx
    .selectFrom("import_jobs")
    .select(["id", "file_name"])
    .where("company_id", "=", companyId)
    .where("id", "in", [...ids])
    .execute();
  return new Map(rows.map(({ id, file_name }) => [id, file_name]));
}
