import {
  type AuditAction,
  JobStatus,
  type ImportJob,
  type ImportMapping,
  type ImportQuestionCode,
  type ImportReadingChange,
} from "@forestay/contracts";
import { sql } from "kysely";
import { recordAudit } from "#modules/audit/index.ts";
import { findLaterLedgerImport } from "#modules/ledger/index.ts";
import { withTenant, withTenantClient, type SqlClient, type Tx } from "#platform/db/transaction.ts";
import type { CompanyUser } from "#platform/http/actor.ts";
import { AppError } from "#platform/http/app-error.ts";
import type { ModuleContext } from "#platform/module.ts";
import { cancelImport } from "./cancel-import.ts";
import { checkMapping } from "./check-mapping.ts";
import {
  presentImportJob,
  profilesOf,
  questionsOf,
  readingOf,
  undoableUntil,
  type ImportJobRow,
} from "./import-job.ts";
import {
  findImportJob,
  getImportJob,
  listFirstErrors,
  listTogether,
  updateImportJob,
} from "./import-repository.ts";
import { findEarlierMapping, headingsSha256 } from "./earlier-mapping.ts";
import { ASKS_HEADINGS, lookAtFile } from "./look-at-file.ts";
import { importsRun } from "./run-job.ts";
import { startProcessing } from "./validate-import.ts";

type Context = Pick<ModuleContext, "db" | "jobs" | "clock" | "files">;

/** Locks the job, lets `change` check and change it, and answers with how it stands then. */
function changing(
  { db, clock }: Context,
  user: CompanyUser,
  importId: string,
  action: AuditAction,
  /** False when there was nothing to change. */
  change: (tx: Tx, job: ImportJobRow, client: SqlClient) => Promise<void | false>,
): Promise<ImportJob> {
  return withTenantClient(db, user.companyId, async ({ tx, client }) => {
    const job = await getImportJob(tx, user.companyId, importId, { forUpdate: true });
    if ((await change(tx, job, client)) !== false) {
      await recordAudit(tx, user, { action, target: job.file_name, targetId: importId });
    }
    return readStatus(tx, user.companyId, importId, clock.now());
  });
}

/** Where an import stands, with the first of its errors. */
export async function readStatus(tx: Tx, companyId: string, importId: string, now: Date): Promise<ImportJob> {
  const job = await getImportJob(tx, companyId, importId);
  const errors = await listFirstErrors(tx, companyId, importId);
  return presentImportJob(job, { errors, together: await listTogether(tx, companyId, job.group_id), now });
}

/** Saves a mapping and starts the dry run; also instead of confirming one. Throws `validation_failed` by column. */
export function saveMapping(context: Context, user: CompanyUser, importId: string, mapping: ImportMapping) {
  return changing(context, user, importId, "import.mapping_saved", async (tx, job) => {
    refuseUnlessOpen(job);
    const fields = {
      ...(readingOf(job).asksHeadings ? { reading: `${ASKS_HEADINGS}.` } : {}),
      ...checkMapping(job.kind, mapping, profilesOf(job)),
    };
    if (Object.keys(fields).length > 0) {
      throw new AppError("validation_failed", { message: Object.values(fields)[0] ?? "", fields });
    }
    const mappingVersion = job.mapping_version + 1;
    await updateImportJob(tx, user.companyId, importId, {
      mapping,
      mapping_version: mappingVersion,
      status: JobStatus.Validating,
      step: "validating",
      ...notChecked,
    });
    const task = { companyId: user.companyId, importId, task: "validate", mappingVersion } as const;
    await context.jobs.enqueue(tx, importsRun, task, { groupKey: user.companyId });
  });
}

/**
 * Reads the file in another way, another sheet or with another first row, and starts over with the columns found then;
 * instead of confirming a dry run too. Throws `file_refused` where it cannot be read so.
 */
export async function changeReading(
  context: Context,
  user: CompanyUser,
  importId: string,
  { sheet, hasHeadings, kind }: ImportReadingChange,
) {
  const { companyId } = user;
  const job = await withTenant(context.db, companyId, (tx) => getImportJob(tx, companyId, importId));
  refuseUnlessOpen(job);
  const before = readingOf(job);
  // Another sheet may hold rows of another kind.
  const isKindSaid = sheet === undefined && before.kindReason === undefined;
  const saidKind = kind ?? (isKindSaid ? job.kind : undefined);
  const looked = await lookAtFile(await context.files.localPath(job.file_key), job.table_format, {
    sheet: sheet ?? before.sheet ?? undefined,
    kind: saidKind,
    // Of another sheet the first row is another one.
    hasHeadings:
      hasHeadings ?? (sheet === undefined && !before.asksHeadings ? before.hasHeadings : undefined),
  });
  return changing(context, user, importId, "import.mapping_saved", async (tx, current) => {
    refuseUnlessOpen(current);
    const earlier = await findEarlierMapping(tx, companyId, looked, saidKind);
    const seen = earlier?.seen ?? looked;
    await updateImportJob(tx, companyId, importId, {
      ...notChecked,
      kind: seen.kind,
      table_format: seen.format,
      reading: { ...seen.reading, asksHeadings: seen.reading.asksHeadings && !earlier },
      columns: seen.columns,
      mapping: earlier?.mapping ?? seen.suggestion,
      earlier: earlier?.earlier ?? null,
      headings_sha256: headingsSha256(seen),
      notices: seen.notices,
      mapping_version: current.mapping_version + 1,
      status: JobStatus.Pending,
      step: "mapping",
    });
  });
}

