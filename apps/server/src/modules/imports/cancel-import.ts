import { recordAudit } from "#modules/audit/index.ts";
import type { Actor } from "#modules/companies/index.ts";
import type { Tx } from "#platform/db/transaction.ts";
import { cancelWork } from "#platform/jobs/cancel-work.ts";
import { getImportJob, updateImportJob } from "./import-repository.ts";

/** Cancels an import that has not ended; rows already written stay and can be undone. */
export function cancelImport(
  tx: Tx,
  actor: Actor,
  { companyId, importId, at }: { companyId: string; importId: string; at: Date },
): Promise<void> {
  return cancelWork({
    name: "import",
    lock: () => getImportJob(tx, companyId, importId, { forUpdate: true }),
    end: (status) => updateImportJob(tx, companyId, importId, { status, step: "done", completed_at: at }),
    record: ({ file_name }) =>
      recordAudit(tx, actor, { action: "import.cancelled", target: file_name, targetId: importId }),
  });
}
