import { randomUUID } from "node:crypto";
import {
  importKinds,
  importMappingSchema,
  JobStatus,
  uploadFields,
  type ColumnProfile,
  type ImportJob,
  type ImportKind,
  type ImportMapping,
} from "@forestay/contracts";
import type { TableFormat } from "@forestay/tabular";
import type { FastifyRequest } from "fastify";
import { sql } from "kysely";
import type { z } from "zod";
import { recordAudit } from "#modules/audit/index.ts";
import { actorColumns } from "#modules/companies/index.ts";
import { withTenant, type Tx } from "#platform/db/transaction.ts";
import type { FileStore, StoredFile } from "#platform/files/file-store.ts";
import type { CompanyUser } from "#platform/http/actor.ts";
import { AppError } from "#platform/http/app-error.ts";
import { receiveUpload } from "#platform/uploads/receive-upload.ts";
import type { ModuleContext } from "#platform/module.ts";
import { readStatus } from "./change-import.ts";
import { checkMapping } from "./check-mapping.ts";
import { findEarlierMapping, headingsSha256 } from "./earlier-mapping.ts";
import { ASKS_HEADINGS, isZipOfFiles, lookAtFile, sniffUpload, type SeenFile } from "./look-at-file.ts";
import { importsRun } from "./run-job.ts";
import { unpackZip } from "./unpack-zip.ts";

type Fields = z.output<typeof uploadFields>;

/**
 * Receives a file and makes it a job: Pending with the mapping that came along, of the last file with the same headings,
 * or suggested; or straight to Validating with `autoConfirm=true` where nothing has to be asked. A zip of files is a job
 * for each of them, in the order in which they are best imported; the first is answered. Throws `file_refused` with what is
 * wrong with the file.
 */
export async function uploadImport(
  context: ModuleContext,
  request: FastifyRequest,
  user: CompanyUser,
): Promise<ImportJob> {
  const { db, files, config, clock } = context;
  const { file, fileName, fields } = await receiveUpload(request, files, {
    maxBytes: config.maxUploadBytes,
    form: uploadFields,
  });
  const kept = new Set([file.key]);
  try {
    const isZip = await isZipOfFiles(await files.localPath(file.key), fileName);
    const given = isZip
      ? await unpackZip(files, file.key, { maxBytes: config.maxUploadBytes })
      : [{ file, fileName }];
    for (const one of given) kept.add(one.file.key);
    const { looked, leftOut } = await lookAtEach(files, given, fields, { isZip });
    const [importId] = await withTenant(db, user.companyId, async (tx) => {
      const ids: string[] = [];
      const group = isZip ? randomUUID() : fields.group;
      for (const one of looked) {
        ids.push(await insertImport(tx, context, user, one, { fields, group, leftOut }));
      }
      return ids;
    });
    for (const one of looked) kept.delete(one.file.key);
    for (const key of kept) await files.remove(key);
    kept.clear();
    return await withTenant(db, user.companyId, (tx) =>
      readStatus(tx, user.companyId, importId ?? "", clock.now()),
    );
  } catch (error) {
    for (const one of kept) await files.remove(one);
    throw error;
  }
}

interface GivenFile {
  file: StoredFile;
  fileName: string;
}
interface LookedAt extends GivenFile {
  seen: SeenFile;
  given: ImportMapping | null;
}

