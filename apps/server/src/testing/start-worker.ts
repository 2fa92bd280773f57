import { spawn, type ChildProcess } from "node:child_process";
import path from "node:path";
import type { Config } from "#config";
import { TEST_SECRET_KEYS, type TestApp } from "./test-app.ts";
import type { WorkerSettings } from "./worker-process.ts";

/** A process that does jobs of these names on the app's queue, to be killed. Its clock goes on from where the app's stands. */
export function startWorker(
  { connectionString, dataDir, clock }: Pick<TestApp, "connectionString" | "dataDir" | "clock">,
  jobs: readonly string[],
  config: Partial<Config> = {},
): ChildProcess {
  const settings: WorkerSettings = {
    connectionString,
    jobs,
    secretKeys: TEST_SECRET_KEYS,
    config,
    dataDir,
    nowMs: clock.now().getTime(),
  };
  const script = path.join(import.meta.dirname, "worker-process.ts");
  return spawn(process.execPath, [script, JSON.stringify(settings)], { stdio: "ignore" });
}
