import { chmod, mkdtemp, rm, stat } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { afterEach, beforeEach, expect, it } from "vitest";
import { readConfig } from "#config";
import { runningPostmaster } from "#platform/db/embedded/postmaster.ts";
import { createLog } from "#platform/log.ts";
import { startProcess, type RunningProcess } from "./start-process.ts";

let dataDir: string;
let running: RunningProcess | undefined;
beforeEach(async () => {
  dataDir = await mkdtemp(path.join(os.tmpdir(), "forestay-start-process-"));
  await chmod(dataDir, 0o755);
});
afterEach(async () => {
  await running?.stop();
  running = undefined;
  await rm(dataDir, { recursive: true, force: true });
});

const start = async (web: Promise<void>) => {
  const config = readConfig({ PORT: "0", HOST: "127.0.0.1", DEMO: "off", DATA_DIR: dataDir });
  running = await startProcess(config, createLog("silent"), web);
  return running;
};
const postmaster = () => runningPostmaster(path.join(dataDir, "postgres"));
const notBuilt = () => {
  const web = Promise.reject<void>(new Error("The web app could not be built"));
  // As `npm start` hands it over: told where it is waited for.
  web.catch(() => {});
  return web;
};

it("makes a new database while the web is built, and answers only once it is", async () => {
  const web = Promise.withResolvers<void>();
  let isBuilt = false;
  const starting = start(web.promise).then(({ greeting }) => ({ greeting, wasBuilt: isBuilt }));
  while ((await postmaster()) === null) await delay(25);
  isBuilt = true;
  web.resolve();
  const { greeting, wasBuilt } = await starting;
  expect(wasBuilt).toBe(true);
  const url = /is ready at (http\S+)/.exec(greeting)?.[1] ?? "";
  expect((await fetch(`${url}/api/health/ready`)).status).toBe(200);
});

it("does not start where the web cannot be built: a new database is stopped, one that is there is not touched", async () => {
  await expect(start(notBuilt())).rejects.toThrow("The web app could not be built");
  expect(await postmaster()).toBeNull();
  // Written by every start of the database.
  const startedAt = async () => (await stat(path.join(dataDir, "postgres", "postmaster.opts"))).mtimeMs;
  const before = await startedAt();
  await expect(start(notBuilt())).rejects.toThrow("The web app could not be built");
  expect(await startedAt()).toBe(before);
  await start(Promise.resolve());
  expect(await startedAt()).toBeGreaterThan(before);
});
