import { open } from "node:fs/promises";
import {
  importMappingSchema,
  JobStatus,
  uploadFields,
  type ColumnProfile,
  type ImportJob,
  type ImportMapping,
} from "@forestay/contracts";
import { SNIFF_BYTES, sniffFile, type TableFormat } from "@forestay/tabular";
import type { FastifyRequest } from "fastify";
import { sql } from "kysely";
import { recordAudit } from "#modules/audit/index.ts";
import { actorColumns } from "#modules/companies/index.ts";
import { withTenant } from "#platform/db/transaction.ts";
import type { CompanyUser } from "#platform/http/actor.ts";
import { AppError } from "#platform/http/app-error.ts";
import { receiveUpload } from "#platform/uploads/receive-upload.ts";
import type { ModuleContext } from "#platform/module.ts";
import { checkMapping } from "./check-mapping.ts";
import { findEarlierMapping, headingsSha256 } from "./earlier-mapping.ts";
import { presentImportJob } from "./import-job.ts";
import { getImportJob } from "./import-repository.ts";
import { FileRefusedError, profileFile } from "./parse-file.ts";
import type { FileProfile } from "./parse-protocol.ts";
import { importsRun } from "./run-job.ts";
import { suggestMapping, toColumnProfile } from "./suggest-mapping.ts";

/** Rows looked at for the suggestion: enough to settle date orders, a moment's work. */
const SAMPLE_ROWS = 5000;

/**
 * Receives a file and makes it a job: Pending with the mapping that came along, of the last file with the same headings,
 * or suggested; or straight to Validating with `autoConfirm=true` where nothing has to be asked. Throws `file_refused`
 * with what is wrong with the file.
 */
export async function uploadImport(
  { db, files, jobs, config, clock }: ModuleContext,
  request: FastifyRequest,
  user: CompanyUser,
): Promise<ImportJob> {
  const upload = await receiveUpload(request, files, {
    maxBytes: config.maxUploadBytes,
    form: uploadFields,
  });
  try {
    const { format, profile } = await lookAt(await files.localPath(upload.file.key), upload.fileName);
    const { mapping: suggestion, reasons } = suggestMapping(profile.columns);
    const columns = profile.columns.map((column) => toColumnProfile(column, reasons.get(column.name)));
    const given = givenMapping(upload.fields.mapping, columns);
    const wantsAuto = upload.fields.autoConfirm === "true";
    return await withTenant(db, user.companyId, async (tx) => {
      const before = given ? null : await findEarlierMapping(tx, user.companyId, columns, suggestion);
      const mapping = given ?? before?.mapping ?? suggestion;
      const questions = Object.values(checkMapping(mapping, columns));
      const isAuto = wantsAuto && questions.length === 0;
      const notices = [...profile.notices];
      if (wantsAuto && !isAuto)
        notices.push(`This file cannot run straight through: ${questions.join("; ")}.`);
      const by = actorColumns("created_by", user);
      const { rows } = await sql<{ id: string }>`
        insert into import_jobs (company_id, file_name, file_key, file_size_bytes, file_sha256, format, encoding,
          delimiter, table_format, status, step, auto_confirm, columns, mapping, mapping_version, headings_sha256, earlier, notices,
          created_by_user_id, created_by_api_key_id, created_by, created_at)
        values (${user.companyId}, ${upload.fileName}, ${upload.file.key}, ${upload.file.sizeBytes},
          ${upload.file.sha256}, ${format.format}, ${encodingOf(format)}, ${delimiterOf(format)},
          ${JSON.stringify(format)}::jsonb, ${isAuto ? JobStatus.Validating : JobStatus.Pending},
          ${isAuto ? "validating" : "mapping"}, ${isAuto}, ${JSON.stringify(columns)}::jsonb,
          ${JSON.stringify(mapping)}::jsonb, 1, ${headingsSha256(columns)},
          ${before && JSON.stringify(before.earlier)}::jsonb, ${JSON.stringify(notices)}::jsonb, ${by.created_by_user_id},
          ${by.created_by_api_key_id}, ${by.created_by}, ${clock.now()})
        returning id`.execute(tx);
      const importId = rows[0]?.id;
      if (importId === undefined) throw new Error("The import was not stored");
      if (isAuto) {
        const task = { companyId: user.companyId, importId, task: "validate", mappingVersion: 1 } as const;
        await jobs.enqueue(tx, importsRun, task, { groupKey: user.companyId });
      }
      await recordAudit(tx, user, {
        action: "import.uploaded",
        target: upload.fileName,
        targetId: importId,
      });
      return presentImportJob(await getImportJob(tx, user.companyId, importId), [], clock.now());
    });
  } catch (error) {
    await files.remove(upload.file.key);
    throw error;
  }
}

/**
 * The mapping that came with the file, as JSON; columns that it does not name are left out. Throws `validation_failed`
 * where it is none, or does not fit the file.
 */
function givenMapping(text: string | undefined, columns: readonly ColumnProfile[]): ImportMapping | null {
  if (text === undefined) return null;
  const parsed = importMappingSchema.safeParse(parseJson(text));
  if (!parsed.success) {
    const where = parsed.error.issues[0]?.path.join(".") ?? "";
    throw new AppError("validation_failed", {
      fields: { mapping: `Not a mapping as JSON${where === "" ? "" : `: look at ${where}`}` },
    });
  }
  const named = new Set(parsed.data.columns.map(({ column }) => column));
  const fields = checkMapping(parsed.data, columns);
  if (Object.keys(fields).length > 0) {
    throw new AppError("validation_failed", { message: Object.values(fields)[0] ?? "", fields });
  }
  const others = columns.filter(({ column }) => !named.has(column));
  return {
    columns: [...parsed.data.columns, ...others.map(({ column }) => ({ column, target: "skip" as const }))],
  };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

async function lookAt(
  path: string,
  fileName: string,
): Promise<{ format: TableFormat; profile: FileProfile }> {
  const format = sniffFile(await readHead(path), fileName);
  if ("refused" in format) throw new AppError("file_refused", { message: format.refused.message });
  try {
    const profile = await profileFile({ path, format, maxRows: SAMPLE_ROWS });
    if (profile.rowCount === 0 && profile.columns.length === 0) {
      throw new AppError("file_refused", { message: "The file has no columns." });
    }
    return { format, profile };
  } catch (error) {
    if (error instanceof FileRefusedError) throw new AppError("file_refused", { message: error.message });
    throw error;
  }
}

async function readHead(path: string): Promise<Uint8Array> {
  const file = await open(path, "r");
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(SNIFF_BYTES), 0, SNIFF_BYTES, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}

function encodingOf(format: TableFormat): string {
  return format.format === "xlsx" ? "utf-8" : format.encoding;
}

function delimiterOf(format: TableFormat): string | null {
  return format.format === "csv" || format.format === "tsv" ? format.delimiter : null;
}
