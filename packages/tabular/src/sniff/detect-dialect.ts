import { defaultTableLimits } from "../table-batch.ts";
import { scanQuotedRow } from "../csv/scan-quoted-row.ts";
import type { CsvDialect } from "../csv/scan-quoted-row.ts";

const delimiters = [",", ";", "\t", "|"] as const;

/** Rows of the beginning that are looked at; more would not change the answer. */
const SAMPLE_ROWS = 100;

/** Widths of the first rows of a text when it is cut by a dialect; the last, perhaps cut off, row is left out. */
function sampleWidths(text: string, dialect: CsvDialect): number[] {
  const widths: number[] = [];
  let at = 0;
  while (at < text.length && widths.length < SAMPLE_ROWS) {
    const row = scanQuotedRow(text, at, dialect, defaultTableLimits, false);
    if (row.status === "incomplete") break;
    if (row.status === "row") {
      if (row.end > at) widths.push(row.cells.length);
      at = row.next;
      continue;
    }
    widths.push(0);
    const lineEnd = text.indexOf(dialect.newline, row.resyncFrom);
    if (lineEnd === -1) break;
    at = lineEnd + 1;
  }
  return widths;
}

/** Share of rows as wide as the header; a row of the right width counts more the wider it is. */
function scoreWidths(widths: readonly number[]): number {
  const width = widths[0] ?? 0;
  if (width < 2) return 0;
  const agreeing = widths.filter((other) => other === width).length / widths.length;
  return agreeing * (1 + Math.log(width) / 10);
}

/** The delimiter under which the most rows have as many cells as the header; a comma for a single column. */
export function detectDelimiter(text: string, newline: "\n" | "\r", quote: string, fileName: string): string {
  const isTabName = /\.(tsv|tab)$/i.test(fileName);
  let best: string = isTabName ? "\t" : ",";
  let bestScore = 0;
  for (const delimiter of delimiters) {
    const score = scoreWidths(sampleWidths(text, { delimiter, quote, newline }));
    if (score > bestScore) {
      best = delimiter;
      bestScore = score;
    }
  }
  return best;
}

/** `'` when cells stand in single quotes and none in double ones. */
export function detectQuote(text: string): '"' | "'" {
  const count = (quote: string): number =>
    text.match(new RegExp(`(?<=^|[,;\\t|]) *${quote}[^${quote}\\r\\n]*${quote} *(?=[,;\\t|\\r\\n]|$)`, "gm"))
      ?.length ?? 0;
  return count("'") >= 3 && count('"') === 0 ? "'" : '"';
}
