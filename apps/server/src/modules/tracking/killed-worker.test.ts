import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createTestApp, type TestApp } from "#testing/index.ts";
import { startWorker } from "#testing/start-worker.ts";
import { addTrackingCompany } from "./fixtures/tracking-company.ts";

const EVENTS = 6000;
const LOCK = 290;

let app: TestApp;
const workers: ChildProcess[] = [];

beforeAll(async () => {
  app = await createTestApp({ rateLimitScale: 1000 });
});
afterAll(async () => {
  for (const worker of workers) worker.kill("SIGKILL");
  await app.close();
});

function takeIn(): ChildProcess {
  const worker = startWorker(app, ["tracking.take-in", "tracking.take-in-company"]);
  workers.push(worker);
  return worker;
}

it("what was answered is in the ledger once each after the worker was killed in the middle of it", async () => {
  const company = await addTrackingCompany(app);
  await company.addCustomers(Array.from({ length: 10 }, (_, n) => ({ externalId: `C-${n}` })));
  for (let first = 0; first < EVENTS; first += 500) {
    const batch = Array.from({ length: 500 }, (_, n) => ({
      type: "track",
      userId: `C-${n % 10}`,
      event: "Login",
      messageId: `m-${first + n}`,
      properties: { value: first + n },
    }));
    expect((await company.send("batch", { batch })).json()).toMatchObject({ accepted: 500 });
  }
  // The second batch, its events written, waits for a lock that the test holds before it is counted.
  await app.queryAsAdmin(`create function hold_second_batch() returns trigger language plpgsql security definer as
    $$ begin perform pg_advisory_xact_lock(${LOCK}); return new; end $$`);
  await app.queryAsAdmin(`create trigger hold before update on tracking_hours for each row
    when (old.written > 0) execute function hold_second_batch()`);
  const holder = await app.db.openConnection("holder");
  await holder.query(`select pg_advisory_lock(${LOCK})`);
  const first = takeIn();
  const waits = `select 1 from pg_locks where locktype = 'advisory' and objid = ${LOCK} and not granted`;
  await expect.poll(() => app.queryAsAdmin(waits), { timeout: 600_000 }).toHaveLength(1);
  first.kill("SIGKILL");
  await once(first, "exit");
  await holder.end();
  await app.queryAsAdmin("drop trigger hold on tracking_hours");
  const stored = await company.events();
  expect(stored.length).toBeGreaterThan(0);
  expect(stored.length).toBeLessThan(EVENTS);

  // Ten seconds of silence, as the queue sees them.
  await app.queryAsAdmin(
    `update pgboss.job set heartbeat_on = heartbeat_on - interval '11 s', started_on = started_on - interval '11 s'
     where name = 'tracking.take-in-company' and state = 'active'`,
  );
  takeIn();
  const left = async () => (await app.queryAsAdmin("select 1 from tracking_inbox limit 1")).length;
  await expect.poll(left, { timeout: 600_000 }).toBe(0);
  const values = (await company.events()).map(({ value }) => value ?? -1);
  expect(values.toSorted((a, b) => a - b)).toEqual(Array.from({ length: EVENTS }, (_, n) => n));
});
