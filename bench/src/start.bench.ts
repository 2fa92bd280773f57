import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { chmod, mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { startEmbeddedPostgres } from "../../apps/server/src/platform/db/embedded/embedded-postgres.ts";
import type { BenchResult } from "./bench-result.ts";

const ROOT = path.resolve(import.meta.dirname, "../..");
const ROUNDS = 5;
const MOST_FIRST_START_S = 40;
const MOST_START_S = 5;
const MOST_IDLE_MB = 600;
const MOST_FIRST_LOAD_KB = 180;
/** Long enough for what a start leaves behind (compile cache, first statistics) to be over. */
const SETTLE_MS = 15_000;
/** Status of an analysis, as it crosses the wire. */
const COMPLETED = 3;
/** The demo's past and present are analysed after the first start is ready: two trainings and six scorings. */
const SAMPLE_SCORED_MS = 600_000;

/** `npm start` as a person runs it, from installed: the first one with build and seeding, later ones, what it takes idle. */
export async function run(): Promise<BenchResult[]> {
  const dataDir = await mkdtemp(path.join(tmpdir(), "forestay-start-"));
  // Run as root, the database's own user has to get in; else its cluster lies elsewhere and outlives the benchmark.
  await chmod(dataDir, 0o755);
  const started: ChildProcess[] = [];
  const startApp = () => startProcess(dataDir, started);
  try {
    // Both are made again by the start that is measured; without this it would not be the very first.
    await rm(path.join(ROOT, "apps/web/dist"), { recursive: true, force: true });
    await rm(path.join(ROOT, "node_modules/.cache/compile"), { recursive: true, force: true });
    const first = await startApp();
    await first.sampleScored();
    const firstLoadKb = await firstLoad(first.url);
    await first.stop();

    const own: number[] = [];
    const bare: number[] = [];
    let idleMb = Number.NaN;
    for (let round = 0; round < ROUNDS; round++) {
      const app = await startApp();
      own.push(app.readyS);
      if (round === ROUNDS - 1) {
        await sleep(SETTLE_MS);
        idleMb = await memoryMb(app.pid, dataDir);
      }
      await app.stop();
      bare.push(await bareStart());
    }
    const start = median(own);
    return [
      goal(
        "very first npm start after the install: build, database, seeding",
        first.readyS,
        "s",
        MOST_FIRST_START_S,
      ),
      goal(`npm start, installed and seeded, median of ${ROUNDS}`, start, "s", MOST_START_S),
      {
        measure: "the same, times a bare PostgreSQL start and a bare node http server, one after the other",
        value: start / median(bare),
        unit: "ratio",
      },
      { measure: "PostgreSQL and node http server alone, median", value: median(bare), unit: "s" },
      goal("idle memory, app and database (PSS of every process)", idleMb, "MB", MOST_IDLE_MB),
      goal("first load of the app route, compressed JavaScript", firstLoadKb, "kB", MOST_FIRST_LOAD_KB),
    ];
  } finally {
    for (const child of started) child.kill("SIGTERM");
    await rm(dataDir, { recursive: true, force: true, maxRetries: 20, retryDelay: 500 });
  }
}

function goal(measure: string, value: number, unit: string, most: number): BenchResult {
  return { measure, value, unit, goal: `at most ${most}`, passed: value <= most };
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}

interface StartedApp {
  url: string;
  pid: number;
  /** From the command to the printed address. */
  readyS: number;
  /** Resolves once nothing of the sample company waits to be analysed: it would train beside what is measured. */
  sampleScored(): Promise<void>;
  stop(): Promise<void>;
}

async function startProcess(dataDir: string, started: ChildProcess[]): Promise<StartedApp> {
  const startedAt = performance.now();
  const child = spawn("npm", ["start"], {
    cwd: ROOT,
    env: { ...process.env, PORT: "0", DATA_DIR: dataDir, LOG_LEVEL: "warn", NODE_ENV: "development" },
    stdio: ["ignore", "pipe", "inherit"],
  });
  started.push(child);
  const url = await greetedUrl(child);
  const readyS = (performance.now() - startedAt) / 1000;
  return {
    url,
    pid: child.pid ?? 0,
    readyS,
    async sampleScored() {
      const deadline = performance.now() + SAMPLE_SCORED_MS;
      while (!(await isSampleScored(url))) {
        if (performance.now() > deadline) throw new Error("The sample company was not analysed to the end.");
        await sleep(1000);
      }
    },
    async stop() {
      const family = await processesOf(child.pid ?? 0, dataDir);
      child.kill("SIGTERM");
      // npm is gone before what it started: the next start needs the data directory.
      for (const pid of family) while (await isAlive(pid)) await sleep(50);
    },
  };
}

function greetedUrl(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let printed = "";
    // Read to the end: a closed pipe would take the app down.
    child.stdout?.on("data", (chunk: unknown) => {
      printed += String(chunk);
      const url = /is ready at (http:\S+)/.exec(printed)?.[1];
      if (url !== undefined) resolve(url);
    });
    child.once("exit", () => reject(new Error(`npm start ended:\n${printed}`)));
  });
}

