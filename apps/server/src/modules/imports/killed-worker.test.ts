import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { importRoutes, JobStatus } from "@forestay/contracts";
import { afterAll, afterEach, beforeAll, expect, it } from "vitest";
import type { Config } from "#config";
import {
  buildCompany,
  buildUser,
  createTestApp,
  startS3StandIn,
  type S3StandIn,
  type TestApp,
} from "#testing/index.ts";
import { dryRun, imported, statusOf } from "./fixtures/import-flow.ts";
import { ROWS_PER_BATCH } from "./validate-import.ts";

let app: TestApp;
let s3: S3StandIn;
const directories: string[] = [];
const workers: ChildProcess[] = [];

beforeAll(async () => {
  s3 = await startS3StandIn();
});
afterEach(async () => {
  for (const worker of workers.splice(0)) worker.kill("SIGKILL");
  await app.close();
});
afterAll(async () => {
  await s3.close();
  for (const directory of directories) await rm(directory, { recursive: true, force: true });
});

function startWorker(dataDir: string, settings: Config["s3"]): ChildProcess {
  const script = path.join(import.meta.dirname, "fixtures/worker-process.ts");
  const worker = spawn(process.execPath, [script, app.connectionString, dataDir, JSON.stringify(settings)], {
    stdio: "ignore",
  });
  workers.push(worker);
  return worker;
}

/** The data directory of the app itself, or one of another machine that has nothing of the file yet. */
async function dataDirFor(fileKey: string, isShared: boolean): Promise<string> {
  if (!isShared) return path.resolve(await app.context.files.localPath(fileKey), "../../..");
  const directory = await mkdtemp(path.join(os.tmpdir(), "forestay-worker-"));
  directories.push(directory);
  return directory;
}

async function progressed(id: string, until: (rows: number, status: number) => boolean): Promise<void> {
  for (;;) {
    const [job] = await app.queryAsAdmin<{ processed_rows: string; status: number }>(
      "select processed_rows, status from import_jobs where id = $1",
      [id],
    );
    if (job && until(Number(job.processed_rows), job.status)) return;
    // Another process is at work: there is nothing to wait on but its rows.
    await delay(20);
  }
}

/** Three batches: the first is stored, the worker dies in the second, and a third is to come. */
const rowCount = 2 * ROWS_PER_BATCH + 1000;

/** Files whose rows are all new, and where they go. */
const filesOf = {
  customers: {
    csv: () => {
      const rows = Array.from(
        { length: rowCount },
        (_, n) => `K-${n},Name ${n},${n % 100}.50,${n % 7 === 0 ? "yes" : "no"}`,
      );
      return `customer_id,name,mrr,churned\n${rows.join("\n")}\n`;
    },
    id: "external_id",
  },
  events: {
    csv: () => {
      const rows = Array.from(
        { length: rowCount },
        (_, n) =>
          `e-${n},K-${n % 50},${n % 3 === 0 ? "login" : "export"},${new Date(1_760_000_000_000 + n * 60_000).toISOString()}`,
      );
      return `event_id,customer_id,event,timestamp\n${rows.join("\n")}\n`;
    },
    id: "(customer_id, occurred_at, key)",
  },
} as const;

