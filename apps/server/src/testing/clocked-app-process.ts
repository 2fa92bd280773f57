import type { AddressInfo } from "node:net";
import { chmod, mkdtemp, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { sql } from "kysely";
import { readConfig } from "#config";
import { createCompany, createUser } from "#modules/companies/index.ts";
import { createDatabase } from "#platform/db/database.ts";
import { startEmbeddedPostgres } from "#platform/db/embedded/embedded-postgres.ts";
import { migrate } from "#platform/db/migrate.ts";
import { withSystem } from "#platform/db/transaction.ts";
import { createLocalFileStore } from "#platform/files/local-file-store.ts";
import { createJobs } from "#platform/jobs/jobs.ts";
import { JOBS_SCHEMA, migrateJobsSchema } from "#platform/jobs/jobs-schema.ts";
import { createLog } from "#platform/log.ts";
import { createOutbound } from "#platform/outbound/outbound.ts";
import { createApp } from "../app.ts";
import { serverJobs } from "../server-modules.ts";
import { createFakeClock } from "./fake-clock.ts";

// The whole app in a process of its own with a clock that stands still: for journeys that wait minutes. It serves the built web
// and does its jobs; one company with its Owner and two platform Admins are in it, who all have one password. Told
// { advanceMs } it is so much later: what was planned for then falls due, and it answers "advanced".

const WEB_DIR = path.join(import.meta.dirname, "../../../web/dist");
const DUE_EVERY_MS = 500;
const PASSWORD = "correct horse battery";
const people = {
  owner: { email: "iris@clock.example", firstName: "Iris", lastName: "Frei" },
  firstAdmin: { email: "ada@clock.example", firstName: "Ada", lastName: "Berg" },
  secondAdmin: { email: "noor@clock.example", firstName: "Noor", lastName: "Haddad" },
};

const dataDir = await mkdtemp(path.join(os.tmpdir(), "forestay-clocked-"));
// As root the database runs as another user, who must be able to enter.
await chmod(dataDir, 0o755);
const clock = createFakeClock();
const log = createLog("silent");
const postgres = await startEmbeddedPostgres({ dataDir, throwaway: true });
await migrate(postgres.ownerConnectionString);
await migrateJobsSchema(postgres.ownerConnectionString);
const { connectionString } = postgres;
const db = createDatabase({ connectionString });
const jobsDb = createDatabase({ connectionString, statementTimeoutMs: 60_000 });
const jobs = createJobs({ connectionString, worker: true, onError: () => {} });
await jobs.start(serverJobs);
const { server, context } = await createApp({
  // Journeys sign in more often than a person may.
  config: { ...readConfig({}), rateLimitScale: 1000 },
  db,
  jobs,
  files: createLocalFileStore(path.join(dataDir, "files")),
  outbound: createOutbound({ log, clock, allowedHosts: [] }),
  clock,
  log,
  secretKeys: ["clocked-secret-key-of-at-least-32-characters"],
  webDir: WEB_DIR,
  isStopping: () => false,
});
await withSystem(db, async (tx) => {
  const company = await createCompany(tx, { name: "Clockwork" });
  const all = { password: PASSWORD, onboardingCompleted: true };
  await createUser(tx, { ...all, ...people.owner, company: { id: company.id, role: "Owner" } });
  await createUser(tx, { ...all, ...people.firstAdmin, platformRole: "Admin" });
  await createUser(tx, { ...all, ...people.secondAdmin, platformRole: "Admin" });
});
await jobs.startWorkers({ ...context, db: jobsDb });
await server.listen({ port: 0, host: "127.0.0.1" });

// Also what was planned by somebody who was still at it when the clock moved.
let dueTimer = setTimeout(tick, DUE_EVERY_MS);
let ending: Promise<void> | undefined;
process.on("message", (message: { advanceMs: number } | "stop") => {
  if (message === "stop") void stop();
  else
    advance(message.advanceMs).catch((error: unknown) => {
      // The journey is told why by what the application said last.
      process.stderr.write(`${String(error)}\n`);
      void stop();
    });
});
process.on("disconnect", () => void stop());
process.send?.({
  url: `http://127.0.0.1:${(server.server.address() as AddressInfo).port}`,
  password: PASSWORD,
  emails: Object.fromEntries(Object.entries(people).map(([who, { email }]) => [who, email])),
});

async function advance(advanceMs: number): Promise<void> {
  clock.advance(advanceMs);
  await makeDue();
  process.send?.("advanced");
}

/**
 * The queue goes by the database's clock: what is planned for until the app's is due now. Whoever does what is due is woken
 * as by a job that comes (pg-boss, notifyChannelSql), or each step of a journey would wait for the queue's next look.
 */
async function makeDue(): Promise<void> {
  const queue = sql.table(`${JOBS_SCHEMA}.job`);
  await withSystem(jobsDb, async (tx) => {
    await sql`
      update ${queue} set start_after = now()
      where state = 'created' and start_after > now() and start_after <= ${clock.now()}`.execute(tx);
    await sql`
      select pg_notify('pgboss_' || left(encode(sha224(${JOBS_SCHEMA}::text::bytea), 'hex'), 24), name)
      from (select distinct name from ${queue} where state in ('created', 'retry') and start_after <= now()) as due`.execute(
      tx,
    );
  });
}

function tick(): void {
  makeDue()
    .catch((error: unknown) => process.stderr.write(`${String(error)}\n`))
    .finally(() => {
      if (ending === undefined) dueTimer = setTimeout(tick, DUE_EVERY_MS);
    });
}

/** Told twice, by word and by the runner's end, it is done once. */
const stop = (): Promise<void> => (ending ??= end());

async function end(): Promise<void> {
  clearTimeout(dueTimer);
  await server.close();
  await jobs.stop(2000);
  await Promise.all([db.close(), jobsDb.close()]);
  await postgres.stop();
  await rm(dataDir, { recursive: true, force: true });
  process.exit();
}
