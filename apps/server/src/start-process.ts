import { existsSync } from "node:fs";
import path from "node:path";
import { PRODUCT_NAME, PRODUCT_TAG } from "@forestay/contracts";
import type { Config } from "#config";
import { settleOutgoingHold } from "#platform/backup/outgoing-hold.ts";
import { systemClock } from "#platform/clock.ts";
import { loadLocalSecretKeys } from "#platform/crypto/secrets.ts";
import { CLOCK_LOOK_MS, watchClocks } from "#platform/db/clock-apart.ts";
import { createDatabase } from "#platform/db/database.ts";
import { connectServer } from "#platform/db/connect-server.ts";
import { hasEmbeddedPostgres } from "#platform/db/embedded/embedded-postgres.ts";
import { shareConnections } from "#platform/db/share-connections.ts";
import { openFileStore } from "#platform/files/open-file-store.ts";
import { createOutbound } from "#platform/outbound/outbound.ts";
import { createSharedBuckets } from "#platform/outbound/shared-buckets.ts";
import { createJobs } from "#platform/jobs/jobs.ts";
import { migrateJobsSchema } from "#platform/jobs/jobs-schema.ts";
import type { Log } from "#platform/log.ts";
import { composeApp, createApp, type AppOptions } from "./app.ts";
import { demoGreeting, seedDemoWhenEmpty } from "./demo-start.ts";
import { serverJobs } from "./server-modules.ts";
import { startWarnings } from "./start-warnings.ts";

export const ROOT = path.resolve(import.meta.dirname, "../../..");
const WEB_DIR = path.join(ROOT, "apps/web/dist");
/** At most 60 s for one statement of a job, 5 s for one of a request. */
const JOB_STATEMENT_TIMEOUT_MS = 60_000;
/** How long running work may take to leave once we are told to stop. */
const JOBS_GRACE_MS = 15_000;

export interface RunningProcess {
  /** What `npm start` prints once everything answers. */
  greeting: string;
  stop(): Promise<void>;
}

/**
 * Starts what this process's role asks for: database, migrations, demo company, workers, HTTP. What is made for the first time is
 * made while the web is built; what is there already waits for `web`: a version that cannot be built changes nobody's data.
 */
export async function startProcess(settings: Config, log: Log, web: Promise<void>): Promise<RunningProcess> {
  const dataDir = path.resolve(ROOT, settings.dataDir);
  const closers: (() => Promise<void>)[] = [];
  let stopping = false;
  const stop = async () => {
    stopping = true;
    for (const close of closers.toReversed()) {
      await close().catch((error: unknown) => log.error({ err: error }, "could not stop cleanly"));
    }
  };
  try {
    if (settings.databaseUrl !== null || hasEmbeddedPostgres(dataDir)) await web;
    const postgres = await connectServer(settings, dataDir, log, migrateJobsSchema);
    closers.push(() => postgres.stop());
    const secretKeys = settings.secretKeys ?? (await loadLocalSecretKeys(dataDir));
    const onError = (error: Error) => {
      // Connections being closed may still hear the database say goodbye.
      if (!stopping) log.warn({ err: error }, "database connection lost");
    };
    const { connectionString } = postgres;
    const connections = shareConnections(settings.role, settings.databaseConnections);
    const db = createDatabase({
      connectionString,
      applicationName: "forestay-web",
      maxConnections: connections.web,
      onError,
    });
    closers.push(() => db.close());
    // A restored copy has no way out: whoever asks for the mail server is told that there is none.
    const outgoingHold = await settleOutgoingHold(db, settings.releaseOutgoing);
    const config: Config = outgoingHold === null ? settings : { ...settings, smtpUrl: null, outgoingHold };
    const jobsDb = createDatabase({
      connectionString,
      applicationName: "forestay-worker",
      statementTimeoutMs: JOB_STATEMENT_TIMEOUT_MS,
      maxConnections: connections.jobs,
      onError,
    });
    closers.push(() => jobsDb.close());

    const outbound = createOutbound({
      log,
      clock: systemClock,
      allowedHosts: config.outboundAllowedHosts,
      sharedBuckets: createSharedBuckets(db),
    });
    closers.push(() => outbound.close());
    const files = await openFileStore(config, dataDir, outbound);
    const runsJobs = config.role !== "web";
    const jobs = createJobs({
      connectionString,
      worker: runsJobs,
      maxConnections: connections.queue,
      onError: (error) => log.warn({ err: error }, "job queue"),
    });
    await jobs.start(serverJobs);
    closers.push(() => jobs.stop(JOBS_GRACE_MS));

    const options: AppOptions = {
      config,
      db,
      jobs,
      files,
      outbound,
      clock: systemClock,
      log,
      secretKeys,
      isStopping: () => stopping,
    };
    const composed = composeApp(options);
    const jobContext = { ...composed.context, db: jobsDb };
    if (config.demo) await seedDemoWhenEmpty(jobContext);
    await web;
    const { server } = await createApp(
      { ...options, webDir: existsSync(WEB_DIR) ? WEB_DIR : null },
      composed,
    );
    closers.push(() => server.close());
    if (runsJobs) await jobs.startWorkers(jobContext);
    // A worker answers too, for its probes.
    await server.listen({ port: config.port, host: config.host });

    const address = server.server.address();
    const port = typeof address === "object" && address ? address.port : config.port;
    const shownHost = config.host === "0.0.0.0" || config.host === "127.0.0.1" ? "localhost" : config.host;
    const url = config.appUrl ?? `http://${shownHost}:${port}`;
    for (const warning of startWarnings(config)) log.warn(warning);
    const lookAtClocks = watchClocks(db, systemClock, log);
    await lookAtClocks();
    const clocks = setInterval(() => void lookAtClocks().catch(onError), CLOCK_LOOK_MS).unref();
    closers.push(async () => clearInterval(clocks));
    return {
      greeting: `\n  ${PRODUCT_NAME} ${PRODUCT_TAG} is ready at ${url}\n${config.demo ? await demoGreeting(db) : ""}\n`,
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}
