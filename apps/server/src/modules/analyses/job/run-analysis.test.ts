import { spawn, type ChildProcess } from "node:child_process";
import { subscribe, unsubscribe } from "node:diagnostics_channel";
import { once } from "node:events";
import path from "node:path";
import { type Analysis, analysisRoutes } from "@forestay/contracts";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { withTenantClient } from "#platform/db/transaction.ts";
import type { JobRun } from "#platform/jobs/job.ts";
import { createTestApp, type TestApp } from "#testing/index.ts";
import { addCustomers, allResults, analyze, buildWorld, type World } from "#testing/analysis-world.ts";
import { labelledCustomers } from "#testing/labelled-customers.ts";
import { addScoredCompany } from "#testing/scored-company.ts";
import { analysisCompleted, analysisFailed } from "./analysis-ended.ts";
import { runAnalysisJob } from "./run-analysis.ts";

const KILLED_WORKER = path.join(import.meta.dirname, "../fixtures/run-until-killed.ts");

let app: TestApp;
let world: World;
/** The analysis that a scored company has had. */
let scoredBy: string;
beforeAll(async () => {
  app = await createTestApp({ rateLimitScale: 1000 });
});
afterAll(() => app.close());

/** Customers to learn from, and no model yet. */
async function newCompany() {
  world = await buildWorld(app);
  await addCustomers(app, world.companyId, labelledCustomers({ count: 120 }));
}
/** A model and scores are there already: for what is not about training. */
async function scoredCompany() {
  const scored = await addScoredCompany(app);
  world = scored;
  scoredBy = scored.analysisId;
}
const BY_STORED_MODEL = { modelVersion: "v1" };

const start = async () => (await app.call(world.owner, analysisRoutes.analyze, { body: {} })).body;
const read = async (id: string): Promise<Analysis> =>
  (await app.call(world.owner, analysisRoutes.results, { params: { id } })).body;

/** Rows that an analysis writes, by table. */
async function written() {
  const counts: Record<string, number> = {};
  for (const table of [
    "churn_analysis_results",
    "customer_score_history",
    "churn_models",
    "scoring_settings",
  ]) {
    const [row] = await app.queryAsAdmin<{ count: string }>(
      `select count(*) from ${table} where company_id = $1`,
      [world.companyId],
    );
    counts[table] = Number(row?.count);
  }
  const [scored] = await app.queryAsAdmin<{ count: string }>(
    "select count(*) from customers where company_id = $1 and (churn_risk_score is not null or not_scored_reason is not null)",
    [world.companyId],
  );
  return { ...counts, scored: Number(scored?.count) };
}
const nothingWritten = {
  churn_analysis_results: 0,
  customer_score_history: 0,
  churn_models: 0,
  scoring_settings: 0,
  scored: 0,
};

