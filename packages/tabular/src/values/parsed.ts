import type { CellValue } from "../cell-value.ts";

/** The outcome of reading one cell: its value, null for a blank one, or what would have been right in its place. */
export type Parsed<T> = { ok: true; value: T | null } | { ok: false; expected: string };

export const blank: { ok: true; value: null } = { ok: true, value: null };

const emptyMarks = new Set([
  "",
  "null",
  "n/a",
  "#n/a",
  "nan",
  "-",
  "--",
  "—",
  "–",
  "\\n",
  "undefined",
  "(blank)",
]);
const missingMarks = new Set([
  ...emptyMarks,
  "na",
  "n.a.",
  "none",
  "nil",
  "unknown",
  "?",
  ".",
  "#null!",
  "missing",
]);

/** Whether a cell says that nothing is there: empty, `NULL`, `N/A`, `-` and their like. `None` and `NA` may be words of the file's own. */
export function isBlank(cell: CellValue): boolean {
  if (typeof cell !== "string") return cell === null || (typeof cell === "number" && Number.isNaN(cell));
  return cell.length <= 12 && !startsWithDigit(cell) && emptyMarks.has(cell.trim().toLowerCase());
}

/** The same for cells that ought to be a number, date or yes/no, where `None`, `NA`, `?` and `unknown` can only mean nothing. */
export function isMissing(cell: CellValue): boolean {
  if (typeof cell !== "string") return isBlank(cell);
  return cell.length <= 12 && !startsWithDigit(cell) && missingMarks.has(cell.trim().toLowerCase());
}

/** No mark does: the quick answer for most cells of most files. */
function startsWithDigit(text: string): boolean {
  const code = text.charCodeAt(0);
  return code >= 48 && code <= 57;
}
