import { readConfig, type Config } from "#config";
import type { Clock } from "#platform/clock.ts";
import { createDatabase } from "#platform/db/database.ts";
import { createDomainEvents } from "#platform/events/domain-events.ts";
import { openFileStore } from "#platform/files/open-file-store.ts";
import { createJobs } from "#platform/jobs/jobs.ts";
import { createLog } from "#platform/log.ts";
import type { ModuleContext } from "#platform/module.ts";
import { createOutbound } from "#platform/outbound/outbound.ts";
import { serverJobs, serverModules } from "../server-modules.ts";

// A worker of its own for a test that kills it, started by start-worker.ts: node worker-process.ts <WorkerSettings as JSON>
export interface WorkerSettings {
  connectionString: string;
  /** Names of the jobs that it does. */
  jobs: readonly string[];
  secretKeys: readonly string[];
  /** Settings that differ from the defaults. */
  config: Partial<Config>;
  /** Where the app's files lie; left out where its jobs read none. */
  dataDir?: string;
  /** What its clock says when it starts, in milliseconds. */
  nowMs: number;
}

const settings = JSON.parse(process.argv[2] ?? "") as WorkerSettings;
const { connectionString } = settings;
const aheadMs = settings.nowMs - Date.now();
const clock: Clock = { now: () => new Date(Date.now() + aheadMs) };
const config = { ...readConfig({}), ...settings.config };
const log = createLog("silent");
const jobs = createJobs({ connectionString, worker: true, monitorSeconds: 1, onError: () => {} });
await jobs.start(serverJobs.filter(({ name }) => settings.jobs.includes(name)));
const outbound = createOutbound({ log, clock, allowedHosts: ["127.0.0.1"] });
await jobs.startWorkers({
  config,
  ...(settings.dataDir === undefined
    ? {}
    : { files: await openFileStore(config, settings.dataDir, outbound) }),
  db: createDatabase({ connectionString, statementTimeoutMs: 60_000, maxConnections: 4 }),
  jobs,
  outbound,
  secretKeys: settings.secretKeys,
  // What a job tells is told in its last transaction: listeners belong to what a kill must not tear apart.
  events: createDomainEvents(
    serverModules.flatMap((module) => module.subscriptions ?? []),
    { config, clock, jobs, log },
  ),
  clock,
  log,
} as unknown as ModuleContext);
