import { diagnosticsRoutes, integrationRoutes } from "@forestay/contracts";
import { peerClock, startStripe, type StripePeer } from "@forestay/provider-sandboxes";
import { afterEach, beforeEach, expect, it } from "vitest";
import { readConfig } from "#config";
import {
  buildCompany,
  buildPlatformUser,
  buildUser,
  createTestApp,
  providersWith,
  type TestApp,
} from "#testing/index.ts";
import { CONNECTED_AT } from "#testing/connected-company.ts";
import type { SignedInUser } from "#platform/http/actor.ts";
import { reconcileJob } from "./reconcile.ts";

let app: TestApp;
let peer: StripePeer;
let owner: SignedInUser;
const params = { provider: "stripe" as const };
const DAY_MS = 86_400_000;

/** Ten customers with a subscription each, begun 40 days ago: a bill then, and one of ten days ago. */
beforeEach(async () => {
  const clock = peerClock(new Date(CONNECTED_AT.getTime() - 40 * DAY_MS));
  peer = await startStripe({ data: "empty", clock });
  const price = peer.data.addPrice({
    product: peer.data.addProduct("Base").id,
    currency: "usd",
    unit_amount: 1000,
    interval: "month",
  });
  for (let n = 0; n < 10; n++) {
    const { id } = peer.data.addCustomer({ name: `Customer ${n}`, email: `c${n}@there.example` });
    peer.data.subscribe({ customer: id, items: [{ price: price.id }] });
  }
  for (let day = 0; day < 40; day++) {
    clock.advance(DAY_MS);
    peer.data.bill();
  }
  app = await createTestApp({
    ...readConfig({}),
    providers: providersWith({ stripe: { base: peer.url } }),
    rateLimitScale: 1000,
  });
  app.clock.set(new Date(clock.now()));
  owner = (await buildUser(app.db, (await buildCompany(app.db)).id, "Owner")).actor;
  await app.call(owner, integrationRoutes.connect, { params, body: { credential: peer.keys.restricted } });
  await app.call(owner, integrationRoutes.sync, { params, body: {} });
  await app.drainJobs();
});
afterEach(async () => {
  await app.close();
  await peer.close();
});

/** The systems as platform staff see them. */
async function systems() {
  const { actor } = await buildPlatformUser(app.db, "Moderator");
  return (await app.call(actor, diagnosticsRoutes.get)).body.systems;
}
function hours(count: number): void {
  peer.clock.advance(count * 3_600_000);
  app.clock.advance(count * 3_600_000);
}

it("compares once a day what is there with what is here, says what differs, and takes it in", async () => {
  await app.runForCompanies(reconcileJob);
  const [system] = await systems();
  expect(system).toMatchObject({
    provider: "Stripe",
    status: "Connected",
    failedRecords: 0,
    waiting: 0,
    // Ten bills of the last 35 days; the first ones are settled, and the subscriptions are older.
    compared: { looked: 10, missing: 0, differing: 0 },
  });
  // What no news told of: a bill that never came, one that says something else, a subscription that is still of now.
  const [gone, changed] = await app.queryAsAdmin<{ id: string; source_id: string }>(
    "select id, source_id from invoices where issued_at > $1::timestamptz - interval '35 days' order by id limit 2",
    [app.clock.now()],
  );
  await app.queryAsAdmin("delete from invoices where id = $1", [gone?.id]);
  await app.queryAsAdmin("update invoices set amount_minor = 5, paid_minor = 5 where id = $1", [changed?.id]);
  const asked = peer.requests.length;
  await app.runForCompanies(reconcileJob);
  expect(peer.requests.length).toBe(asked);
  hours(24);
  await app.runForCompanies(reconcileJob);
  const [after] = await systems();
  expect(after?.compared).toMatchObject({ looked: 10, missing: 1, differing: 1 });
  expect(
    await app.queryAsAdmin("select amount_minor::int as amount from invoices where source_id = any($1)", [
      [gone?.source_id, changed?.source_id],
    ]),
  ).toEqual([{ amount: 1000 }, { amount: 1000 }]);
  expect(await app.queryAsAdmin("select examples from integration_reconciles")).toEqual([
    {
      examples: expect.arrayContaining([
        expect.objectContaining({ object: "invoices", kind: "missing" }),
        expect.objectContaining({ object: "invoices", kind: "differing" }),
      ]),
    },
  ]);
  hours(24);
  await app.runForCompanies(reconcileJob);
  expect((await systems())[0]?.compared).toMatchObject({ missing: 0, differing: 0 });
});

it("looks at bills that are open however old, and waits while news waits", async () => {
  const [old] = [...peer.data.account.invoices.all()].toSorted((a, b) => a.created - b.created);
  if (old) Object.assign(old, { status: "open", amount_paid: 0, amount_remaining: old.amount_due });
  await app.queryAsAdmin(
    `insert into integration_inbox (company_id, provider, event_id, object, source_id, occurred_at, received_at)
     values ($1, 'stripe', 'evt_1', 'customers', 'cus_none', $2, $2)`,
    [owner.companyId, app.clock.now()],
  );
  await app.runForCompanies(reconcileJob);
  expect((await systems())[0]).toMatchObject({ waiting: 1, compared: null });
  await app.queryAsAdmin("delete from integration_inbox");
  await app.runForCompanies(reconcileJob);
  expect((await systems())[0]?.compared).toMatchObject({ looked: 11 });
});

it("tells platform staff first of what needs somebody, without a credential, an address or a customer", async () => {
  await app.queryAsAdmin(
    "update integrations set status = 'TokenExpired', last_error = 'Stripe no longer accepts the key. Paste a new one to go on.'",
  );
  const listed = await systems();
  expect(listed[0]).toMatchObject({ status: "TokenExpired", isSandbox: false });
  expect(JSON.stringify(listed)).not.toMatch(/rk_|there\.example|Customer \d|127\.0\.0\.1/);
});
