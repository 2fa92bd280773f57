import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { openAsBlob } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import type { BenchResult } from "./bench-result.ts";
import { startBenchApp, type BenchApp } from "./bench-app.ts";
import { writeCustomers } from "./customer-file.ts";

const ROWS = 200_000;
/** Where the worker is killed, and from where to where both imports are timed. */
const KILLED_AT = 60_000;
const TIMED_FROM = 90_000;
const TIMED_TO = 180_000;
const MOST_SECONDS_AWAY = 30;
const LEAST_RATIO = 0.8;
const JOB_COMPLETED = 3;

const WORKER = fileURLToPath(
  new URL("../../apps/server/src/modules/imports/fixtures/worker-process.ts", import.meta.url),
);

/**
 * An import whose worker is killed in the middle, against one that nobody disturbs: how long it stands still until another
 * worker goes on, and how fast that one is. The peer is the same rows of an undisturbed import in the same run.
 */
export async function run(): Promise<BenchResult[]> {
  const folder = await mkdtemp(path.join(tmpdir(), "forestay-killed-"));
  const app = await startBenchApp({ workers: false });
  try {
    const file = path.join(folder, "customers.csv");
    await writeCustomers(file, ROWS);
    const undisturbed = await importFile(app, file, null);
    const killed = await importFile(app, file, KILLED_AT);
    const ratio = undisturbed.timedSeconds / killed.timedSeconds;
    return [
      {
        measure: `pace of an import of ${ROWS} rows after its worker was killed, as a share of an undisturbed one's`,
        value: ratio,
        unit: "ratio",
        goal: `at least ${LEAST_RATIO}`,
        passed: ratio >= LEAST_RATIO,
      },
      {
        measure: "from the kill to the next rows",
        value: killed.secondsAway,
        unit: "s",
        goal: `at most ${MOST_SECONDS_AWAY}`,
        passed: killed.secondsAway <= MOST_SECONDS_AWAY,
      },
      {
        measure: "longest stand between two batches after that",
        value: killed.longestStandSeconds,
        unit: "s",
      },
      { measure: "the same where nobody was killed", value: undisturbed.longestStandSeconds, unit: "s" },
    ];
  } finally {
    await app.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

interface Course {
  /** From TIMED_FROM to TIMED_TO rows. */
  timedSeconds: number;
  secondsAway: number;
  longestStandSeconds: number;
}

async function importFile(app: BenchApp, file: string, killAtRows: number | null): Promise<Course> {
  const company = await app.company();
  const form = new FormData();
  form.set("autoConfirm", "true");
  form.set("file", await openAsBlob(file), path.basename(file));
  const { id } = await app.call<{ id: string }>(company, "/api/imports/upload", {
    method: "POST",
    body: form,
  });
  let worker = startWorker(app);
  try {
    const course: Course = { timedSeconds: 0, secondsAway: 0, longestStandSeconds: 0 };
    let killedAtMs: number | null = null;
    let before = { rows: 0, atMs: performance.now() };
    let timedFromMs: number | null = null;
    for (;;) {
      const { rows: found } = await app.admin.query<{ status: number; failure: string | null; rows: string }>(
        "select status, failure, processed_rows as rows from import_jobs where id = $1 and step in ('processing', 'done')",
        [id],
      );
      const [job] = found;
      const atMs = performance.now();
      const rows = Number(job?.rows ?? 0);
      if (job && job.status > JOB_COMPLETED) throw new Error(`The import failed: ${job.failure}`);
      if (rows > before.rows) {
        const stoodSeconds = (atMs - before.atMs) / 1000;
        if (killedAtMs !== null && course.secondsAway === 0) course.secondsAway = (atMs - killedAtMs) / 1000;
        else if (before.rows >= KILLED_AT) {
          course.longestStandSeconds = Math.max(course.longestStandSeconds, stoodSeconds);
        }
        if (rows >= TIMED_FROM) timedFromMs ??= atMs;
        if (rows >= TIMED_TO && course.timedSeconds === 0 && timedFromMs !== null) {
          course.timedSeconds = (atMs - timedFromMs) / 1000;
        }
        before = { rows, atMs };
      }
      if (killAtRows !== null && killedAtMs === null && rows >= killAtRows) {
        await kill(worker);
        killedAtMs = performance.now();
        worker = startWorker(app);
      }
      if (job?.status === JOB_COMPLETED) return course;
      await delay(20);
    }
  } finally {
    await kill(worker);
  }
}

function startWorker({ connectionString, dataDir }: BenchApp): ChildProcess {
  return spawn(process.execPath, [WORKER, connectionString, dataDir, "null"], { stdio: "ignore" });
}

async function kill(worker: ChildProcess): Promise<void> {
  if (worker.exitCode !== null || worker.signalCode !== null) return;
  const ended = once(worker, "exit");
  worker.kill("SIGKILL");
  await ended;
}