describe("an analysis whose worker is killed", () => {
  beforeEach(newCompany);

  it("leaves nothing half-written, and ends complete, once, when the job is taken again", async () => {
    const analysis = await start();
    // Whoever writes scores waits for this row: holds the worker inside its publishing transaction.
    await withTenantClient(app.db, world.companyId, async ({ client }) => {
      // However long the worker takes to come here: a lock that is given up in between would let it pass.
      await client.query("set local idle_in_transaction_session_timeout = 0");
      await client.query("select 1 from customer_totals where company_id = $1 for update", [world.companyId]);
      const worker = spawn(
        process.execPath,
        [KILLED_WORKER, app.connectionString, world.companyId, analysis.id],
        { stdio: "inherit" },
      );
      const exited = once(worker, "exit");
      await vi.waitFor(
        async () => {
          const waiting = await app.queryAsAdmin(
            "select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock' and query like '%customer_totals%'",
          );
          expect(waiting).toHaveLength(1);
        },
        { timeout: 600_000, interval: 50 },
      );
      worker.kill("SIGKILL");
      await exited;
    });
    expect(await read(analysis.id)).toMatchObject({ status: 2, stage: "writing" });
    expect(await written()).toEqual(nothingWritten);

    await app.drainJobs();
    const done = await read(analysis.id);
    expect(done).toMatchObject({ status: 3, modelVersion: "v1" });
    expect(await allResults(app, world.owner, analysis.id)).toHaveLength(done.customersAnalyzed);
    expect(await written()).toEqual({
      churn_analysis_results: done.customersAnalyzed,
      customer_score_history: done.customersAnalyzed,
      churn_models: 1,
      scoring_settings: 1,
      scored: 120,
    });
  });

  it("run twice by the queue, changes nothing and tells nothing the second time", async () => {
    const { id } = await start();
    const told: unknown[] = [];
    const run = {
      ...app.jobContext,
      events: {
        emit: async (_tx: unknown, event: unknown, payload: unknown) => void told.push([event, payload]),
      },
      payload: { companyId: world.companyId, analysisId: id },
      signal: new AbortController().signal,
    } as unknown as JobRun<{ companyId: string; analysisId: string }>;
    await runAnalysisJob.handler(run);
    const done = await read(id);
    expect(told).toMatchObject([
      [
        analysisCompleted,
        {
          companyId: world.companyId,
          analysisId: id,
          startedBy: { userId: world.owner.userId, apiKeyId: null, name: "Test Person" },
          scope: "All active customers",
          customersAnalyzed: done.customersAnalyzed,
          needAttention: done.needAttention,
        },
      ],
    ]);
    const before = await written();
    await runAnalysisJob.handler(run);
    expect(told).toHaveLength(1);
    expect(await written()).toEqual(before);
    expect(await read(id)).toEqual(done);
    await app.drainJobs();
  });

  it("says so in words when no attempt is left", async () => {
    const analysis = await start();
    await app.queryAsAdmin("update churn_analyses set status = 2, stage = 'training' where id = $1", [
      analysis.id,
    ]);
    const told: unknown[] = [];
    const exhausted = {
      ...app.jobContext,
      events: { emit: async (_tx: unknown, event: unknown) => void told.push(event) },
      payload: { companyId: world.companyId, analysisId: analysis.id },
      jobId: "job",
      reason: "job heartbeat timeout",
    };
    await runAnalysisJob.onExhausted?.(exhausted);
    await runAnalysisJob.onExhausted?.(exhausted);
    expect(told).toEqual([analysisFailed]);
    expect(await read(analysis.id)).toMatchObject({
      status: 4,
      // Where it failed.
      stage: "training",
      failure: "The analysis could not be finished. Start it again; scores stay as they were.",
    });
    await app.drainJobs();
    expect(await written()).toEqual(nothingWritten);
  });

  it("is started again with the same choice by one request, and only where it has ended without a result", async () => {
    await scoredCompany();
    const [customer] = await app.queryAsAdmin<{ id: string }>(
      "select id from customers where company_id = $1 and churned is not true limit 1",
      [world.companyId],
    );
    const body = { customerIds: [customer?.id ?? ""], includeRecommendations: false, ...BY_STORED_MODEL };
    const { body: first } = await app.call(world.owner, analysisRoutes.analyze, { body });
    const retry = (id: string) => app.call(world.owner, analysisRoutes.retry, { params: { id } });
    expect((await retry(first.id)).status).toBe(409);
    await app.call(world.owner, analysisRoutes.cancel, { params: { id: first.id } });
    const again = await retry(first.id);
    expect(again.status).toBe(202);
    expect(again.body.id).not.toBe(first.id);
    await app.drainJobs({ ignoreRunAt: true });
    expect(await read(again.body.id)).toMatchObject({
      status: 3,
      scope: first.scope,
      customersAnalyzed: 1,
      includeRecommendations: false,
      ...BY_STORED_MODEL,
    });
    expect((await retry(again.body.id)).status).toBe(409);
  });
});

