import { mkdtemp, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import {
  buildPath,
  type RouteBodyInput,
  type RouteDefinition,
  type RouteParamsInput,
  type RouteQueryInput,
  type RouteResponse,
} from "@forestay/contracts";
import type { InjectOptions, LightMyRequestResponse } from "fastify";
import { readConfig, type Config } from "#config";
import { createAccessTokens } from "#modules/auth/index.ts";
import { createDatabase } from "#platform/db/database.ts";
import { openFileStore } from "#platform/files/open-file-store.ts";
import type { SignedInUser } from "#platform/http/actor.ts";
import { API_PREFIX } from "#platform/http/api-prefix.ts";
import type { CompanyJob } from "#platform/jobs/company-job.ts";
import { JOBS_SCHEMA } from "#platform/jobs/jobs-schema.ts";
import { createJobs, type Jobs } from "#platform/jobs/jobs.ts";
import { createOutbound } from "#platform/outbound/outbound.ts";
import { createTokenBuckets } from "#platform/outbound/token-buckets.ts";
import { createLog, type Log } from "#platform/log.ts";
import type { JobDefinition } from "#platform/jobs/job.ts";
import type { ModuleContext } from "#platform/module.ts";
import type { z } from "zod";
import { createApp, type App } from "../app.ts";
import { serverJobs } from "../server-modules.ts";
import { holdToDeclared } from "./declared-answers.ts";
import { createFakeClock, type FakeClock } from "./fake-clock.ts";
import { createTestDatabase, type TestDatabase } from "./test-database.ts";

/** What signs tokens in every test app, so that several of them can be one installation. */
export const TEST_SECRET_KEYS = ["test-secret-key-of-at-least-32-characters"];

export interface ApiInput<R extends RouteDefinition> {
  params?: RouteParamsInput<R>;
  query?: RouteQueryInput<R>;
  body?: RouteBodyInput<R>;
  headers?: Record<string, string>;
}

export interface ApiAnswer<R extends RouteDefinition> {
  status: number;
  /** The parsed JSON body; on an error status it is the error body, so check `status` first. */
  body: RouteResponse<R>;
  headers: LightMyRequestResponse["headers"];
}

export interface TestApp extends App, TestDatabase {
  clock: FakeClock;
  /** Calls a contract route as `user` (bearer token), or as nobody with null. */
  call<R extends RouteDefinition>(
    user: SignedInUser | null,
    route: R,
    input?: ApiInput<R>,
  ): Promise<ApiAnswer<R>>;
  /** Any request, as the browser would send it; path below /api unless it starts with it. */
  inject(options: InjectOptions): Promise<LightMyRequestResponse>;
  bearer(user: SignedInUser): Promise<{ authorization: string }>;
  /** Runs all due jobs of all modules on the real queue, a job's next try and what is planned never; returns how many ran. */
  drainJobs(options?: { ignoreRunAt?: boolean }): Promise<number>;
  /** Runs a job's handler by itself, past the queue; `{}` is what a scheduled one gets. */
  runJob<S extends z.ZodType>(job: JobDefinition<S>, payload: z.output<S>): Promise<void>;
  /** Runs a job of every company by itself, past cron and queue. */
  runForCompanies(job: CompanyJob): Promise<void>;
  /** What job handlers get: as `context`, on the jobs' pool. */
  jobContext: ModuleContext;
  jobs: Jobs;
  /** Where its files lie. */
  dataDir: string;
  close(): Promise<void>;
}

/** The real app on a database of its own: real PostgreSQL, real queue, real files in a temporary directory. */
export async function createTestApp(
  settings: Partial<Config> = {},
  /** Where what it logs goes; nowhere unless a test looks at it. */
  log: Log = createLog("silent"),
): Promise<TestApp> {
  const database = await createTestDatabase();
  const dataDir = await mkdtemp(path.join(os.tmpdir(), "forestay-files-"));
  const clock = createFakeClock();
  const jobs = createJobs({
    connectionString: database.connectionString,
    worker: false,
    onError: (error) => log.error(error),
  });
  await jobs.start(serverJobs);
  const config = { ...readConfig({}), ...settings };
  // Who is to wait waits on a clock of its own: the app's stands still, and nobody waits in real time.
  const waiting = createFakeClock();
  const outbound = createOutbound({
    log,
    clock,
    allowedHosts: config.outboundAllowedHosts,
    buckets: createTokenBuckets(waiting),
    wait: (ms) => Promise.resolve(waiting.advance(ms)),
  });
  const app = await createApp({
    config,
    db: database.db,
    jobs,
    files: await openFileStore(config, dataDir, outbound),
    outbound,
    clock,
    log,
    secretKeys: TEST_SECRET_KEYS,
    webDir: null,
    isStopping: () => false,
  });
  const tokens = createAccessTokens(TEST_SECRET_KEYS, clock);
  const jobsDb = createDatabase({
    connectionString: database.connectionString,
    statementTimeoutMs: 60_000,
    patienceMs: 60_000,
    maxConnections: 4,
  });
  const jobContext: ModuleContext = { ...app.context, db: jobsDb };
  const bearer = async (user: SignedInUser) => ({
    authorization: `Bearer ${await tokens.issue(user.userId, user.sessionId)}`,
  });

  const runJob: TestApp["runJob"] = (job, payload) =>
    job.handler({
      ...jobContext,
      payload,
      jobId: "test",
      attempt: 1,
      isLastAttempt: false,
      // Nobody claimed it, so there is nothing to mark.
      completeIn: async () => {},
      signal: new AbortController().signal,
    });

  // The queue reads the database's own clock: what is planned for later, be it in two seconds, does not fall due because a
  // machine is slow.
  const putOffLater = async () => {
    await database.queryAsAdmin(
      `update ${JOBS_SCHEMA}.job set start_after = start_after + interval '1 day' where state in ('created', 'retry')
         and start_after < now() + interval '1 hour' and (start_after > now() or (state = 'created' and start_after > created_on + interval '500 milliseconds'))`,
    );
  };

  return {
    ...app,
    ...database,
    clock,
    bearer,
    jobContext,
    jobs,
    dataDir,
    drainJobs: (options) => jobs.drain(jobContext, { ...options, between: putOffLater }),
    runJob,
    async runForCompanies({ company }) {
      const companies = await database.queryAsAdmin<{ id: string }>("select id from companies order by id");
      for (const { id } of companies) await runJob(company, { companyId: id });
    },
    async inject(options) {
      const answer = await app.server.inject(options);
      if (typeof options.url === "string")
        holdToDeclared(app.api.routes, options.method ?? "GET", options.url, answer);
      return answer;
    },
    async call(user, route, input = {}) {
      const params = input.params as Record<string, string | number> | undefined;
      const answer = await app.server.inject({
        method: route.method,
        url: API_PREFIX + buildPath(route.path, params) + queryString(input.query),
        headers: { ...(user ? await bearer(user) : {}), ...input.headers },
        ...(input.body === undefined ? {} : { payload: input.body as object }),
      });
      holdToDeclared(app.api.routes, route.method, buildPath(route.path, params), answer);
      return {
        status: answer.statusCode,
        headers: answer.headers,
        body: answer.body === "" ? undefined : answer.json(),
      } as ApiAnswer<typeof route>;
    },
    async close() {
      await app.server.close();
      await jobs.stop(1000);
      await outbound.close();
      await jobsDb.close();
      await database.drop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

function queryString(query: unknown): string {
  if (query === undefined || query === null) return "";
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined) search.set(name, String(value));
  }
  return search.size === 0 ? "" : `?${search.toString()}`;
}
