/** Browser journeys on the built app, a real server and a fresh database. Arguments go to the test runner. */
import { buildWebIfStale } from "./build-web.ts";
import { runVitest, type TestCounts } from "./run-vitest.ts";

export async function runE2e(args: readonly string[]): Promise<TestCounts> {
  await buildWebIfStale();
  return runVitest(["--config", "apps/e2e/vitest.config.ts", ...args]);
}

if (import.meta.main) process.exitCode = (await runE2e(process.argv.slice(2))).code;
