import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { integrationRoutes } from "@forestay/contracts";
import { startStripe, type StripePeer } from "@forestay/provider-sandboxes";
import { afterAll, beforeAll, expect, it } from "vitest";
import { buildCompany, buildUser, createTestApp, providersWith, type TestApp } from "#testing/index.ts";
import { startWorker } from "#testing/start-worker.ts";

const CUSTOMERS = 2500;
const LOCK = 310;

let app: TestApp;
let peer: StripePeer;
let worker: ChildProcess | undefined;

beforeAll(async () => {
  peer = await startStripe({ data: { customers: CUSTOMERS, invoices: CUSTOMERS } });
  const providers = providersWith({ stripe: { base: peer.url, callsPerSecond: 10_000 } });
  app = await createTestApp({ providers });
});
afterAll(async () => {
  worker?.kill("SIGKILL");
  await app.close();
  await peer.close();
});

it("a first reading whose worker was killed in the middle of it goes on from there, each record once", async () => {
  const { id } = await buildCompany(app.db);
  const owner = (await buildUser(app.db, id, "Owner")).actor;
  const params = { provider: "stripe" as const };
  await app.call(owner, integrationRoutes.connect, { params, body: { credential: peer.keys.restricted } });
  await app.call(owner, integrationRoutes.sync, { params, body: {} });
  // The second write of customers, its rows written, waits for a lock of the test's before its place is.
  await app.queryAsAdmin(`create function hold_second_write() returns trigger language plpgsql security definer as
    $$ begin perform pg_advisory_xact_lock(${LOCK}); return new; end $$`);
  await app.queryAsAdmin(`create trigger hold before update on integration_runs for each row
    when (old.place is not null) execute function hold_second_write()`);
  const holder = await app.db.openConnection("holder");
  await holder.query(`select pg_advisory_lock(${LOCK})`);
  worker = startWorker(app, ["integrations.sync"], { providers: app.context.config.providers });
  const waits = `select 1 from pg_locks where locktype = 'advisory' and objid = ${LOCK} and not granted`;
  await expect.poll(() => app.queryAsAdmin(waits), { timeout: 600_000 }).toHaveLength(1);
  worker.kill("SIGKILL");
  await once(worker, "exit");
  await holder.end();
  await app.queryAsAdmin("drop trigger hold on integration_runs");
  expect(await app.queryAsAdmin("select count(*)::int as n from customers")).toEqual([{ n: 1000 }]);

  // What the queue does once the heartbeat of the dead one has been silent for long enough.
  await app.queryAsAdmin(
    "update pgboss.job set state = 'retry', start_after = now() where name = 'integrations.sync' and state = 'active'",
  );
  await app.drainJobs({ ignoreRunAt: true });
  const [run] = (await app.call(owner, integrationRoutes.runs, { params })).body.items;
  expect(run).toMatchObject({ status: "done" });
  expect(run?.counts.slice(0, 2)).toMatchObject([
    { object: "customers", read: CUSTOMERS, saved: CUSTOMERS, failed: 0 },
    { object: "invoices", read: CUSTOMERS, saved: CUSTOMERS, failed: 0 },
  ]);
  expect(await app.queryAsAdmin("select count(*)::int as n from customers")).toEqual([{ n: CUSTOMERS }]);
  expect(await app.queryAsAdmin("select count(*)::int as n from invoices")).toEqual([{ n: CUSTOMERS }]);
});