describe("data that says little", () => {
  beforeEach(newCompany);

  it("of everybody having left: the check says what to do, and a run scores nobody, in words", async () => {
    await app.queryAsAdmin("update customers set churned = true where company_id = $1", [world.companyId]);
    const { body: check } = await app.call(world.owner, analysisRoutes.checkCompleteness, { body: {} });
    expect(check).toMatchObject({ canAnalyze: false, expectedSource: "rules" });
    expect(check.blockers).toEqual([
      "Nobody is left to score: every customer whose outcome is known has left. Import the customers you still have.",
    ]);
    const analysis = await analyze(app, world.owner);
    expect(analysis).toMatchObject({
      status: 3,
      source: "rules",
      customersAnalyzed: 0,
      notScored: [{ reason: "Already left", count: 120 }],
    });
    expect(analysis.sourceReason).toMatch(/^Rules, not trained: /);
  });

  it("of customers recorded twice: the copies are counted, kept together and said", async () => {
    const twice = labelledCustomers({ count: 40 }).map((customer) => ({
      ...customer,
      externalId: `again-${customer.externalId ?? ""}`,
    }));
    await addCustomers(app, world.companyId, twice);
    const { quality } = await analyze(app, world.owner);
    expect(quality?.rows).toBe(160);
    expect(quality?.duplicateRows).toBeGreaterThanOrEqual(40);
  });
});

describe("cancelling", () => {
  it("ends a waiting analysis; its job then does nothing", async () => {
    await newCompany();
    const analysis = await start();
    const cancelled = await app.call(world.owner, analysisRoutes.cancel, { params: { id: analysis.id } });
    expect(cancelled.body).toMatchObject({ status: 5, stage: "queued" });
    await app.drainJobs();
    expect(await read(analysis.id)).toMatchObject({ status: 5 });
    expect(await written()).toEqual(nothingWritten);
  });

  it("stops a running analysis at its next step and keeps the scores as they were", async () => {
    await scoredCompany();
    const first = await read(scoredBy);
    const before = await written();
    const second = await start();
    let cancelling: Promise<unknown> | null = null;
    // Cancelled over the API while the job is at work.
    const running = runAnalysisJob.handler({
      ...app.jobContext,
      clock: {
        now: () => {
          cancelling ??= app.call(world.owner, analysisRoutes.cancel, { params: { id: second.id } });
          return app.clock.now();
        },
      },
      payload: { companyId: world.companyId, analysisId: second.id },
      signal: new AbortController().signal,
    } as JobRun<{ companyId: string; analysisId: string }>);
    await running;
    await cancelling;
    expect(await read(second.id)).toMatchObject({ status: 5 });
    expect(await written()).toEqual(before);
    expect(await read(scoredBy)).toEqual(first);
    await app.drainJobs();
  });
});

/** Gives the processes that are started while `work` runs to `onStart`. */
async function watchingProcesses<T>(
  onStart: (child: ChildProcess) => void,
  work: () => Promise<T>,
): Promise<T> {
  const listen = (message: unknown) => {
    const child = (message as { process: ChildProcess }).process;
    // Told of before it has an id.
    child.once("spawn", () => onStart(child));
  };
  subscribe("child_process", listen);
  try {
    return await work();
  } finally {
    unsubscribe("child_process", listen);
  }
}

describe("an analysis whose engine is killed", () => {
  it("fails the run in words, leaves nothing behind, and the next run ends complete", async () => {
    const world = await buildWorld(app);
    await addCustomers(app, world.companyId, labelledCustomers({ count: 60 }));
    const { id } = (await app.call(world.owner, analysisRoutes.analyze, { body: {} })).body;
    const run = {
      ...app.jobContext,
      payload: { companyId: world.companyId, analysisId: id },
      signal: new AbortController().signal,
    } as JobRun<{ companyId: string; analysisId: string }>;
    const killed = watchingProcesses(
      (child) => child.kill("SIGKILL"),
      () => runAnalysisJob.handler(run),
    );
    await expect(killed).rejects.toThrow("The churn engine's process ended (SIGKILL)");
    expect(
      await app.queryAsAdmin("select from churn_models where company_id = $1", [world.companyId]),
    ).toEqual([]);

    await app.drainJobs();
    const { body } = await app.call(world.owner, analysisRoutes.results, { params: { id } });
    expect(body).toMatchObject({ status: 3, modelVersion: "v1" });
  });
});
