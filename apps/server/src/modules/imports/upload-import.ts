import {
  importMappingSchema,
  JobStatus,
  uploadFields,
  type ColumnProfile,
  type ImportJob,
  type ImportMapping,
} from "@forestay/contracts";
import type { TableFormat } from "@forestay/tabular";
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
import { ASKS_HEADINGS, lookAtFile, sniffUpload } from "./look-at-file.ts";
import { importsRun } from "./run-job.ts";

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
    const path = await files.localPath(upload.file.key);
    const { sheet, headings } = upload.fields;
    const hasHeadings = headings && headings === "true";
    const seen = await lookAtFile(path, await sniffUpload(path, upload.fileName), { sheet, hasHeadings });
    const { format, columns, suggestion } = seen;
    const given = givenMapping(upload.fields.mapping, columns);
    const wantsAuto = upload.fields.autoConfirm === "true";
    return await withTenant(db, user.companyId, async (tx) => {
      const before = given ? null : await findEarlierMapping(tx, user.companyId, seen);
      const mapping = given ?? before?.mapping ?? suggestion;
      // Whoever names the columns, now or for a file before this one, has said that these are their names.
      const asksHeadings = seen.reading.asksHeadings && !given && !before;
      const reading = { ...seen.reading, asksHeadings };
      const questions = [
        ...(asksHeadings ? [ASKS_HEADINGS] : []),
        ...Object.values(checkMapping(mapping, columns)),
      ];
      const isAuto = wantsAuto && questions.length === 0;
      const notices = [...seen.notices];
      if (wantsAuto && !isAuto)
        notices.push(`This file cannot run straight through: ${questions.join("; ")}.`);
      const by = actorColumns("created_by", user);
      const { rows } = await sql<{ id: string }>`
        insert into import_jobs (company_id, file_name, file_key, file_size_bytes, file_sha256, format, encoding,
          delimiter, table_format, status, step, auto_confirm, reading, columns, mapping, mapping_version, headings_sha256,
          earlier, notices,
          created_by_user_id, created_by_api_key_id, created_by, created_at)
        values (${user.companyId}, ${upload.fileName}, ${upload.file.key}, ${upload.file.sizeBytes},
          ${upload.file.sha256}, ${format.format}, ${encodingOf(format)}, ${delimiterOf(format)},
          ${JSON.stringify(format)}::jsonb, ${isAuto ? JobStatus.Validating : JobStatus.Pending},
          ${isAuto ? "validating" : "mapping"}, ${isAuto}, ${JSON.stringify(reading)}::jsonb, ${JSON.stringify(columns)}::jsonb,
          ${JSON.stringify(mapping)}::jsonb, 1, ${headingsSha256(seen)},
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

function encodingOf(format: TableFormat): string {
  return format.format === "xlsx" ? "utf-8" : format.encoding;
}

function delimiterOf(format: TableFormat): string | null {
  return format.format === "csv" || format.format === "tsv" ? format.delimiter : null;
}
