import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { chmod, mkdtemp, rm } from "node:fs/promises";
import { createServer, type AddressInfo } from "node:net";
import os from "node:os";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { runningPostmaster } from "#platform/db/embedded/postmaster.ts";

let dataDir: string;
let children: ChildProcess[] = [];

beforeAll(async () => {
  dataDir = await mkdtemp(path.join(os.tmpdir(), "forestay-main-"));
  await chmod(dataDir, 0o755);
});
afterAll(() => rm(dataDir, { recursive: true, force: true }));
afterEach(async () => {
  for (const child of children.filter(
    ({ exitCode, signalCode }) => exitCode === null && signalCode === null,
  )) {
    const gone = once(child, "exit");
    child.kill("SIGKILL");
    await gone;
  }
  children = [];
  await until(async () => (await runningPostmaster(path.join(dataDir, "postgres"))) === null);
});

interface Started {
  child: ChildProcess;
  output: () => string;
}

function run(env: Record<string, string> = {}): Started {
  const child = spawn(process.execPath, [path.join(import.meta.dirname, "main.ts")], {
    env: {
      PATH: process.env.PATH,
      NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
      PORT: "0",
      DEMO: "off",
      HOST: "127.0.0.1",
      DATA_DIR: dataDir,
      ...env,
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  children.push(child);
  let output = "";
  child.stdout?.on("data", (chunk: Buffer) => (output += chunk.toString()));
  child.stderr?.on("data", (chunk: Buffer) => (output += chunk.toString()));
  return { child, output: () => output };
}

/** Waits for what another process does; the test's own timeout bounds it. */
async function until(condition: () => Promise<boolean> | boolean): Promise<void> {
  while (!(await condition())) await delay(25);
}

/** Starts the server as `npm start` does and waits for its greeting; returns its address. */
async function startReady(env?: Record<string, string>): Promise<Started & { url: string }> {
  const started = run(env);
  const address = /is ready at (http\S+)/;
  await until(() => address.test(started.output()) || started.child.exitCode !== null);
  const url = address.exec(started.output())?.[1];
  if (!url) throw new Error(started.output());
  return { ...started, url };
}

describe("the server's process", () => {
  it("answers once it has greeted, and leaves with 0 and nothing running on SIGTERM", async () => {
    const { child, url } = await startReady();
    expect((await fetch(`${url}/api/health/live`)).status).toBe(200);
    expect((await fetch(`${url}/api/health/ready`)).status).toBe(200);
    const exited = once(child, "exit");
    child.kill("SIGTERM");
    expect(await exited).toEqual([0, null]);
    expect(await runningPostmaster(path.join(dataDir, "postgres"))).toBeNull();
  });

  it("leaves no database behind when it is killed, and starts again on what it had", async () => {
    const first = await startReady();
    first.child.kill("SIGKILL");
    await until(async () => (await runningPostmaster(path.join(dataDir, "postgres"))) === null);
    const second = await startReady();
    expect((await fetch(`${second.url}/api/health/ready`)).status).toBe(200);
  });

  it("says in words, without a stack, what is wrong with its settings", async () => {
    const { child, output } = run({ PORT: "http", ROLE: "boss" });
    expect(await once(child, "close")).toEqual([1, null]);
    expect(output()).toMatch(/PORT: .*\nROLE: /);
    expect(output()).not.toContain("    at ");
  });

  it("says in words, without a stack, that its port is taken, and leaves no database running", async () => {
    const other = createServer().listen(0, "127.0.0.1");
    await once(other, "listening");
    try {
      const { port } = other.address() as AddressInfo;
      const { child, output } = run({ PORT: String(port) });
      expect(await once(child, "close")).toEqual([1, null]);
      expect(output()).toContain(`Another program is listening on port ${port} of 127.0.0.1`);
      expect(output()).not.toContain("    at ");
      expect(await runningPostmaster(path.join(dataDir, "postgres"))).toBeNull();
    } finally {
      other.close();
    }
  });

  it("says in words, without a stack, that its data directory is a file", async () => {
    const { child, output } = run({ DATA_DIR: import.meta.filename });
    expect(await once(child, "close")).toEqual([1, null]);
    expect(output()).toMatch(/DATA_DIR .* is a file; it has to be a directory/);
    expect(output()).not.toContain("    at ");
  });

  it("refuses a second one on the same data in words", async () => {
    await startReady();
    const { child, output } = run();
    expect(await once(child, "close")).toEqual([1, null]);
    expect(output()).toContain("Another Forestay is running");
  });
});
