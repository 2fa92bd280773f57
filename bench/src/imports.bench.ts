import { createReadStream } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { openAsBlob } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { pipeline } from "node:stream/promises";
import { setTimeout as delay } from "node:timers/promises";
import { from as copyFrom } from "pg-copy-streams";
import type { BenchResult } from "./bench-result.ts";
import { columns, writeCustomers } from "./customer-file.ts";
import { startBenchApp, type BenchApp, type BenchCompany } from "./bench-app.ts";

const ROWS = 200_000;
const ROUNDS = 3;
const LARGE_ROWS = 1_000_000;
const LEAST_RATIO = 0.4;
const MOST_RESIDENT_MB = 512;
const MOST_SECONDS = 60;
const JOB_COMPLETED = 3;

/** Where a column of the file lies in table customers; the others become attributes, in the peer plain columns. */
const sameColumn: Record<string, string> = {
  customer_id: "external_id",
  email: "email",
  full_name: "full_name",
  plan: "plan",
  mrr: "monthly_revenue_cents",
  lifetime_value: "lifetime_value_cents",
  signup_date: "started_at",
  last_seen_at: "last_activity_at",
  churned: "churned",
};

/** The whole pipeline from confirm to Completed, against a bare COPY of the same file into the same indexes. */
export async function run(): Promise<BenchResult[]> {
  const folder = await mkdtemp(path.join(tmpdir(), "forestay-imports-"));
  const app = await startBenchApp();
  try {
    const file = path.join(folder, "customers.csv");
    await writeCustomers(file, ROWS);
    const own: number[] = [];
    const peer: number[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      peer.push(await bareCopy(app, file));
      own.push((await importFile(app, await app.company(), file)).seconds);
    }
    const seconds = median(own);
    const ratio = median(peer) / seconds;
    const large = path.join(folder, "large.csv");
    await writeCustomers(large, LARGE_ROWS);
    const biggest = await importFile(app, await app.company(), large);
    return [
      {
        measure: `import of ${ROWS} rows x 20 columns, confirm to Completed, as a share of a bare COPY's rate`,
        value: ratio,
        unit: "ratio",
        goal: `at least ${LEAST_RATIO}`,
        passed: ratio >= LEAST_RATIO,
      },
      {
        measure: `import of ${ROWS} rows x 20 columns, confirm to Completed`,
        value: seconds,
        unit: "s",
        goal: `at most ${MOST_SECONDS}`,
        passed: seconds <= MOST_SECONDS,
      },
      { measure: "bare COPY of the same file", value: median(peer), unit: "s" },
      {
        measure: `most memory of server and parser while importing ${LARGE_ROWS} rows (upload and dry run included)`,
        value: biggest.mostResidentMb,
        unit: "MB",
        goal: `at most ${MOST_RESIDENT_MB}`,
        passed: biggest.mostResidentMb <= MOST_RESIDENT_MB,
      },
      { measure: `import of ${LARGE_ROWS} rows, confirm to Completed`, value: biggest.seconds, unit: "s" },
    ];
  } finally {
    await app.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

async function importFile(
  app: BenchApp,
  company: BenchCompany,
  file: string,
): Promise<{ seconds: number; mostResidentMb: number }> {
  let mostResidentMb = 0;
  const watch = setInterval(() => {
    void app.residentMb().then((mb) => (mostResidentMb = Math.max(mostResidentMb, mb)));
  }, 250);
  try {
    const form = new FormData();
    form.set("autoConfirm", "true");
    form.set("file", await openAsBlob(file), path.basename(file));
    const { id } = await app.call<{ id: string }>(company, "/api/imports/upload", {
      method: "POST",
      body: form,
    });
    for (;;) {
      const { rows } = await app.admin.query<{ status: number; failure: string | null; seconds: number }>(
        `select status, failure, extract(epoch from completed_at - started_at)::float8 as seconds
         from import_jobs where id = $1`,
        [id],
      );
      const job = rows[0];
      if (job && job.status > JOB_COMPLETED) throw new Error(`The import failed: ${job.failure}`);
      if (job?.status === JOB_COMPLETED) return { seconds: job.seconds, mostResidentMb };
      await delay(50);
    }
  } finally {
    clearInterval(watch);
  }
}

/** A table with the columns, generated columns and indexes of customers, and plain ones for what becomes attributes. */
async function bareCopy(app: BenchApp, file: string): Promise<number> {
  const extra = Object.entries(columns).filter(([name]) => sameColumn[name] === undefined);
  await app.admin.query("drop table if exists bare_customers");
  await app.admin
    .query(`create table bare_customers (like customers including defaults including generated including indexes,
    ${extra.map(([name, type]) => `file_${name} ${type}`).join(", ")})`);
  await app.admin.query(
    "alter table bare_customers alter column company_id set default '00000000-0000-7000-8000-000000000000'",
  );
  const targets = Object.keys(columns).map((name) => sameColumn[name] ?? `file_${name}`);
  const startedAt = performance.now();
  const copy = app.admin.query(
    copyFrom(`copy bare_customers (${targets.join(", ")}) from stdin (format csv, header)`),
  );
  await pipeline(createReadStream(file), copy);
  return (performance.now() - startedAt) / 1000;
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}