async function isSampleScored(url: string): Promise<boolean> {
  const signIn = await fetch(`${url}/api/auth/login`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ email: "owner@demo.forestay.test", password: "forestay-demo" }),
  });
  const { token } = (await signIn.json()) as { token: string };
  const analyses = await fetch(`${url}/api/analytics/churn/analyses`, {
    headers: { authorization: `Bearer ${token}` },
  });
  const { items } = (await analyses.json()) as { items: { status: number }[] };
  return items.length > 0 && items.every(({ status }) => status === COMPLETED);
}

/** What the page asks for before any chunk that is loaded on demand. */
async function firstLoad(url: string): Promise<number> {
  const page = await fetch(`${url}/app`, { headers: { accept: "text/html" } }).then((response) =>
    response.text(),
  );
  let bytes = 0;
  for (const [, script] of page.matchAll(/(?:src|href)="(\/assets\/[^"]+\.js)"/g)) {
    const response = await fetch(url + script, { headers: { "accept-encoding": "br" } });
    bytes += Number(response.headers.get("content-length"));
    await response.arrayBuffer();
  }
  return bytes / 1000;
}

/** The peer: an initialised cluster's own start, then a Node process that answers HTTP. */
async function bareStart(): Promise<number> {
  const dataDir = await mkdtemp(path.join(tmpdir(), "forestay-bare-"));
  await chmod(dataDir, 0o755);
  try {
    await (await startEmbeddedPostgres({ dataDir })).stop();
    const startedAt = performance.now();
    const postgres = await startEmbeddedPostgres({ dataDir });
    const script =
      'require("http").createServer((_, r) => r.end("ok")).listen(0, "127.0.0.1", function () { console.log(this.address().port) })';
    const child = spawn(process.execPath, ["-e", script], { stdio: ["ignore", "pipe", "inherit"] });
    const port = String((await once(child.stdout, "data"))[0]).trim();
    await fetch(`http://127.0.0.1:${port}`).then((response) => response.text());
    const seconds = (performance.now() - startedAt) / 1000;
    child.kill();
    await postgres.stop();
    return seconds;
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
}

/** A dead process that nobody has asked about yet still has its number, in state Z. */
async function isAlive(pid: number): Promise<boolean> {
  const stat = await readFile(`/proc/${pid}/stat`, "utf8").catch(() => ") Z");
  return stat.slice(stat.lastIndexOf(")") + 2, stat.lastIndexOf(")") + 3) !== "Z";
}

/** A process, its descendants, and whatever works in the data directory (Linux). */
async function processesOf(root: number, dataDir: string): Promise<Set<number>> {
  const parents = new Map<number, number>();
  const ours = new Set([root]);
  for (const pid of (await readdir("/proc")).map(Number).filter(Number.isInteger)) {
    const stat = await readFile(`/proc/${pid}/stat`, "utf8").catch(() => "");
    parents.set(pid, Number(stat.slice(stat.lastIndexOf(")") + 2).split(" ")[1]));
    const command = await readFile(`/proc/${pid}/cmdline`, "utf8").catch(() => "");
    if (command.includes(dataDir)) ours.add(pid);
  }
  for (let before = 0; before !== ours.size;) {
    before = ours.size;
    for (const [pid, parent] of parents) if (ours.has(parent)) ours.add(pid);
  }
  return ours;
}

/** Proportional set size: memory that processes share is counted once, not in each of them. */
async function memoryMb(root: number, dataDir: string): Promise<number> {
  let kilobytes = 0;
  for (const pid of await processesOf(root, dataDir)) {
    const rollup = await readFile(`/proc/${pid}/smaps_rollup`, "utf8").catch(() => "");
    kilobytes += Number(/^Pss:\s+(\d+)/m.exec(rollup)?.[1] ?? 0);
  }
  return kilobytes / 1024;
}
