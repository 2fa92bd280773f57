import { execFile, spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { chmod, mkdir, mkdtemp, readFile, rm, stat, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { promisify } from "node:util";
import { Client } from "pg";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { startEmbeddedPostgres, type EmbeddedPostgres } from "./embedded-postgres.ts";
import { runningPostmaster } from "./postmaster.ts";

let dataDir: string;
let holders: ChildProcess[] = [];
let running: EmbeddedPostgres[] = [];

beforeEach(async () => {
  dataDir = await mkdtemp(path.join(os.tmpdir(), "forestay-pg-"));
  // So that the server's user may enter when we are root; the last test closes it again.
  await chmod(dataDir, 0o755);
});
afterEach(async () => {
  for (const holder of holders) holder.kill("SIGKILL");
  for (const postgres of running) await postgres.stop();
  holders = [];
  running = [];
  await rm(dataDir, { recursive: true, force: true });
});

const start = async () => {
  const postgres = await startEmbeddedPostgres({ dataDir, throwaway: true });
  running.push(postgres);
  return postgres;
};

async function query<R>(connectionString: string, sql: string): Promise<R[]> {
  const client = new Client({ connectionString });
  await client.connect();
  try {
    return (await client.query(sql)).rows as R[];
  } finally {
    await client.end();
  }
}

/** Another process that holds the database, as an app does. Resolves once it is ready. */
async function startHolder(): Promise<ChildProcess> {
  const script = `
    const { startEmbeddedPostgres } = await import(${JSON.stringify(path.join(import.meta.dirname, "embedded-postgres.ts"))});
    const postgres = await startEmbeddedPostgres({ dataDir: ${JSON.stringify(dataDir)}, throwaway: true });
    console.log("ready " + postgres.ownerConnectionString);
    setInterval(() => {}, 1000);`;
  const holder = spawn(process.execPath, ["--input-type=module", "-e", script], {
    cwd: path.resolve(import.meta.dirname, "../../../.."),
    stdio: ["ignore", "pipe", "inherit"],
  });
  holders.push(holder);
  await new Promise<void>((resolve, reject) => {
    holder.stdout?.on("data", (chunk: Buffer) => chunk.toString().startsWith("ready") && resolve());
    holder.once("exit", () => reject(new Error("the holder ended early")));
  });
  return holder;
}

async function killHolder(holder: ChildProcess): Promise<void> {
  const gone = once(holder, "exit");
  holder.kill("SIGKILL");
  await gone;
}

/** Waits for something another process does, which no clock of ours can move; the test's own timeout bounds it. */
async function until(condition: () => Promise<boolean>): Promise<void> {
  while (!(await condition())) await delay(25);
}

const clusterDir = () => path.join(dataDir, "postgres");

async function serverPid(): Promise<number> {
  const pid = await runningPostmaster(clusterDir());
  // Never 0 nor NaN: a signal to those goes to ourselves and everything beside us.
  if (pid === null) throw new Error("no server runs on the test's data");
  return pid;
}

const isShell = async (pid: number) => (await readFile(`/proc/${pid}/comm`, "utf8")).trim() === "sh";

describe("the embedded PostgreSQL", () => {
  it("keeps its data and its passwords over a restart", async () => {
    const first = await start();
    expect(first.isNew).toBe(true);
    await query(first.ownerConnectionString, "create table kept as select 42 as answer");
    await first.stop();
    const second = await start();
    expect(second.isNew).toBe(false);
    expect(await query(second.ownerConnectionString, "select answer from kept")).toEqual([{ answer: 42 }]);
  });

  it("lets nobody in without a password, and keeps the passwords from other users", async () => {
    const postgres = await start();
    const withoutPassword = new URL(postgres.adminConnectionString);
    withoutPassword.password = "guess";
    await expect(query(withoutPassword.href, "select 1")).rejects.toThrow(/password authentication failed/);
    const { mode } = await stat(path.join(dataDir, "postgres-credentials.json"));
    expect(mode & 0o077).toBe(0);
  });

  it("refuses a second app on the same data in words, and frees it when the first one stops", async () => {
    const first = await start();
    await expect(startEmbeddedPostgres({ dataDir })).rejects.toThrow(/Another Forestay is running/);
    await first.stop();
    await expect(start()).resolves.toBeDefined();
  });

  it("stops after its app's SIGKILL, and the next start finds what was committed", async () => {
    const holder = await startHolder();
    await serverPid();
    await killHolder(holder);
    await until(async () => (await runningPostmaster(clusterDir())) === null);
    await expect(start()).resolves.toMatchObject({ isNew: false });
  });

  it("starts at once after app and server were both killed, whoever has the old pid now", async () => {
    const first = await start();
    await first.stop();
    // A pid file as a power cut leaves it, with a pid that by now is some other program: this one.
    await writeFile(
      path.join(clusterDir(), "postmaster.pid"),
      `${process.pid}\n${clusterDir()}\n1700000000\n5432\n\n127.0.0.1\n\nready   \n`,
    );
    const second = await start();
    expect(await query(second.ownerConnectionString, "select 1 as one")).toEqual([{ one: 1 }]);
  });

  it.runIf(process.platform === "linux")(
    "stops a server that outlived its watchdog before it starts its own",
    async () => {
      const holder = await startHolder();
      const orphan = await serverPid();
      // The watchdog and its guard first, so that nobody is left to stop the server.
      const processes = await promisify(execFile)("ps", ["-eo", "pid=,ppid=,pgid="]);
      const rows = processes.stdout
        .trim()
        .split("\n")
        .map((line) => line.trim().split(/\s+/).map(Number));
      const group = rows.find(([pid]) => pid === orphan)?.[2];
      for (const [pid, , pgid] of rows) {
        if (pid !== undefined && pid > 1 && pgid === group && (await isShell(pid)))
          process.kill(pid, "SIGKILL");
      }
      await killHolder(holder);
      const second = await start();
      expect(await runningPostmaster(clusterDir())).not.toBe(orphan);
      expect(await query(second.ownerConnectionString, "select 1 as one")).toEqual([{ one: 1 }]);
    },
  );

  it("comes back by itself when the server is killed under a running app", async () => {
    const postgres = await start();
    process.kill(await serverPid(), "SIGKILL");
    await until(() =>
      query(postgres.ownerConnectionString, "select 1").then(
        () => true,
        () => false,
      ),
    );
  });

  it("makes a cluster anew whose making was interrupted", async () => {
    await mkdir(clusterDir(), { recursive: true });
    await writeFile(path.join(clusterDir(), "PG_VERSION"), "18\n");
    await expect(start()).resolves.toMatchObject({ isNew: true });
  });

  it.runIf(process.getuid?.() === 0)(
    "finds a place of its own where its user cannot enter the data directory, and the same one again",
    async () => {
      const closed = path.join(dataDir, "closed");
      await mkdir(closed, { mode: 0o700 });
      dataDir = path.join(closed, "data");
      const first = await start();
      await query(first.ownerConnectionString, "create table kept ()");
      await first.stop();
      const elsewhere = (await readFile(path.join(dataDir, "postgres-location"), "utf8")).trim();
      expect(elsewhere.startsWith(closed)).toBe(false);
      const second = await start();
      expect(second.isNew).toBe(false);
      await second.stop();
      running = [];
      await rm(elsewhere, { recursive: true, force: true });
      await rm(`${elsewhere}.owner`, { force: true });
      dataDir = path.dirname(closed);
    },
  );
});
