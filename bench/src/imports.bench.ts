import { createReadStream } from "node:fs";
import { mkdtemp, open, rm } from "node:fs/promises";
import { openAsBlob } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { pipeline } from "node:stream/promises";
import { setTimeout as delay } from "node:timers/promises";
import { from as copyFrom } from "pg-copy-streams";
import type { BenchResult } from "./bench-result.ts";
import { startBenchApp, type BenchApp, type BenchCompany } from "./bench-app.ts";

const ROWS = 200_000;
const ROUNDS = 3;
const LARGE_ROWS = 1_000_000;
const LEAST_RATIO = 0.4;
const MOST_RESIDENT_MB = 512;
const MOST_SECONDS = 60;
const JOB_COMPLETED = 3;

/** Columns of the file; each can be loaded as it stands into the peer's column of that type. */
const columns = {
  customer_id: "text",
  email: "text",
  full_name: "text",
  plan: "text",
  subscription_status: "text",
  mrr: "bigint",
  lifetime_value: "bigint",
  signup_date: "timestamptz",
  last_seen_at: "timestamptz",
  churned: "boolean",
  region: "text",
  industry: "text",
  seats: "integer",
  logins_30d: "integer",
  tickets_90d: "integer",
  nps: "integer",
  usage_share: "double precision",
  contract: "text",
  discount: "double precision",
  is_partner: "boolean",
} as const;

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
    await writeFile(file, ROWS);
    const own: number[] = [];
    const peer: number[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      peer.push(await bareCopy(app, file));
      own.push((await importFile(app, await app.company(), file)).seconds);
    }
    const seconds = median(own);
    const ratio = median(peer) / seconds;
    const large = path.join(folder, "large.csv");
    await writeFile(large, LARGE_ROWS);
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

async function writeFile(file: string, rows: number): Promise<void> {
  const handle = await open(file, "w");
  try {
    await handle.write(`${Object.keys(columns).join(",")}\n`);
    for (let start = 0; start < rows; start += 10_000) {
      let text = "";
      for (let n = start; n < Math.min(rows, start + 10_000); n++) text += `${row(n)}\n`;
      await handle.write(text);
    }
  } finally {
    await handle.close();
  }
}

/** Spread like real data, the same in every run: a multiplicative hash in place of chance. */
function row(n: number): string {
  const random = (salt: number) =>
    ((Math.imul(n + 1, 2_654_435_761) ^ Math.imul(salt, 40_503)) >>> 0) / 2 ** 32;
  const pick = (list: readonly string[], salt: number) => list[Math.floor(random(salt) * list.length)] ?? "";
  const day = (from: number, span: number, salt: number) =>
    new Date(from + Math.floor(random(salt) * span) * 86_400_000).toISOString().slice(0, 10);
  return [
    `C-${String(Math.imul(n, 7919) >>> 0).padStart(10, "0")}-${n}`,
    `person${n}@company${n % 5000}.example`,
    `${pick(["Anna", "Bert", "Carla", "Dirk", "Eva", "Fritz"], 1)}${n % 977} ${pick(["Meyer", "Smith", "Garcia", "Novak", "Khan"], 2)}${n % 1009}`,
    pick(["Basic", "Pro", "Team", "Enterprise"], 3),
    pick(["active", "active", "active", "cancelled", "past_due", "paused"], 4),
    Math.floor(random(5) * 900),
    Math.floor(random(6) * 50_000),
    day(1_500_000_000_000, 2500, 7),
    day(1_700_000_000_000, 600, 8),
    random(9) < 0.15 ? "true" : "false",
    pick(["EMEA", "AMER", "APAC"], 10),
    pick(["Retail", "Health", "Finance", "Education", "Media"], 11),
    Math.floor(random(12) * 200),
    Math.floor(random(13) * 60),
    Math.floor(random(14) * 9),
    Math.floor(random(15) * 11),
    (Math.floor(random(16) * 1000) / 1000).toFixed(3),
    pick(["monthly", "yearly", "two years"], 17),
    (Math.floor(random(18) * 40) / 100).toFixed(2),
    random(19) < 0.2 ? "true" : "false",
  ].join(",");
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}
