import type { ResumePoint, RowBatch, TableLimits } from "../table-batch.ts";
import type { TableFormat } from "../table-format.ts";
import { TabularError } from "../tabular-error.ts";
import { openBytes } from "../text/byte-source.ts";
import type { TableSource } from "../text/byte-source.ts";
import { readTextBlocks } from "../text/text-blocks.ts";
import { CsvScanner } from "./csv-scanner.ts";

export interface ReadTuning {
  limits: TableLimits;
  resumeAt: ResumePoint | undefined;
  maxBatchRows: number;
  blockBytes: number;
}

/** Reads delimited text; see `readRows`. */
export async function* readCsv(
  source: TableSource,
  format: Extract<TableFormat, { format: "csv" | "tsv" }>,
  { limits, resumeAt, maxBatchRows, blockBytes }: ReadTuning,
): AsyncGenerator<RowBatch, void, undefined> {
  const newline = format.lineEnding === "cr" ? "\r" : "\n";
  const { delimiter, quote, hasHeadings = true } = format;
  const dialect = { delimiter, quote, newline, hasHeadings } as const;
  const startByte = resumeAt?.byteOffset ?? format.startByte;
  const scanner = new CsvScanner(dialect, limits, resumeAt?.line ?? format.startLine, resumeAt?.columns);
  let blockStart = startByte;
  let hasYielded = false;
  let hasSeenRow = resumeAt !== undefined;

  for await (const block of readTextBlocks(openBytes(source, startByte), format.encoding, blockBytes)) {
    let at = 0;
    for (;;) {
      const next = scanner.scan(block, at, maxBatchRows);
      const isStuck = next === at;
      at = next;
      const count = scanner.rows.length + scanner.errors.length;
      if (!scanner.isSkipping && scanner.hasHeader && (count > 0 || (block.isFinal && !hasYielded))) {
        hasSeenRow ||= count > 0;
        if (!hasSeenRow) {
          scanner.notices.push({
            code: "no_rows",
            message: "The file has a header row and no rows below it.",
          });
        }
        yield {
          columns: scanner.columns,
          rows: scanner.rows,
          errors: scanner.errors,
          notices: scanner.notices,
          resumeAt: {
            byteOffset: blockStart + block.bytesOf(at),
            line: scanner.line,
            columns: scanner.columns,
          },
        };
        hasYielded = true;
        scanner.rows = [];
        scanner.errors = [];
        scanner.notices = [];
      }
      if (isStuck || at === block.text.length || scanner.isSkipping) break;
    }
    block.consumedChars = at;
    blockStart += block.bytesOf(at);
  }
  if (!scanner.hasHeader) {
    throw new TabularError(
      "no_header",
      "The file has no header row: there is nothing but empty lines in it.",
    );
  }
}
