import { writeFileSync } from "node:fs";

import { csvLine } from "@forestay/tabular";

import { CommandError } from "./command-error.ts";

/** Writes a text file; says in words when it cannot. */
export function writeText(path: string, text: string): void {
  try {
    writeFileSync(path, text);
  } catch (error) {
    throw new CommandError(
      `${path} cannot be written: ${error instanceof Error ? error.message : String(error)}`,
    );
  }
}

/** Writes rows as CSV under a header. */
export function writeCsv(path: string, header: string[], rows: Iterable<(string | number)[]>): void {
  const lines = [csvLine(header)];
  for (const row of rows) lines.push(csvLine(row));
  const text = lines.map((line) => line.replace(/\r?\n$/, "")).join("\n");
  writeText(path, `${text}\n`);
}

/** A progress line on stderr: rewritten in place on a terminal, one line per step otherwise. */
export function progressLine(): (text: string) => void {
  let last = "";
  return (text) => {
    if (text === last) return;
    last = text;
    process.stderr.write(process.stderr.isTTY ? `\r\u001B[K${text}` : `${text}\n`);
  };
}
