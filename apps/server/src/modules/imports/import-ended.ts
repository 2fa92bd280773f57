import type { ImportKind } from "@forestay/contracts";
import { actorOfRow, type KeptActor } from "#modules/companies/index.ts";
import { defineEvent } from "#platform/events/domain-events.ts";

export interface ImportEnded {
  companyId: string;
  importId: string;
  /** What its rows are. */
  rows: ImportKind;
  fileName: string;
  /** Who uploaded the file. */
  startedBy: KeptActor;
  createdCount: number;
  updatedCount: number;
  errorCount: number;
}

/** Told in the transaction that sets Completed: exactly once per import. */
export const importCompleted = defineEvent<ImportEnded>("imports.import_completed");

/** Told in the transaction that sets Failed. A cancelled import tells nothing: a person did it. */
export const importFailed = defineEvent<ImportEnded & { failure: string }>("imports.import_failed");

/** The columns of import_jobs that the news is made of. */
export interface EndedRow {
  company_id: string;
  id: string;
  kind: ImportKind;
  file_name: string;
  created_by_user_id: string | null;
  created_by_api_key_id: string | null;
  created_by: string;
  created_count: number;
  updated_count: number;
  error_count: number;
}

export const endedOf = (row: EndedRow): ImportEnded => ({
  companyId: row.company_id,
  importId: row.id,
  rows: row.kind,
  fileName: row.file_name,
  startedBy: actorOfRow("created_by", row),
  createdCount: row.created_count,
  updatedCount: row.updated_count,
  errorCount: row.error_count,
});
