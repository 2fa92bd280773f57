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
