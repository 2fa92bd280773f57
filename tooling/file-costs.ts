import { readFile } from "node:fs/promises";
import path from "node:path";
import { ROOT } from "./run-command.ts";

export interface FileCost {
  /** Its path. */
  file: string;
  /** User and system, of the test's own process and of what it started and saw the end of. */
  cpuSeconds: number;
}

/** How many the summary names: those that a change of a single file can make felt. */
const NAMED = 12;

/** Names the file into which the workers write what each of their files cost, one JSON object a line. */
export const COSTS_FILE = "FORESTAY_TEST_COSTS";
export const costsFileSetting = (file: string): Record<string, string> => ({ [COSTS_FILE]: file });

/** What the workers of a run wrote; nothing where none came so far. */
export async function readCosts(file: string): Promise<FileCost[]> {
  const text = await readFile(file, "utf8").catch(() => "");
  return text
    .split("\n")
    .filter(Boolean)
    .map((line) => JSON.parse(line) as FileCost);
}

/** Where the minutes of a run go, by what does not depend on who else is on the machine. */
export function costliestFiles(costs: readonly FileCost[]): string[] {
  if (costs.length <= NAMED) return [];
  const named = costs.toSorted((a, b) => b.cpuSeconds - a.cpuSeconds).slice(0, NAMED);
  return [
    "CPU seconds of the costliest files, without database and browser:",
    ...named.map(
      ({ file, cpuSeconds }) => `${cpuSeconds.toFixed(1).padStart(7)}  ${path.relative(ROOT, file)}`,
    ),
  ];
}
