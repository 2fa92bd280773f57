import type { AddressInfo } from "node:net";
import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { readConfig } from "../../apps/server/src/config.ts";
import { createApp } from "../../apps/server/src/app.ts";
import { createAccessTokens } from "../../apps/server/src/modules/auth/index.ts";
import { systemClock } from "../../apps/server/src/platform/clock.ts";
import { createDatabase } from "../../apps/server/src/platform/db/database.ts";
import { startEmbeddedPostgres } from "../../apps/server/src/platform/db/embedded/embedded-postgres.ts";
import { migrate } from "../../apps/server/src/platform/db/migrate.ts";
import { createLocalFileStore } from "../../apps/server/src/platform/files/local-file-store.ts";
import { createJobs } from "../../apps/server/src/platform/jobs/jobs.ts";
import { migrateJobsSchema } from "../../apps/server/src/platform/jobs/jobs-schema.ts";
import { createLog } from "../../apps/server/src/platform/log.ts";
import { createOutbound } from "../../apps/server/src/platform/outbound/outbound.ts";
import { serverJobs } from "../../apps/server/src/server-modules.ts";
import { buildCompany, buildUser } from "../../apps/server/src/testing/people.ts";

// The whole app in a process of its own, as `npm start` runs it (database beside it, workers inside), for benchmarks
// that measure it over HTTP. Told 'company' it makes a company and answers with a token for its Owner, told 'person ID' with
// one for another person of that company. With 'no-workers'
// it leaves the jobs to processes that the benchmark starts, and ends, itself. With 'web' it serves the built web app too.

/** Where a benchmark has the app find its stand-ins. */
const { STRIPE_API_BASE, STRIPE_CALLS_PER_SECOND } = process.env;
const providerSettings = { STRIPE_API_BASE, STRIPE_CALLS_PER_SECOND };
const WEB_DIR = path.join(import.meta.dirname, "..", "..", "apps", "web", "dist");
/** Of everybody here: a benchmark's browser signs in with it. */
const PASSWORD = "correct horse battery";
const hasWorkers = !process.argv.includes("no-workers");

const dataDir = await mkdtemp(path.join(tmpdir(), "forestay-bench-"));
const log = createLog("silent");
const postgres = await startEmbeddedPostgres({ dataDir });
await migrate(postgres.ownerConnectionString);
await migrateJobsSchema(postgres.ownerConnectionString);
const { connectionString } = postgres;
const secretKeys = ["bench-secret-key-of-at-least-32-characters"];
const db = createDatabase({ connectionString });
const jobsDb = createDatabase({ connectionString, statementTimeoutMs: 60_000, maxConnections: 12 });
const jobs = createJobs({ connectionString, worker: hasWorkers, onError: () => {} });
await jobs.start(serverJobs);
const { server, context } = await createApp({
  config: { ...readConfig(providerSettings), rateLimitScale: 1_000_000, demo: process.argv.includes("demo") },
  db,
  jobs,
  files: createLocalFileStore(path.join(dataDir, "files")),
  outbound: createOutbound({ log, clock: systemClock, allowedHosts: [] }),
  clock: systemClock,
  log,
  secretKeys,
  // A browser is served by the app itself, where a benchmark has one.
  webDir: process.argv.includes("web") ? WEB_DIR : null,
  isStopping: () => false,
});
if (hasWorkers) await jobs.startWorkers({ ...context, db: jobsDb });
await server.listen({ port: 0, host: "127.0.0.1" });
const tokens = createAccessTokens(secretKeys, systemClock);

process.on("message", (message) => {
  if (message === "company") void makeCompany();
  if (typeof message === "string" && message.startsWith("person ")) void makePerson(message.slice(7));
  if (message === "stop") void stop();
});
process.on("disconnect", () => void stop());
process.send?.({
  dataDir,
  connectionString,
  url: `http://127.0.0.1:${(server.server.address() as AddressInfo).port}`,
  adminConnectionString: postgres.adminConnectionString,
});

async function makeCompany(): Promise<void> {
  await makePerson((await buildCompany(db)).id);
}

async function makePerson(companyId: string): Promise<void> {
  const { actor } = await buildUser(db, companyId, "Owner", { password: PASSWORD });
  const token = await tokens.issue(actor.userId, actor.sessionId);
  process.send?.({ companyId, token, email: actor.email, password: PASSWORD });
}

async function stop(): Promise<void> {
  await server.close();
  await jobs.stop(2000);
  await postgres.stop();
  process.exit();
}
