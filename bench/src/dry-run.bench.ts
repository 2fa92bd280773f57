import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { openAsBlob } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import type { BenchResult } from "./bench-result.ts";
import { startBenchApp, type BenchApp } from "./bench-app.ts";

const ROWS = 20_000;
const FEW_CUSTOMERS = 100;
const ROUNDS = 3;
/** A row costs what a row costs, whomever it names; sorting the same keys again and again is allowed a little more. */
const MOST_RATIO = 1.5;
const JOB_COMPLETED = 3;

/** A file that names few customers again and again against one that names each once, of the same rows, in the same run. */
export async function run(): Promise<BenchResult[]> {
  const folder = await mkdtemp(path.join(tmpdir(), "forestay-dry-run-"));
  const app = await startBenchApp();
  try {
    const once = path.join(folder, "once.csv");
    const often = path.join(folder, "often.csv");
    await writeFile(once, rows(ROWS));
    await writeFile(often, rows(FEW_CUSTOMERS));
    // The first import pays for what every process loads once.
    await importFile(app, once);
    const seconds = { once: [] as Timing[], often: [] as Timing[] };
    for (let round = 0; round < ROUNDS; round++) {
      seconds.once.push(await importFile(app, once));
      seconds.often.push(await importFile(app, often));
    }
    return (["check", "write"] as const).flatMap((part) => {
      const [single, repeated] = [median(seconds.once, part), median(seconds.often, part)];
      const ratio = repeated / single;
      const what = part === "check" ? "dry run (upload included)" : "import after its dry run";
      return [
        {
          measure: `${what} of ${ROWS} rows over ${FEW_CUSTOMERS} customers, as a multiple of one over ${ROWS}`,
          value: Math.round(ratio * 100) / 100,
          unit: "ratio",
          goal: `at most ${MOST_RATIO}`,
          passed: ratio <= MOST_RATIO,
        },
        { measure: `${what} of ${ROWS} customers, a row each`, value: single, unit: "s" },
      ];
    });
  } finally {
    await app.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

interface Timing {
  /** From the upload to the end of the dry run, and from there to Completed. Seconds. */
  check: number;
  write: number;
}

function rows(customers: number): string {
  const lines = Array.from(
    { length: ROWS },
    (_, n) => `C-${n % customers},Plan ${n % 7},${(n % 90) + 10},2024-0${(n % 9) + 1}-15,${n % 40},${n % 11}`,
  );
  return `customer_id,plan,mrr,signup_date,logins,nps\n${lines.join("\n")}\n`;
}

async function importFile(app: BenchApp, file: string): Promise<Timing> {
  const form = new FormData();
  form.set("autoConfirm", "true");
  form.set("file", await openAsBlob(file), path.basename(file));
  const { id } = await app.call<{ id: string }>(await app.company(), "/api/imports/upload", {
    method: "POST",
    body: form,
  });
  for (;;) {
    const { rows: found } = await app.admin.query<Timing & { status: number; failure: string | null }>(
      `select status, failure, extract(epoch from started_at - created_at)::float8 as check,
         extract(epoch from completed_at - started_at)::float8 as write from import_jobs where id = $1`,
      [id],
    );
    const [job] = found;
    if (job && job.status > JOB_COMPLETED) throw new Error(`The import failed: ${job.failure}`);
    if (job?.status === JOB_COMPLETED) return job;
    await delay(20);
  }
}

function median(timings: readonly Timing[], part: keyof Timing): number {
  return (
    timings.map((timing) => timing[part]).sort((a, b) => a - b)[Math.floor(timings.length / 2)] ?? Number.NaN
  );
}
