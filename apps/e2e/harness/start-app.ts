import { spawn } from "node:child_process";
import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { findFreePort } from "./free-port.ts";

const repoRoot = join(import.meta.dirname, "..", "..", "..");
/** The very first start seeds the demo company; 40 s is its budget on a machine that is not busy. */
const readyTimeoutMs = 180_000;
const stopTimeoutMs = 60_000;

export interface RunningApp {
  baseUrl: string;
  port: number;
  dataDir: string;
  /** What it printed so far, from warnings up. */
  output: () => string;
  stop: () => Promise<void>;
  /** SIGKILL, as a power cut would; the data directory stays. */
  kill: () => Promise<void>;
}

interface StartOptions {
  /** Of an earlier start; a fresh one unless given. */
  dataDir?: string;
  /** Of an earlier start, for browsers that are to find the application again; a free one unless given. */
  port?: number;
  env?: Record<string, string>;
}

/**
 * Starts the real application (server, its own PostgreSQL, demo company, built web) on a free port.
 * @throws Error with the application's own output when it ends early or is not ready in time.
 */
export async function startApp(options: StartOptions = {}): Promise<RunningApp> {
  const dataDir = options.dataDir ?? (await mkdtemp(join(tmpdir(), "forestay-e2e-")));
  // As root the database runs as another user, who must be able to enter.
  if (options.dataDir === undefined) await chmod(dataDir, 0o755);
  const port = options.port ?? (await findFreePort());
  const child = spawn(process.execPath, ["apps/server/src/main.ts"], {
    cwd: repoRoot,
    env: {
      ...process.env,
      NODE_ENV: "development",
      HOST: "127.0.0.1",
      PORT: String(port),
      DATA_DIR: dataDir,
      DEMO: "on",
      LOG_LEVEL: "warn",
      // Journeys sign in more often than a person may.
      RATE_LIMIT_SCALE: "1000",
      ...options.env,
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const output: string[] = [];
  child.stdout.on("data", (chunk: Buffer) => output.push(chunk.toString()));
  child.stderr.on("data", (chunk: Buffer) => output.push(chunk.toString()));
  const baseUrl = `http://127.0.0.1:${port}`;
  try {
    await untilReady(baseUrl, child);
  } catch (error) {
    child.kill("SIGKILL");
    throw new Error(`The application did not start.\n${output.join("").slice(-4000)}`, { cause: error });
  }
  return {
    baseUrl,
    port,
    dataDir,
    output: () => output.join(""),
    stop: async () => {
      await end(child, "SIGTERM");
      if (options.dataDir === undefined) await rm(dataDir, { recursive: true, force: true });
    },
    kill: () => end(child, "SIGKILL"),
  };
}

async function untilReady(baseUrl: string, child: ChildProcess): Promise<void> {
  const deadline = Date.now() + readyTimeoutMs;
  for (;;) {
    if (child.exitCode !== null) throw new Error(`it ended with code ${child.exitCode}`);
    const ready = await fetch(`${baseUrl}/api/health/ready`).then(
      (response) => response.ok,
      () => false,
    );
    if (ready) return;
    if (Date.now() > deadline) throw new Error(`not ready after ${readyTimeoutMs} ms`);
    await delay(100);
  }
}

async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, "exit");
  child.kill(signal);
  const timer = setTimeout(() => child.kill("SIGKILL"), stopTimeoutMs);
  await ended;
  clearTimeout(timer);
}
