/** Browser journeys on the built app, a real server and a fresh database. Arguments go to the test runner. */
import { buildWebIfStale } from "./build-web.ts";
import { NOTHING_RUN, runVitest, type TestCounts } from "./run-vitest.ts";

/** Builds the web if it is stale and runs the journeys; a build that fails is a run that failed. */
export async function runE2e(args: readonly string[]): Promise<TestCounts> {
  try {
    await buildWebIfStale();
  } catch (error) {
    console.error(error);
    return { ...NOTHING_RUN, code: 1, failures: [`the web: ${(error as Error).message}`] };
  }
  return runVitest(["--config", "apps/e2e/vitest.config.ts", ...args]);
}

if (import.meta.main) process.exitCode = (await runE2e(process.argv.slice(2))).code;
