import { fork, type ChildProcess } from "node:child_process";
import { subscribe, unsubscribe } from "node:diagnostics_channel";
import { once } from "node:events";
import path from "node:path";
import { analyticsRoutes } from "@forestay/contracts";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import type { JobRun } from "#platform/jobs/job.ts";
import { createTestApp, type TestApp } from "#testing/index.ts";
import { addCustomers, buildWorld } from "../fixtures/analysis-world.ts";
import { labelledCustomers } from "../fixtures/labelled-customers.ts";
import { runAnalysisJob } from "../job/run-analysis.ts";
import { startEngine } from "./engine.ts";

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

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

const isAlive = (pid: number) => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

describe("the engine's process", () => {
  it("killed by itself fails the run in words, leaves nothing behind, and the next run ends complete", async () => {
    const world = await buildWorld(app);
    await addCustomers(app, world.companyId, labelledCustomers({ count: 60 }));
    const { id } = (await app.call(world.owner, analyticsRoutes.analyze, { body: {} })).body;
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
    const { body } = await app.call(world.owner, analyticsRoutes.results, { params: { id } });
    expect(body).toMatchObject({ status: 3, modelVersion: "v1" });
  });

  it("ends at once when the run is aborted, and says why to whoever waits and asks again", async () => {
    const stop = new AbortController();
    const engine = startEngine(stop.signal, { inBackground: true });
    const asked = engine.load("{}");
    stop.abort(new Error("stopped by a person"));
    await expect(asked).rejects.toThrow("stopped by a person");
    await engine.close();
    await expect(engine.load("{}")).rejects.toThrow("stopped by a person");
  });

  it("does not outlive whoever started it, however that one ended", async () => {
    const starter = fork(path.join(import.meta.dirname, "../fixtures/engine-starter-process.ts"), {
      execArgv: [],
    });
    const [pid] = (await once(starter, "message")) as [number];
    expect(isAlive(pid)).toBe(true);
    starter.kill("SIGKILL");
    await vi.waitFor(() => expect(isAlive(pid)).toBe(false), { timeout: 30_000, interval: 50 });
  });
});
