import { mkdtemp, readFile, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { bin, runCommand } from "./run-command.ts";

export interface TestCounts {
  code: number;
  passed: number;
  failed: number;
}

/** Runs the test runner with these arguments, shows its own report, and counts what it ran. */
export async function runVitest(args: readonly string[]): Promise<TestCounts> {
  const directory = await mkdtemp(path.join(os.tmpdir(), "forestay-results-"));
  const file = path.join(directory, "results.json");
  try {
    const reporters = ["--reporter=default", "--reporter=json", `--outputFile.json=${file}`];
    const { code } = await runCommand(bin("vitest"), ["run", ...reporters, ...args]);
    const results = await readFile(file, "utf8").then(
      (text) => JSON.parse(text) as { numPassedTests: number; numFailedTests: number },
      // It ended before it could report: its exit code says so.
      () => ({ numPassedTests: 0, numFailedTests: 0 }),
    );
    return { code, passed: results.numPassedTests, failed: results.numFailedTests };
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}
