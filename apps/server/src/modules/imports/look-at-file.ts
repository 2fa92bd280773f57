import { open } from "node:fs/promises";
import type { ColumnProfile, ImportKind, ImportMapping, ImportReading } from "@forestay/contracts";
import { type ProfiledColumn, suggestMapping, toColumnProfile } from "@forestay/import-mapping";
import { SNIFF_BYTES, sniffFile, type TableFormat } from "@forestay/tabular";
import { AppError } from "#platform/http/app-error.ts";
import { FileRefusedError, profileFile } from "./parse-file.ts";
import { recogniseKind } from "./kinds/recognise-kind.ts";
import { suggestLedgerMapping } from "./kinds/suggest-ledger-mapping.ts";

/** Rows looked at for the suggestion: enough to settle date orders, a moment's work. */
const SAMPLE_ROWS = 5000;

/** What a file's beginning shows, read in one way. */
export interface SeenFile {
  /** What its rows are: as was said, else as it was recognised. */
  kind: ImportKind;
  format: TableFormat;
  reading: ImportReading;
  columns: ColumnProfile[];
  suggestion: ImportMapping;
  notices: string[];
  /** The same file as one of another kind: its columns, suggested anew. */
  as: (kind: ImportKind) => SeenFile;
}

/** What a person said of how to read the file; undefined where nobody did. */
export interface Said {
  sheet?: string | undefined;
  hasHeadings?: boolean | undefined;
  kind?: ImportKind | undefined;
}

/** What a file is. Throws `file_refused` with what is wrong with it. */
export async function sniffUpload(path: string, fileName: string): Promise<TableFormat> {
  const format = sniffFile(await readHead(path), fileName);
  if ("refused" in format) throw new AppError("file_refused", { message: format.refused.message });
  return format;
}

/** Whether it is a zip of files, and not a workbook, which is one too. */
export async function isZipOfFiles(path: string, fileName: string): Promise<boolean> {
  const format = sniffFile(await readHead(path), fileName);
  // A workbook at the beginning of a zip is seen before the zip is.
  return "refused" in format
    ? format.refused.code === "zip"
    : format.format === "xlsx" && /\.zip$/i.test(fileName);
}

/** Looks at the first rows, read as said. Throws `file_refused` where they cannot be. */
export async function lookAtFile(path: string, given: TableFormat, said: Said): Promise<SeenFile> {
  const format = readAs(given, said);
  const profile = await profileFile({ path, format, maxRows: SAMPLE_ROWS }).catch((error: unknown) => {
    throw error instanceof FileRefusedError
      ? new AppError("file_refused", { message: error.message })
      : error;
  });
  if (profile.rowCount === 0 && profile.columns.length === 0) {
    throw new AppError("file_refused", { message: "The file has no columns." });
  }
  const { kind, reason } = said.kind
    ? { kind: said.kind, reason: undefined }
    : recogniseKind(profile.columns);
  const hasHeadings = format.format === "jsonl" || format.hasHeadings !== false;
  const named = format.format === "xlsx" ? format.sheet : undefined;
  const reading = {
    sheets: profile.sheets,
    sheet: named ?? profile.sheets[0] ?? null,
    hasHeadings,
    asksHeadings: said.hasHeadings === undefined && profile.seemsHeadless,
    ...(reason === undefined ? {} : { kindReason: reason }),
  };
  const as = (kindOfRows: ImportKind): SeenFile => ({
    kind: kindOfRows,
    format,
    reading,
    ...suggestFor(kindOfRows, profile.columns),
    notices: profile.notices,
    as,
  });
  return as(kind);
}

function suggestFor(kind: ImportKind, profiled: readonly ProfiledColumn[]) {
  const { mapping, reasons } =
    kind === "customers" ? suggestMapping(profiled) : suggestLedgerMapping(kind, profiled);
  const columns = profiled.map((column) => toColumnProfile(column, reasons.get(column.name)));
  return { columns, suggestion: mapping };
}

function readAs(format: TableFormat, { sheet, hasHeadings }: Said): TableFormat {
  if (format.format === "jsonl") return format;
  const headings = hasHeadings === undefined ? {} : { hasHeadings };
  return format.format === "xlsx"
    ? { ...format, ...(sheet === undefined ? {} : { sheet }), ...headings }
    : { ...format, ...headings };
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

/** Said where an import was to run straight through, and on the page until somebody answers. */
export const ASKS_HEADINGS =
  "The first row looks like a customer and not like headings. Say which it is: taken for headings, it would not be imported";
