import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { companyDataRoutes, type TakeIn } from "@forestay/contracts";
import { afterEach, expect, it } from "vitest";
import { buildCompany, buildUser, createTestApp, upload, type TestApp } from "#testing/index.ts";
import { startWorker } from "#testing/start-worker.ts";
import { takeInJob } from "./take-in-job.ts";

const LOCK = 656;
const CUSTOMERS = 500;

let app: TestApp;
let worker: ChildProcess | undefined;
afterEach(async () => {
  worker?.kill("SIGKILL");
  await app.close();
});

it("a worker that is killed in the middle leaves the company empty, and the next attempt brings all of it in once", async () => {
  app = await createTestApp({ rateLimitScale: 1000 });
  const owners = await Promise.all(
    ["There", "Here"].map(async (name) => {
      const { id } = await buildCompany(app.db, name);
      return (await buildUser(app.db, id, "Owner", { now: app.clock.now() })).actor;
    }),
  );
  const [there, here] = owners as [(typeof owners)[0], (typeof owners)[0]];
  await app.queryAsAdmin(
    `insert into customers (company_id, external_id, full_name) select $1, 'C-' || n, 'Ann Number' || n from generate_series(1, $2::int) n`,
    [there.companyId, CUSTOMERS],
  );
  await app.queryAsAdmin(
    `insert into customer_events (company_id, customer_id, type, title, occurred_at)
     select company_id, id, 'note', 'Hello', now() from customers`,
  );
  const link = await app.call(there, companyDataRoutes.exportEverything);
  const zip = (await app.inject({ url: link.body.downloadPath })).rawPayload;

  // Its customers written, it waits at the first of their events for a lock that the test holds.
  await app.queryAsAdmin(`create function hold_it() returns trigger language plpgsql security definer as
    $$ begin perform pg_advisory_xact_lock(${LOCK}); return new; end $$`);
  await app.queryAsAdmin(
    "create trigger hold before insert on customer_events for each row execute function hold_it()",
  );
  const holder = await app.db.openConnection("holder");
  await holder.query(`select pg_advisory_lock(${LOCK})`);
  const sent = await upload(app, here, zip, { name: "everything.zip", url: "/api/company/imports" });
  expect(sent.statusCode, sent.body).toBe(202);
  worker = startWorker(app, [takeInJob.name]);
  const waits = `select 1 from pg_locks where locktype = 'advisory' and objid = ${LOCK} and not granted`;
  await expect.poll(() => app.queryAsAdmin(waits), { timeout: 600_000 }).toHaveLength(1);
  const latest = async (): Promise<TakeIn | null> =>
    (await app.call(here, companyDataRoutes.takenIn)).body.latest;
  expect(await latest()).toMatchObject({ status: "running", taken: [] });
  worker.kill("SIGKILL");
  await once(worker, "exit");
  await holder.end();
  await app.queryAsAdmin("drop trigger hold on customer_events");
  const customers = async () =>
    (
      await app.queryAsAdmin<{ count: number }>(
        "select count(*)::int as count from customers where company_id = $1",
        [here.companyId],
      )
    )[0]?.count;
  await expect.poll(() => app.queryAsAdmin(waits)).toHaveLength(0);
  expect(await customers()).toBe(0);

  // What the queue does once the heartbeat of the dead one has been silent for long enough.
  await app.queryAsAdmin(
    `update pgboss.job set state = 'retry', start_after = now() where name = '${takeInJob.name}' and state = 'active'`,
  );
  await app.drainJobs({ ignoreRunAt: true });
  expect(await customers()).toBe(CUSTOMERS);
  const ended = await latest();
  expect(ended).toMatchObject({ status: "done", failure: null });
  expect(ended?.taken).toContainEqual({ table: "customer_events", rows: CUSTOMERS });
}, 120_000);
