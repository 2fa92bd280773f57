import { cellText } from "../cell-value.ts";
import type { CellValue } from "../cell-value.ts";
import { headerNames } from "../csv/header-names.ts";
import type { HeaderNames } from "../csv/header-names.ts";
import type { ReadTuning } from "../csv/read-csv.ts";
import { csvLine } from "../csv/write-csv.ts";
import type { RowBatch, RowError, RowErrorCode, TableLimits, TableRow } from "../table-batch.ts";
import { TabularError } from "../tabular-error.ts";
import { textFault } from "../text/text-fault.ts";
import { Archive } from "./archive.ts";
import { readDateStyles } from "./number-formats.ts";
import { readSharedTexts, SharedTexts } from "./shared-texts.ts";
import { SheetParser } from "./sheet-parser.ts";
import type { SheetRow } from "./sheet-parser.ts";
import { readWorkbook } from "./workbook.ts";
import type { Workbook } from "./workbook.ts";
import { decodeXml, XmlScanner } from "./xml-scanner.ts";

/** Reads one sheet of a workbook, the first that is shown unless named; see `readRows`. */
export async function* readXlsx(
  path: string,
  { sheet: sheetName, hasHeadings = true }: { sheet?: string | undefined; hasHeadings?: boolean },
  { limits, resumeAt, maxBatchRows }: ReadTuning,
): AsyncGenerator<RowBatch, void, undefined> {
  const archive = await Archive.open(path);
  try {
    const workbook = await readWorkbook(archive);
    const sheet = chooseSheet(workbook, sheetName);
    const { sharedTextsPart, stylesPart } = workbook;
    const texts = sharedTextsPart
      ? await readSharedTexts(archive, sharedTextsPart, limits.maxSharedTextBytes)
      : new SharedTexts();
    const styles = stylesPart ? await readDateStyles(archive, stylesPart) : [];
    const { maxColumns, maxSheetRows: maxRows, maxFieldChars } = limits;
    const caps = { maxColumns, maxRows, maxFieldChars, firstRow: resumeAt?.line ?? 1 };
    const parser = new SheetParser({ texts, styles, is1904: workbook.is1904, ...caps });
    const scanner = new XmlScanner(parser);

    let header: HeaderNames | undefined = resumeAt && headerNames(resumeAt.columns);
    let notices = [] as HeaderNames["notices"];
    let rows: TableRow[] = [];
    let errors: RowError[] = [];
    let lastLine = (resumeAt?.line ?? 1) - 1;
    let hasYielded = false;
    const takeBatch = (columns: string[]): RowBatch => {
      const batch = {
        columns,
        rows,
        errors,
        notices,
        resumeAt: { byteOffset: 0, line: lastLine + 1, columns },
      };
      rows = [];
      errors = [];
      notices = [];
      hasYielded = true;
      return batch;
    };

    for await (const text of decodeXml(archive.stream(sheet.part, limits.maxSheetBytes))) {
      scanner.write(text);
      const found = parser.rows;
      parser.rows = [];
      for (const row of found) {
        lastLine = row.number;
        if (!header) {
          header = hasHeadings ? readHeader(row) : headerNames(row.cells.map(() => ""));
          if (hasHeadings) notices = header.notices;
          if (hasHeadings) continue;
        }
        const read = readRow(row, header.columns, limits);
        if ("code" in read) errors.push(read);
        else if (!read.values.every((value) => value === null)) rows.push(read);
        if (rows.length + errors.length >= maxBatchRows) yield takeBatch(header.columns);
      }
    }
    if (!parser.isComplete)
      throw new TabularError("damaged", `The workbook is damaged: the sheet "${sheet.name}" ends early.`);
    if (!header) throw new TabularError("no_header", `The sheet "${sheet.name}" is empty.`);
    if (!hasYielded && rows.length + errors.length === 0 && !resumeAt) {
      notices.push({ code: "no_rows", message: "The sheet has a header row and no rows below it." });
    }
    if (!hasYielded || rows.length + errors.length > 0) yield takeBatch(header.columns);
  } finally {
    archive.close();
  }
}

function chooseSheet(workbook: Workbook, name: string | undefined): Workbook["sheets"][number] {
  const { sheets } = workbook;
  const sheet =
    name === undefined
      ? (sheets.find((other) => !other.isHidden) ?? sheets[0])
      : sheets.find((other) => other.name === name);
  if (sheet) return sheet;
  const message =
    name === undefined ? "The workbook has no sheet with a table." : `The workbook has no sheet "${name}".`;
  throw new TabularError("no_sheet", message);
}

function readHeader(row: SheetRow): HeaderNames {
  if (row.fault?.code === "too_many_cells") {
    throw new TabularError("too_many_columns", "The header row has more columns than can be read.");
  }
  const names = row.cells.map(cellText);
  if (row.fault || names.some((name) => textFault(name))) {
    throw new TabularError(
      "bad_header",
      `The header row (row ${row.number}) has a cell that cannot be read.`,
    );
  }
  return headerNames(names);
}

function readRow(row: SheetRow, columns: readonly string[], limits: TableLimits): TableRow | RowError {
  const { cells, number } = row;
  const fail = (code: RowErrorCode, place: number, expected: string, found: string): RowError => {
    const column = columns[place];
    const raw = csvLine(cells).trimEnd().slice(0, limits.maxRowChars);
    return {
      line: number,
      ...(column !== undefined && { column }),
      code,
      expected,
      found,
      raw,
      values: cells,
    };
  };
  if (row.fault) {
    const expected = {
      formula_error: "a value, not an error of a formula",
      too_many_cells: `at most ${columns.length} cells`,
      field_too_long: `a cell of at most ${limits.maxFieldChars} characters`,
    }[row.fault.code];
    return fail(row.fault.code, row.fault.place, expected, row.fault.found);
  }
  let rowChars = 0;
  for (const [place, cell] of cells.entries()) {
    if (typeof cell === "string") rowChars += cell.length;
    const fault = typeof cell === "string" ? textFault(cell) : undefined;
    if (fault) return fail(fault.code, place, fault.expected, fault.found);
  }
  if (rowChars > limits.maxRowChars) {
    return fail(
      "row_too_long",
      -1,
      `a row of at most ${limits.maxRowChars} characters`,
      `${rowChars} characters`,
    );
  }
  while (cells.length > columns.length && isEmpty(cells.at(-1))) cells.pop();
  if (cells.length > columns.length) {
    return fail("too_many_cells", -1, `${columns.length} cells`, `${cells.length} cells`);
  }
  while (cells.length < columns.length) cells.push(null);
  return { line: number, values: cells };
}

function isEmpty(cell: CellValue | undefined): boolean {
  return cell === undefined || cell === null || (typeof cell === "string" && cell.trim() === "");
}
