import { accessSync, constants, statSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";

import { csvLine } from "@forestay/tabular";

import { CommandError } from "./command-error.ts";

/** Whether a file can be written where it shall be, asked before the minutes of work and not after them. */
export function checkWritable(path: string): void {
  try {
    accessSync(dirname(path), constants.W_OK);
    if (statSync(path, { throwIfNoEntry: false })?.isDirectory() === true)
      throw new Error("it is a directory");
  } catch (error) {
    throw new CommandError(
      `${path} cannot be written: ${error instanceof Error ? error.message : String(error)}`,
    );
  }
}

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

/** Shows how far a command is: a share, 0-1, and what it is doing. */
export type Progress = (fraction: number, doing: string) => void;

/** Progress on stderr: one line rewritten in place on a terminal, a line per tenth otherwise. */
export function progressOnStderr(): Progress {
  let last = "";
  return (fraction, doing) => {
    const percent = Math.round(fraction * 100);
    const shown = process.stderr.isTTY ? percent : Math.floor(percent / 10) * 10;
    const text = `${String(shown).padStart(3)}%  ${doing}`;
    if (text === last) return;
    last = text;
    process.stderr.write(process.stderr.isTTY ? `\r\u001B[K${text}` : `${text}\n`);
  };
}