/** What each file is, in the order in which they are best imported. Of a zip those that are no table are left out, and told. */
async function lookAtEach(
  files: FileStore,
  given: readonly GivenFile[],
  fields: Fields,
  { isZip }: { isZip: boolean },
): Promise<{ looked: LookedAt[]; leftOut: string[] }> {
  const { sheet, headings, kind, mapping } = fields;
  const hasHeadings = headings && headings === "true";
  const looked: LookedAt[] = [];
  const leftOut: string[] = [];
  for (const { file, fileName } of given) {
    try {
      const path = await files.localPath(file.key);
      const seen = await lookAtFile(path, await sniffUpload(path, fileName), { sheet, hasHeadings, kind });
      looked.push({ file, fileName, seen, given: givenMapping(mapping, seen.kind, seen.columns) });
    } catch (error) {
      if (!isZip || !(error instanceof AppError && error.code === "file_refused")) throw error;
      leftOut.push(`“${fileName}” of the zip was left out: ${error.message}`);
    }
  }
  if (looked.length === 0) throw new AppError("file_refused", { message: leftOut[0] ?? "The zip is empty." });
  const place = ({ seen }: LookedAt) => importKinds.indexOf(seen.kind);
  return { looked: looked.toSorted((a, b) => place(a) - place(b)), leftOut };
}

interface Insertion {
  fields: Fields;
  /** Of files that were brought in together. */
  group: string | undefined;
  /** Files beside it that could not be taken, in words. */
  leftOut: readonly string[];
}

async function insertImport(
  tx: Tx,
  { jobs, clock }: ModuleContext,
  user: CompanyUser,
  { file, fileName, seen: looked, given }: LookedAt,
  { fields, group, leftOut }: Insertion,
): Promise<string> {
  const before = given ? null : await findEarlierMapping(tx, user.companyId, looked, fields.kind);
  const seen = before?.seen ?? looked;
  const { kind, format, columns, suggestion } = seen;
  const mapping = given ?? before?.mapping ?? suggestion;
  // Whoever names the columns, now or for a file before this one, has said that these are their names.
  const asksHeadings = seen.reading.asksHeadings && !given && !before;
  const reading = { ...seen.reading, asksHeadings };
  const questions = [
    ...(asksHeadings ? [ASKS_HEADINGS] : []),
    ...Object.values(checkMapping(kind, mapping, columns)),
  ];
  const wantsAuto = fields.autoConfirm === "true";
  const isAuto = wantsAuto && questions.length === 0;
  const notices = [...seen.notices, ...leftOut];
  if (wantsAuto && !isAuto) notices.push(`This file cannot run straight through: ${questions.join("; ")}.`);
  const by = actorColumns("created_by", user);
  const { rows } = await sql<{ id: string }>`
    insert into import_jobs (company_id, kind, group_id, file_name, file_key, file_size_bytes, file_sha256, format, encoding,
      delimiter, table_format, status, step, auto_confirm, reading, columns, mapping, mapping_version, headings_sha256,
      earlier, notices,
      created_by_user_id, created_by_api_key_id, created_by, created_at)
    values (${user.companyId}, ${kind}, ${group ?? null}, ${fileName}, ${file.key}, ${file.sizeBytes},
      ${file.sha256}, ${format.format}, ${encodingOf(format)}, ${delimiterOf(format)},
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
  await recordAudit(tx, user, { action: "import.uploaded", target: fileName, targetId: importId });
  return importId;
}

/**
 * The mapping that came with the file, as JSON; columns that it does not name are left out. Throws `validation_failed`
 * where it is none, or does not fit the file.
 */
function givenMapping(
  text: string | undefined,
  kind: ImportKind,
  columns: readonly ColumnProfile[],
): ImportMapping | null {
  if (text === undefined) return null;
  const parsed = importMappingSchema.safeParse(parseJson(text));
  if (!parsed.success) {
    const where = parsed.error.issues[0]?.path.join(".") ?? "";
    throw new AppError("validation_failed", {
      fields: { mapping: `Not a mapping as JSON${where === "" ? "" : `: look at ${where}`}` },
    });
  }
  const named = new Set(parsed.data.columns.map(({ column }) => column));
  const fields = checkMapping(kind, parsed.data, columns);
  if (Object.keys(fields).length > 0) {
    throw new AppError("validation_failed", { message: Object.values(fields)[0] ?? "", fields });
  }
  const others = columns.filter(({ column }) => !named.has(column));
  return {
    ...parsed.data,
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
