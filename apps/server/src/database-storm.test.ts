import { spawn, type ChildProcess } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createTestApp, TEST_SECRET_KEYS, type TestApp } from "#testing/index.ts";
import { addTrackingCompany } from "./modules/tracking/fixtures/tracking-company.ts";

const STOPS = 6;
const EVENTS_EACH = 40;

let app: TestApp;
let dataDir: string;
let worker: ChildProcess;
let said = "";

beforeAll(async () => {
  app = await createTestApp({ rateLimitScale: 1000 });
  dataDir = await mkdtemp(path.join(os.tmpdir(), "forestay-storm-"));
  worker = spawn(process.execPath, [path.join(import.meta.dirname, "main.ts")], {
    env: {
      PATH: process.env.PATH,
      NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
      PORT: "0",
      HOST: "127.0.0.1",
      DEMO: "off",
      ROLE: "worker",
      DATA_DIR: dataDir,
      DATABASE_URL: app.connectionString,
      SECRET_KEYS: TEST_SECRET_KEYS.join(","),
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  for (const stream of [worker.stdout, worker.stderr])
    stream?.on("data", (chunk: Buffer) => (said += chunk.toString()));
});
afterAll(async () => {
  worker.kill("SIGKILL");
  await app.close();
  await rm(dataDir, { recursive: true, force: true });
});

/** The connections of the worker; this process's own are called otherwise. */
const ofTheWorker = `from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()
  and application_name like 'forestay%'`;
const isHere = async () => {
  if (worker.exitCode !== null)
    throw new Error(`The worker ended with ${worker.exitCode}: ${said.slice(-2000)}`);
  const [row] = await app.queryAsAdmin<{ count: number }>(`select count(*)::int as count ${ofTheWorker}`);
  return (row?.count ?? 0) > 0;
};

it("a storm of stops of the database ends no worker, and what it was given is done once each", async () => {
  const company = await addTrackingCompany(app);
  await company.addCustomers([{ externalId: "C-1" }]);
  for (let stop = 0; stop < STOPS; stop++) {
    const batch = Array.from({ length: EVENTS_EACH }, (_, n) => ({
      type: "track",
      userId: "C-1",
      event: "Login",
      messageId: `m-${stop}-${n}`,
      properties: { value: stop * EVENTS_EACH + n },
    }));
    expect((await company.send("batch", { batch })).statusCode).toBe(200);
    // As a restart ends them: those that listen, those at work and those that wait in the pool alike.
    await expect.poll(isHere, { timeout: 600_000 }).toBe(true);
    await app.queryAsAdmin(`select pg_terminate_backend(pid) ${ofTheWorker}`);
  }
  const left = async () => {
    await isHere();
    return (await app.queryAsAdmin("select 1 from tracking_inbox limit 1")).length;
  };
  await expect.poll(left, { timeout: 600_000 }).toBe(0);
  const values = (await company.events()).map(({ value }) => value ?? -1);
  expect(values.toSorted((a, b) => a - b)).toEqual(Array.from({ length: STOPS * EVENTS_EACH }, (_, n) => n));
  expect(worker.exitCode).toBeNull();
});
