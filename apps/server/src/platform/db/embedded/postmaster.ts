import { execFile } from "node:child_process";
import { readFile, rm } from "node:fs/promises";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { promisify } from "node:util";

const run = promisify(execFile);
const FAST_STOP_MS = 20_000;
const IMMEDIATE_STOP_MS = 5000;
const POLL_MS = 50;

/** The server process that runs on this cluster, or null. A pid that belongs to another program by now is not one. */
export async function runningPostmaster(clusterDir: string): Promise<number | null> {
  const pid = await readPid(clusterDir);
  if (pid === null || !isAlive(pid)) return null;
  return (await commandOf(pid)).includes(clusterDir) ? pid : null;
}

/**
 * Clears what a killed start left behind: stops a server that outlived its app, and removes a postmaster.pid whose
 * process is gone or is another program (PostgreSQL itself refuses to start on a reused pid).
 */
export async function healCluster(
  clusterDir: string,
): Promise<"clean" | "stopped-orphan" | "removed-stale-pid"> {
  const pid = await readPid(clusterDir);
  if (pid === null) return "clean";
  if ((await runningPostmaster(clusterDir)) === pid) {
    await stopPostmaster(pid);
    return "stopped-orphan";
  }
  await rm(path.join(clusterDir, "postmaster.pid"), { force: true });
  return "removed-stale-pid";
}

/** Stops a server: fast, then immediate, then by force. */
export async function stopPostmaster(pid: number): Promise<void> {
  for (const [signal, waitMs] of [
    ["SIGINT", FAST_STOP_MS],
    ["SIGQUIT", IMMEDIATE_STOP_MS],
    ["SIGKILL", IMMEDIATE_STOP_MS],
  ] as const) {
    if (!isAlive(pid)) return;
    try {
      process.kill(pid, signal);
    } catch {
      return;
    }
    for (let waitedMs = 0; waitedMs < waitMs && isAlive(pid); waitedMs += POLL_MS) await delay(POLL_MS);
  }
}

async function readPid(clusterDir: string): Promise<number | null> {
  const text = await readFile(path.join(clusterDir, "postmaster.pid"), "utf8").catch(() => "");
  const pid = Number.parseInt(text, 10);
  return Number.isInteger(pid) && pid > 0 ? pid : null;
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}

async function commandOf(pid: number): Promise<string> {
  if (process.platform === "linux") {
    return (await readFile(`/proc/${pid}/cmdline`, "utf8").catch(() => "")).replaceAll("\0", " ");
  }
  return run("ps", ["-ww", "-o", "command=", "-p", String(pid)]).then(
    ({ stdout }) => stdout,
    () => "",
  );
}
