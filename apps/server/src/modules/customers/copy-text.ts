import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type pg from "pg";
import { from as copyFrom } from "pg-copy-streams";

export type CopyValue = string | number | boolean | null | undefined;

const NEEDS_ESCAPE = /[\\\t\n\r\b\f\v]/;
const escapes: Record<string, string> = {
  "\\": "\\\\",
  "\t": "\\t",
  "\n": "\\n",
  "\r": "\\r",
  "\b": "\\b",
  "\f": "\\f",
  "\v": "\\v",
};

/** One line of PostgreSQL's COPY text format, newline included. */
export function copyLine(values: readonly CopyValue[]): string {
  let line = "";
  for (let i = 0; i < values.length; i++) {
    if (i > 0) line += "\t";
    const value = values[i];
    if (value === null || value === undefined) line += "\\N";
    else if (typeof value === "string") {
      line += NEEDS_ESCAPE.test(value)
        ? value.replace(/[\\\t\n\r\b\f\v]/g, (char) => escapes[char] ?? char)
        : value;
    } else if (typeof value === "boolean") line += value ? "t" : "f";
    else line += String(value);
  }
  return line + "\n";
}

/**
 * COPYs text lines into a table of this session. Only for temporary tables: PostgreSQL refuses COPY FROM on a
 * table with row-level security, and a temporary one leaves nothing behind when the process dies.
 */
export async function copyInto(
  client: pg.ClientBase,
  target: string,
  lines: Iterable<string> | AsyncIterable<string>,
): Promise<void> {
  await pipeline(Readable.from(lines), client.query(copyFrom(`copy ${target} from stdin`)));
}
