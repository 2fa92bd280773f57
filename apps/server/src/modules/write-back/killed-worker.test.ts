import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { writeBackRoutes } from "@forestay/contracts";
import { startHubSpot, type HubSpotPeer } from "@forestay/provider-sandboxes";
import { afterEach, beforeEach, expect, it } from "vitest";
import { connectedCompany, type Connected } from "#testing/connected-company.ts";
import { startWorker } from "#testing/start-worker.ts";
import { writeScoresJob } from "./write-scores.ts";

/** More than one call takes. */
const CONTACTS = 130;
const LOCK = 311;

let company: Connected<HubSpotPeer>;
let worker: ChildProcess | undefined;
beforeEach(async () => {
  company = await connectedCompany("hubspot", (options: object) =>
    startHubSpot({ ...options, data: "empty" }),
  );
  for (let at = 0; at < CONTACTS; at++)
    company.peer.data.add("contacts", {
      email: `p${at}@there.example`,
      lastname: `Person ${at}`,
      lifecyclestage: "customer",
    });
});
afterEach(async () => {
  worker?.kill("SIGKILL");
  await company.close();
});

/** Has a worker do jobs until it waits, what it did done but not yet written down, and kills it there. */
async function killedAt(statement: string, job: string): Promise<void> {
  await company.rows(`create function hold_it() returns trigger language plpgsql security definer as
    $$ begin perform pg_advisory_xact_lock(${LOCK}); return new; end $$`);
  await company.rows(`create trigger hold ${statement} for each row execute function hold_it()`);
  const holder = await company.app.db.openConnection("holder");
  await holder.query(`select pg_advisory_lock(${LOCK})`);
  worker = startWorker(company.app, [job], { providers: company.app.context.config.providers });
  const waits = `select 1 from pg_locks where locktype = 'advisory' and objid = ${LOCK} and not granted`;
  await expect.poll(() => company.rows(waits), { timeout: 600_000 }).toHaveLength(1);
  worker.kill("SIGKILL");
  await once(worker, "exit");
  await holder.end();
  await company.rows(`drop trigger hold on ${statement.split(" on ")[1]?.split(" ")[0]}`);
  // What the queue does once the heartbeat of the dead one has been silent for long enough.
  await company.rows(
    `update pgboss.job set state = 'retry', start_after = now() where name = '${job}' and state = 'active'`,
  );
  await company.app.drainJobs({ ignoreRunAt: true });
}

it("a worker killed after a call and before its rows writes each score, and the same twice to no effect", async () => {
  await company.sync();
  await company.rows("update customers set churn_risk_score = 71, churn_risk_level = 2");
  await company.app.call(company.owner, writeBackRoutes.change, {
    params: company.params,
    body: { isOn: true },
  });
  await company.connect();
  await killedAt("before insert on written_scores", writeScoresJob.company.name);
  const calls = company.peer.requests.filter(
    ({ path, status }) => path.endsWith("/contacts/batch/update") && status < 300,
  );
  const written = calls.flatMap(({ body }) =>
    (JSON.parse(body) as { inputs: { id: string }[] }).inputs.map(({ id }) => id),
  );
  // The call that was under way is made again, and no other.
  expect(new Set(written).size).toBe(CONTACTS);
  expect(written.length).toBe(CONTACTS + 100);
  expect(
    [...company.peer.data.records.contacts.values()].map(
      ({ properties }) => properties["forestay_churn_risk_score"],
    ),
  ).toEqual(Array.from({ length: CONTACTS }, () => "71"));
  expect(await company.rows("select 1 from written_scores where score = 71")).toHaveLength(CONTACTS);
}, 120_000);

it("a worker killed after it took in what it was told and before it says so takes it in once", async () => {
  await company.app.server.listen({ port: company.app.context.config.port, host: "127.0.0.1" });
  await company.sync();
  const [first] = [...company.peer.data.records.contacts.values()];
  company.peer.webhooks.hold();
  company.peer.data.edit("contacts", first?.id ?? "", { lastname: "Told" });
  company.peer.data.add("contacts", {
    email: "new@there.example",
    lastname: "New",
    lifecyclestage: "customer",
  });
  await company.peer.webhooks.release();
  await killedAt("before update on integration_inbox", "integrations.follow");
  expect(await company.rows("select 1 from integration_inbox where handled_at is null")).toEqual([]);
  expect(await company.rows("select 1 from customers where full_name = 'Told'")).toHaveLength(1);
  expect(await company.rows("select 1 from customers where email = 'new@there.example'")).toHaveLength(1);
  expect(await company.rows("select 1 from customers")).toHaveLength(CONTACTS + 1);
}, 120_000);
