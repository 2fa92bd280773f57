import type { FileParser } from "./parse-file.ts";
import type { BadRow } from "./parse-protocol.ts";

/** Rows that only the database can tell are bad: their e-mail belongs to several customers with ids. */
export async function ambiguousRowErrors(parser: FileParser, rows: readonly number[]): Promise<BadRow[]> {
  if (rows.length === 0) return [];
  const cells = await parser.cellsOf(rows);
  return rows.map((row) => ({
    row,
    problems: [
      {
        column: null,
        code: "ambiguous_email",
        expected: "an e-mail of one customer, or a customer id",
        found: "",
      },
    ],
    cells: cells.get(row) ?? [],
  }));
}
