import { spawn } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { Client } from "pg";
import type { CampaignInput } from "../../packages/contracts/src/index.ts";
import { createApp } from "../../apps/server/src/app.ts";
import { readConfig } from "../../apps/server/src/config.ts";
import { createAccessTokens } from "../../apps/server/src/modules/auth/index.ts";
import type { CompanyUser } from "../../apps/server/src/platform/http/actor.ts";
import { createDatabase } from "../../apps/server/src/platform/db/database.ts";
import { startEmbeddedPostgres } from "../../apps/server/src/platform/db/embedded/embedded-postgres.ts";
import { migrate } from "../../apps/server/src/platform/db/migrate.ts";
import { createLocalFileStore } from "../../apps/server/src/platform/files/local-file-store.ts";
import { createJobs } from "../../apps/server/src/platform/jobs/jobs.ts";
import { migrateJobsSchema } from "../../apps/server/src/platform/jobs/jobs-schema.ts";
import { createLog } from "../../apps/server/src/platform/log.ts";
import { createOutbound } from "../../apps/server/src/platform/outbound/outbound.ts";
import type { ModuleContext } from "../../apps/server/src/platform/module.ts";
import { serverJobs } from "../../apps/server/src/server-modules.ts";
import { campaignBody } from "../../apps/server/src/testing/campaign-body.ts";
import { createFakeClock, type FakeClock } from "../../apps/server/src/testing/fake-clock.ts";
import type { WorkerSettings } from "../../apps/server/src/testing/worker-process.ts";
import { buildCompany, buildUser } from "../../apps/server/src/testing/people.ts";

export interface CampaignWorld {
  /** As the cluster's superuser, past row-level security. */
  admin: Client;
  clock: FakeClock;
  /** A company that may write to its customers at any hour, and its Owner. */
  company(): Promise<{ companyId: string; owner: CompanyUser }>;
  call<T>(owner: CompanyUser, method: "GET" | "POST" | "PUT", url: string, body?: object): Promise<T>;
  /** Another Owner of it: sessions end while the clock is turned. */
  person(companyId: string): Promise<CompanyUser>;
  /** A draft that is started at once; returns its id and how long the start took. */
  begin(owner: CompanyUser, changed: Partial<CampaignInput>): Promise<{ id: string; startMs: number }>;
  /** Everything that is due on the queue, by its workers, in this process. */
  drain(): Promise<number>;
  /** One job by its name, past the queue. */
  run(job: string, companyId: string): Promise<void>;
  /** A worker in a process of its own, on the clock of the day, that does jobs of these names from the queue; ends with what it returns. */
  startWorker(jobs: readonly string[]): () => void;
  /** What a start left to be drawn. */
  draw(companyId: string, campaignId: string): Promise<void>;
  stop(): Promise<void>;
}

/** The whole app on a database of its own, in this process, with a clock that is turned: campaigns last weeks. */
export async function startCampaignWorld(smtpUrl: string): Promise<CampaignWorld> {
  const dataDir = await mkdtemp(path.join(tmpdir(), "forestay-bench-"));
  const log = createLog("silent");
  const postgres = await startEmbeddedPostgres({ dataDir });
  await migrate(postgres.ownerConnectionString);
  await migrateJobsSchema(postgres.ownerConnectionString);
  const { connectionString } = postgres;
  const secretKeys = ["bench-secret-key-of-at-least-32-characters"];
  const clock = createFakeClock(new Date());
  const db = createDatabase({ connectionString });
  const jobsDb = createDatabase({ connectionString, statementTimeoutMs: 60_000, maxConnections: 12 });
  const jobs = createJobs({ connectionString, worker: false, onError: () => {} });
  await jobs.start(serverJobs);
  const { server, context } = await createApp({
    config: { ...readConfig({}), rateLimitScale: 1_000_000, smtpUrl, appUrl: "https://app.test" },
    db,
    jobs,
    files: createLocalFileStore(path.join(dataDir, "files")),
    outbound: createOutbound({ log, clock, allowedHosts: [] }),
    clock,
    log,
    secretKeys,
    webDir: null,
    isStopping: () => false,
  });
  const jobContext: ModuleContext = { ...context, db: jobsDb };
  const tokens = createAccessTokens(secretKeys, clock);
  const admin = new Client({
    connectionString: postgres.adminConnectionString.replace(/\/[^/]*$/, "/forestay"),
  });
  await admin.connect();
  const call: CampaignWorld["call"] = async (owner, method, url, body) => {
    const answer = await server.inject({
      method,
      url,
      headers: { authorization: `Bearer ${await tokens.issue(owner.userId, owner.sessionId)}` },
      ...(body === undefined ? {} : { payload: body }),
    });
    if (answer.statusCode >= 300) throw new Error(`${method} ${url}: ${answer.statusCode} ${answer.body}`);
    return answer.json();
  };
  const runJob = async (name: string, payload: { companyId: string; campaignId?: string }) => {
    const job = serverJobs.find((one) => one.name === name);
    if (job === undefined) throw new Error(`No job ${name}`);
    await job.handler({
      ...jobContext,
      payload,
      jobId: "bench",
      attempt: 1,
      isLastAttempt: false,
      completeIn: async () => {},
      signal: new AbortController().signal,
    });
  };
  return {
    admin,
    clock,
    call,
    async company() {
      const companyId = (await buildCompany(db)).id;
      const owner = (await buildUser(db, companyId, "Owner", { now: clock.now() })).actor;
      await call(owner, "PUT", "/api/customer-mail/settings", {
        senderName: "Bench",
        localPart: "hello",
        domainId: null,
        replyTo: null,
        postalAddress: "1 Quay Street, Bristol",
        capMessages: 20,
        capDays: 7,
        quietHours: null,
        countsClicks: true,
        countsOpens: true,
      });
      return { companyId, owner };
    },
    person: async (companyId) => (await buildUser(db, companyId, "Owner", { now: clock.now() })).actor,
    async begin(owner, changed) {
      const { id } = await call<{ id: string }>(owner, "POST", "/api/campaigns", campaignBody(changed));
      const startedAt = performance.now();
      await call(owner, "POST", `/api/campaigns/${id}/start`, { expectedCount: 10_000_000 });
      return { id, startMs: performance.now() - startedAt };
    },
    drain: () => jobs.drain(jobContext),
    startWorker(names) {
      const settings = {
        connectionString,
        jobs: names,
        secretKeys,
        config: {},
        nowMs: Date.now(),
      } satisfies WorkerSettings;
      const script = fileURLToPath(
        new URL("../../apps/server/src/testing/worker-process.ts", import.meta.url),
      );
      const worker = spawn(process.execPath, [script, JSON.stringify(settings)], { stdio: "ignore" });
      return () => worker.kill("SIGKILL");
    },
    draw: (companyId, campaignId) => runJob("campaigns.draw", { companyId, campaignId }),
    run: (name, companyId) => runJob(name, { companyId }),
    async stop() {
      await admin.end();
      await server.close();
      await jobs.stop(1000);
      await jobsDb.close();
      await db.close();
      await postgres.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