function refuseUnlessOpen(job: ImportJobRow): void {
  if (job.status !== JobStatus.Pending && job.status !== JobStatus.Validating) {
    throw new AppError("invalid_state", {
      message: "The mapping can be changed until the import is confirmed.",
    });
  }
}

/** As before a dry run. */
const notChecked = {
  auto_confirm: false,
  processed_rows: 0,
  resume_point: null,
  dry_run: null,
  effects: null,
  questions: [],
  overwrites: [],
  error_count: 0,
  error_groups: [],
} as const;

/**
 * Validating (step confirm) -> Processing. Confirming twice is the same as once. Refused while a question of the dry run
 * is not among those answered.
 */
export function confirmImport(
  context: Context,
  user: CompanyUser,
  importId: string,
  answered: readonly ImportQuestionCode[],
) {
  return changing(context, user, importId, "import.confirmed", async (tx, job) => {
    if (job.status === JobStatus.Processing) return false;
    if (job.status !== JobStatus.Validating || job.step !== "confirm") {
      throw new AppError("invalid_state", {
        message: "Only an import that has been checked can be confirmed.",
      });
    }
    const open = questionsOf(job).filter(({ code }) => !answered.includes(code));
    if (open.length > 0) {
      const codes = open.map(({ code }) => `'${code}'`).join(", ");
      throw new AppError("invalid_state", {
        message: `Say first that this is meant (\`answered\`: ${codes}). ${open.map(({ message }) => message).join(" ")}`,
      });
    }
    await startProcessing(tx, user.companyId, importId, context.clock.now());
    const task = { companyId: user.companyId, importId, task: "process" } as const;
    await context.jobs.enqueue(tx, importsRun, task, { groupKey: user.companyId });
  });
}

/** Cancels, and answers with how it stands then. */
export function cancelImportRequest({ db, clock }: Context, user: CompanyUser, importId: string) {
  const { companyId } = user;
  return withTenant(db, companyId, async (tx) => {
    await cancelImport(tx, user, { companyId, importId, at: clock.now() });
    return readStatus(tx, companyId, importId, clock.now());
  });
}

/**
 * Starts undoing. Refused after 7 days, when nothing was written, and while a later import has changed the same
 * customers: that one is undone first, or its values would be lost.
 */
export function undoImportRequest(context: Context, user: CompanyUser, importId: string) {
  return changing(context, user, importId, "import.undo_started", async (tx, job, client) => {
    const until = undoableUntil(job);
    if (until === null || until <= context.clock.now()) {
      throw new AppError("invalid_state", { message: "This import cannot be undone (any more)." });
    }
    const later = await findLaterImport({ tx, client }, user.companyId, job);
    if (later !== null) {
      const what = job.kind === "customers" ? "customers" : "rows";
      throw new AppError("invalid_state", {
        message: `'${later}' was imported later and ${job.kind === "events" ? "brought" : "changed"} some of the same ${what}. Undo that import first.`,
      });
    }
    await updateImportJob(tx, user.companyId, importId, { undo_started_at: context.clock.now() });
    const task = { companyId: user.companyId, importId, task: "undo" } as const;
    await context.jobs.enqueue(tx, importsRun, task, { groupKey: user.companyId });
  });
}

/** File name of an import that wrote to customers or rows this one created or changed, or is about to; null for none. */
async function findLaterImport(
  { tx, client }: { tx: Tx; client: SqlClient },
  companyId: string,
  { id: importId, kind }: ImportJobRow,
): Promise<string | null> {
  if (kind !== "customers") {
    const laterId = await findLaterLedgerImport(client, companyId, importId);
    const later = laterId === null ? null : await findImportJob(tx, companyId, laterId);
    if (later) return later.file_name;
  }
  const { rows: laterJobs } = await sql<{ exists: boolean }>`
    select exists (select 1 from import_jobs j
      where j.company_id = ${companyId} and j.id <> ${importId} and j.undone_at is null
        and j.created_count + j.updated_count + j.snapshots_added + j.snapshots_changed > 0
        and j.started_at >= (select started_at from import_jobs where company_id = ${companyId} and id = ${importId})
    ) as exists`.execute(tx);
  if (laterJobs[0]?.exists !== true) return null;
  const { rows } = await sql<{ file_name: string }>`
    select j.file_name from customers c
    join import_jobs j on j.company_id = c.company_id and j.id = c.last_import_id
    where c.company_id = ${companyId} and c.last_import_id <> ${importId}
      and (c.created_import_id = ${importId} or exists (
        select 1 from import_undo u
        where u.company_id = ${companyId} and u.import_id = ${importId} and u.customer_id = c.id))
    limit 1`.execute(tx);
  return rows[0]?.file_name ?? null;
}