it.each([
  { kind: "customers", place: "a directory", isShared: false },
  { kind: "customers", place: "a bucket, with workers on other machines", isShared: true },
  { kind: "events", place: "a directory", isShared: false },
] as const)(
  "of $kind from $place it goes on after its worker was killed in the middle: every row once, completed once",
  async ({ kind, isShared }) => {
    const settings = isShared ? s3.settings : null;
    app = await createTestApp({ rateLimitScale: 1000, s3: settings });
    const companyId = (await buildCompany(app.db)).id;
    const user = (await buildUser(app.db, companyId, "Staff")).actor;
    await app.queryAsAdmin("create table completions (import_id uuid)");
    await app.queryAsAdmin(`create function note_completion() returns trigger language plpgsql security definer as
      $$ begin insert into completions values (new.id); return new; end $$`);
    await app.queryAsAdmin(`create trigger note after update on import_jobs for each row
      when (new.status = ${JobStatus.Completed} and old.status is distinct from new.status) execute function note_completion()`);

    if (kind === "events") {
      const ids = Array.from({ length: 50 }, (_, n) => `K-${n}`);
      await imported(app, user, `customer_id,plan\n${ids.map((id) => `${id},Pro`).join("\n")}\n`);
      await app.queryAsAdmin("delete from completions");
    }
    const job = await dryRun(app, user, filesOf[kind].csv());
    expect(job.kind).toBe(kind);
    const [stored] = await app.queryAsAdmin<{ file_key: string }>(
      "select file_key from import_jobs where id = $1",
      [job.id],
    );
    const fileKey = stored?.file_key ?? "";
    await app.call(user, importRoutes.confirm, { params: { id: job.id } });

    // The second batch, its rows written, waits for a lock that the test holds before it is counted.
    await app.queryAsAdmin(`create function hold_second_batch() returns trigger language plpgsql security definer as
      $$ begin perform pg_advisory_xact_lock(55); return new; end $$`);
    await app.queryAsAdmin(`create trigger hold before update on import_jobs for each row
      when (old.processed_rows > 0 and new.processed_rows > old.processed_rows) execute function hold_second_batch()`);
    const holder = await app.db.openConnection("holder");
    await holder.query("select pg_advisory_lock(55)");
    const first = startWorker(await dataDirFor(fileKey, isShared), settings);
    await expect
      .poll(
        () =>
          app.queryAsAdmin(
            "select 1 from pg_locks where locktype = 'advisory' and objid = 55 and not granted",
          ),
        { timeout: 600_000 },
      )
      .toHaveLength(1);
    first.kill("SIGKILL");
    await once(first, "exit");
    await holder.end();
    await app.queryAsAdmin("drop trigger hold on import_jobs");
    const [killed] = await app.queryAsAdmin<{
      processed_rows: string;
      created_count: string;
      stored: string;
    }>(
      `select processed_rows, created_count, (select count(*) from ${kind} where company_id = $2) as stored
       from import_jobs where id = $1`,
      [job.id, companyId],
    );
    expect(Number(killed?.processed_rows)).toBe(ROWS_PER_BATCH);
    // What the job row says is exactly what is stored.
    expect(killed?.stored).toBe(killed?.created_count);

    // Ten seconds of silence: of the 30 within which a job goes on, the rest is left to whoever takes it; not the hour of a
    // failed run.
    const silent = await app.queryAsAdmin(
      `update pgboss.job set heartbeat_on = heartbeat_on - interval '11 s', started_on = started_on - interval '11 s'
       where name = 'imports.run' and state = 'active' returning heartbeat_seconds`,
    );
    expect(silent).toEqual([{ heartbeat_seconds: 10 }]);
    startWorker(await dataDirFor(fileKey, isShared), settings);
    await progressed(job.id, (processed) => processed > Number(killed?.processed_rows));
    await progressed(job.id, (_processed, status) => status === JobStatus.Completed);

    expect((await statusOf(app, user, job.id)).counts).toMatchObject({
      totalRows: rowCount,
      create: rowCount,
      update: 0,
      skip: 0,
      error: 0,
    });
    const [count] = await app.queryAsAdmin<{ rows: string; ids: string; customers: string; total: string }>(
      `select count(*) as rows, count(distinct ${filesOf[kind].id}) as ids,
         (select count(*) from customers where company_id = $1) as customers,
         (select customer_count from customer_totals where company_id = $1) as total
       from ${kind} where company_id = $1`,
      [companyId],
    );
    const customers = String(kind === "events" ? 50 : rowCount);
    expect(count).toEqual({ rows: String(rowCount), ids: String(rowCount), customers, total: customers });
    expect(await app.queryAsAdmin("select import_id from completions")).toEqual([{ import_id: job.id }]);
    // The workers of this test run imports only.
    await app.drainJobs();
    const told = await app.queryAsAdmin(
      "select kind from notifications where company_id = $1 and action_url like '%' || $2",
      [companyId, job.id],
    );
    expect(told).toEqual([{ kind: "import_completed" }]);
  },
);
