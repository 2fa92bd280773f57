import { spawn, type ChildProcess } from "node:child_process";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { importRoutes, JobStatus } from "@forestay/contracts";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { CompanyUser } from "#platform/http/actor.ts";
import { buildCompany, buildUser, createTestApp, type TestApp } from "#testing/index.ts";
import { dryRun, statusOf } from "./fixtures/import-flow.ts";

let app: TestApp;
let companyId: string;
let user: CompanyUser;
let filesDir: string;
const workers: ChildProcess[] = [];

const ROWS = 60_000;

beforeAll(async () => {
  app = await createTestApp({ rateLimitScale: 1000 });
  companyId = (await buildCompany(app.db)).id;
  user = (await buildUser(app.db, companyId, "Staff")).actor;
});
afterAll(async () => {
  for (const worker of workers) worker.kill("SIGKILL");
  await app.close();
});

function startWorker(): ChildProcess {
  const script = path.join(import.meta.dirname, "fixtures/worker-process.ts");
  const worker = spawn(process.execPath, [script, app.connectionString, filesDir], { stdio: "ignore" });
  workers.push(worker);
  return worker;
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

it(
  "goes on after its worker was killed in the middle: every row once, completed once",
  { timeout: 120_000 },
  async () => {
    await app.queryAsAdmin("create table completions (import_id uuid)");
    await app.queryAsAdmin(`create function note_completion() returns trigger language plpgsql security definer as
      $$ begin insert into completions values (new.id); return new; end $$`);
    await app.queryAsAdmin(`create trigger note after update on import_jobs for each row
      when (new.status = ${JobStatus.Completed} and old.status is distinct from new.status) execute function note_completion()`);

    const rows = Array.from(
      { length: ROWS },
      (_, n) => `K-${n},Name ${n},${n % 100}.50,${n % 7 === 0 ? "yes" : "no"}`,
    );
    const job = await dryRun(app, user, `customer_id,name,mrr,churned\n${rows.join("\n")}\n`);
    const [stored] = await app.queryAsAdmin<{ file_key: string }>(
      "select file_key from import_jobs where id = $1",
      [job.id],
    );
    filesDir = path.dirname(path.dirname(await app.context.files.localPath(stored?.file_key ?? "")));
    await app.call(user, importRoutes.confirm, { params: { id: job.id } });

    const first = startWorker();
    await progressed(job.id, (processed) => processed > 0);
    first.kill("SIGKILL");
    await new Promise((resolve) => first.once("exit", resolve));
    const [killed] = await app.queryAsAdmin<{
      processed_rows: string;
      created_count: string;
      stored: string;
    }>(
      `select processed_rows, created_count, (select count(*) from customers where company_id = $2) as stored
       from import_jobs where id = $1`,
      [job.id, companyId],
    );
    expect(Number(killed?.processed_rows)).toBeGreaterThan(0);
    expect(Number(killed?.processed_rows)).toBeLessThan(ROWS);
    // What the job row says is exactly what is stored, at whatever moment the kill came.
    expect(killed?.stored).toBe(killed?.created_count);

    const killedAt = performance.now();
    startWorker();
    await progressed(job.id, (processed) => processed > Number(killed?.processed_rows));
    expect(performance.now() - killedAt).toBeLessThan(30_000);
    await progressed(job.id, (_processed, status) => status === JobStatus.Completed);

    expect((await statusOf(app, user, job.id)).counts).toEqual({
      totalRows: ROWS,
      create: ROWS,
      update: 0,
      skip: 0,
      error: 0,
    });
    const [count] = await app.queryAsAdmin<{ rows: string; ids: string; total: string }>(
      `select count(*) as rows, count(distinct external_id) as ids,
         (select customer_count from customer_totals where company_id = $1) as total
       from customers where company_id = $1`,
      [companyId],
    );
    expect(count).toEqual({ rows: String(ROWS), ids: String(ROWS), total: String(ROWS) });
    expect(await app.queryAsAdmin("select import_id from completions")).toEqual([{ import_id: job.id }]);
    const told = await app.queryAsAdmin("select kind from notifications where company_id = $1", [companyId]);
    expect(told).toEqual([{ kind: "import_completed" }]);
  },
);
