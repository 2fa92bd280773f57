import { cellText, readRows, type TableFormat } from "@forestay/tabular";
import { withTenant } from "#platform/db/transaction.ts";
import type { ModuleContext } from "#platform/module.ts";

/** Lines of one file, as they stand in it, by the names of its columns. */
export interface FileLines {
  fileName: string;
  uploadedAt: string;
  lines: { line: number; cells: Record<string, string> }[];
  /** Why not all of it was looked at; null: it was. */
  problem: string | null;
}

/** Workbooks are unpacked in memory: a larger one is for the process that imports it alone. */
const MOST_WORKBOOK_BYTES = 20 * 1024 ** 2;

/**
 * The lines of the files that imports still keep of which `says` is true, a file at a time, oldest first; files without any are
 * left out. Reads in bounded memory, and holds no transaction open meanwhile.
 */
export async function readLinesSaying(
  { db, files }: Pick<ModuleContext, "db" | "files">,
  companyId: string,
  says: (text: string) => boolean,
): Promise<FileLines[]> {
  const kept = await withTenant(db, companyId, (tx) =>
    tx
      .selectFrom("import_jobs")
      .select(["file_name", "file_key", "file_size_bytes", "table_format", "created_at"])
      .where("company_id", "=", companyId)
      .where("file_removed_at", "is", null)
      .orderBy("created_at")
      .orderBy("id")
      .execute(),
  );
  const found: FileLines[] = [];
  for (const job of kept) {
    const format = job.table_format as unknown as TableFormat;
    const file: FileLines = {
      fileName: job.file_name,
      uploadedAt: job.created_at.toISOString(),
      lines: [],
      problem: null,
    };
    if (format.format === "xlsx" && Number(job.file_size_bytes) > MOST_WORKBOOK_BYTES)
      file.problem = "The workbook is too large to be looked through here.";
    else
      try {
        await keepLines(file, await files.localPath(job.file_key), format, says);
      } catch {
        // What is no table (any more) was refused when it came, and wrote nobody.
        file.problem = "The file could not be read to its end.";
      }
    if (file.lines.length > 0 || file.problem !== null) found.push(file);
  }
  return found;
}

async function keepLines(
  file: FileLines,
  path: string,
  format: TableFormat,
  says: (text: string) => boolean,
): Promise<void> {
  for await (const { columns, rows, errors } of readRows(path, format)) {
    for (const { line, values } of rows) {
      const texts = values.map(cellText);
      if (says(texts.join("\t")))
        file.lines.push({
          line,
          cells: Object.fromEntries(columns.map((name, n) => [name, texts[n] ?? ""])),
        });
    }
    for (const { line, raw } of errors) if (says(raw)) file.lines.push({ line, cells: { raw } });
  }
}
