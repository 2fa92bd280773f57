/** Browser journeys on the built app, a real server and a fresh database. Arguments go to the test runner. */
import { buildWebIfStale } from "./build-web.ts";
import { bin, runCommand } from "./run-command.ts";

/** Returns the runner's exit code. */
export async function runE2e(args: readonly string[]): Promise<number> {
  await buildWebIfStale();
  return (await runCommand(bin("vitest"), ["run", "--config", "apps/e2e/vitest.config.ts", ...args])).code;
}

if (import.meta.main) process.exitCode = await runE2e(process.argv.slice(2));
