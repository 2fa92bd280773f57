import { mkdtemp, readFile, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { costsFileSetting, readCosts, type FileCost } from "./file-costs.ts";
import { COMPILE_CACHE, keepCompileCacheSmall } from "./compile-cache.ts";
import { bin, ROOT, runCommand } from "./run-command.ts";

export interface TestCounts {
  code: number;
  passed: number;
  failed: number;
  /** File, name and first line of the error of each test that failed, and of each file that could not run. */
  failures: string[];
  /** What each file cost, in no order. */
  costs: readonly FileCost[];
}

interface Report {
  numPassedTests: number;
  numFailedTests: number;
  testResults: readonly {
    name: string;
    status: string;
    message?: string;
    assertionResults: readonly { status: string; fullName: string; failureMessages?: readonly string[] }[];
  }[];
}

export const NOTHING_RUN: TestCounts = { code: 0, passed: 0, failed: 0, failures: [], costs: [] };

/** Runs the test runner with these arguments, shows its own report, and counts what it ran. */
export async function runVitest(args: readonly string[]): Promise<TestCounts> {
  const directory = await mkdtemp(path.join(os.tmpdir(), "forestay-results-"));
  const file = path.join(directory, "results.json");
  const costsFile = path.join(directory, "costs.jsonl");
  await keepCompileCacheSmall();
  try {
    const reporters = ["--reporter=default", "--reporter=json", `--outputFile.json=${file}`];
    const { code } = await runCommand(bin("vitest"), ["run", ...reporters, ...args], {
      env: { ...costsFileSetting(costsFile), NODE_COMPILE_CACHE: COMPILE_CACHE },
    });
    const results = await readFile(file, "utf8").then(
      (text) => JSON.parse(text) as Report,
      // It ended before it could report: its exit code says so.
      (): Report => ({ numPassedTests: 0, numFailedTests: 0, testResults: [] }),
    );
    const { numPassedTests: passed, numFailedTests: failed } = results;
    return { code, passed, failed, failures: failuresOf(results), costs: await readCosts(costsFile) };
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}

/** The runner's own report of a failure lies thousands of lines above the end, which is all that some keep of a run. */
function failuresOf({ testResults }: Report): string[] {
  return testResults
    .filter(({ status }) => status === "failed")
    .flatMap(({ name, message, assertionResults }) => {
      const file = path.relative(ROOT, name);
      const failed = assertionResults.filter(({ status }) => status === "failed");
      if (failed.length === 0) return [`${file}: ${firstLine(message)}`];
      return failed.map(
        ({ fullName, failureMessages }) => `${file} > ${fullName}: ${firstLine(failureMessages?.[0])}`,
      );
    });
}

const firstLine = (text: string | undefined): string => text?.split("\n", 1)[0] ?? "no message";
