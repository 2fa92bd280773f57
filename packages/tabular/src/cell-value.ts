/** One cell as its file holds it: always text in CSV, with its own type in JSON lines and spreadsheets (dates there become ISO text). */
export type CellValue = string | number | boolean | null;

/** The text of a cell: numbers in their shortest form with a point, booleans as `true`/`false`, null as the empty text. */
export function cellText(value: CellValue): string {
  return typeof value === "string" ? value : value === null ? "" : String(value);
}
