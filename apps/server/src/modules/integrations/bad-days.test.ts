import { customerDataRoutes, integrationRoutes, notificationRoutes } from "@forestay/contracts";
import { peerClock, startStripe, stripeSignature, type StripePeer } from "@forestay/provider-sandboxes";
import { afterEach, beforeEach, expect, it } from "vitest";
import { readConfig } from "#config";
import { buildCompany, buildUser, createTestApp, providersWith, type TestApp } from "#testing/index.ts";
import { CONNECTED_AT } from "#testing/connected-company.ts";
import type { SignedInUser } from "#platform/http/actor.ts";
import { followJob } from "./follow-news.ts";
import { syncJob } from "./run-sync.ts";
import { scheduleJob } from "./schedule.ts";

let app: TestApp;
let peer: StripePeer;
let owner: SignedInUser;
const params = { provider: "stripe" as const };
const PORT = 4999;

/** An account of a few customers, each with one plain subscription. */
beforeEach(async () => {
  const clock = peerClock(CONNECTED_AT);
  peer = await startStripe({ data: "empty", clock });
  const price = peer.data.addPrice({
    product: peer.data.addProduct("Base").id,
    currency: "usd",
    unit_amount: 1000,
    interval: "month",
  });
  for (let n = 0; n < 205; n++) {
    const { id } = peer.data.addCustomer({ name: `Customer ${n}`, email: `c${n}@there.example` });
    if (n < 5) peer.data.subscribe({ customer: id, items: [{ price: price.id }] });
  }
  app = await createTestApp({
    ...readConfig({}),
    port: PORT,
    providers: providersWith({
      stripe: {
        base: peer.url,
        sandbox: { base: peer.url, credential: peer.keys.restricted, client: { id: "", secret: "" } },
      },
    }),
    rateLimitScale: 1000,
  });
  app.clock.set(new Date(clock.now()));
  owner = (await buildUser(app.db, (await buildCompany(app.db)).id, "Owner")).actor;
});
afterEach(async () => {
  await app.close();
  await peer.close();
});

const connect = (credential = peer.keys.restricted) =>
  app.call(owner, integrationRoutes.connect, { params, body: { credential } });
const startSync = () => app.call(owner, integrationRoutes.sync, { params, body: {} });
const read = async () => (await app.call(owner, integrationRoutes.get, { params })).body;
const runs = async () => (await app.call(owner, integrationRoutes.runs, { params })).body.items;
const count = async (table: string) =>
  Number((await app.queryAsAdmin<{ n: string }>(`select count(*) as n from ${table}`))[0]?.n);
async function connected(): Promise<void> {
  await connect();
  await startSync();
  await app.drainJobs();
}
const pass = (ms: number) => {
  peer.clock.advance(ms);
  app.clock.advance(ms);
};

it("refuses a key that is none, of another kind, or of another account, in words at the field", async () => {
  expect((await connect("sk_live_everything")).body).toMatchObject({
    fields: { credential: "A restricted key begins with 'rk_'." },
  });
  expect((await connect("rk_test_unknown")).body).toMatchObject({
    fields: { credential: "Stripe does not accept this key." },
  });
  await connect();
  const other = await startStripe({ data: "empty", seed: 7 });
  try {
    app.context.config.providers.stripe.base = other.url;
    expect(await connect(other.keys.restricted)).toMatchObject({
      status: 409,
      body: { code: "conflict", message: expect.stringContaining("disconnect it first") },
    });
  } finally {
    await other.close();
  }
});

it("goes on from the page where it was cut off, and doubles nobody", async () => {
  await connect();
  // The second page of customers is never answered, six times a try.
  const cut = peer.fault({ match: /GET \/v1\/customers\?.*starting_after/, dropSocket: true, times: 6 });
  await startSync();
  await app.drainJobs({ ignoreRunAt: true });
  expect(cut.met).toBe(6);
  expect(await count("customers")).toBe(205);
  expect(await count("subscriptions")).toBe(5);
  const [run] = await runs();
  expect(run).toMatchObject({
    status: "done",
    counts: [{ object: "customers", read: 205, saved: 205, failed: 0 }, {}, {}, {}],
  });
});

it("waits as long as Stripe asks it to, and a person reads what it waits for when that is too long", async () => {
  await connect();
  peer.fault({
    match: "GET /v1/invoices",
    status: 429,
    headers: { "retry-after": "7200" },
    body: {
      error: { type: "invalid_request_error", code: "rate_limit", message: "Request rate limit exceeded." },
    },
    times: 100,
  });
  await startSync();
  await app.drainJobs({ ignoreRunAt: true });
  const { status, connection } = await read();
  expect(status).toBe("Connected");
  expect(connection).toMatchObject({ lastError: "Stripe asks us to slow down.", lastSyncAt: null });
  expect(connection?.nextSyncAt).not.toBeNull();
  expect(await count("customers")).toBe(205);
});

it.each([
  [
    "in Stripe's words",
    { error: { type: "invalid_request_error", message: "Expired API Key provided: rk_****" } },
  ],
  ["in no words", { message: "Unauthorized" }],
])(
  "says at once that it is no longer let in, %s, tells who can mend it, and goes on with another key",
  async (_words, said) => {
    await connected();
    pass(2 * 60 * 60_000);
    peer.data.addCustomer({ name: "Meanwhile", email: "meanwhile@there.example" });
    const revoked = peer.fault({
      match: /./,
      status: 401,
      body: said,
      times: 100,
    });
    await app.runForCompanies(scheduleJob);
    await app.drainJobs();
    const gone = await read();
    expect(gone).toMatchObject({
      status: "TokenExpired",
      connection: {
        nextSyncAt: null,
        lastError: "Stripe no longer accepts the key. Paste a new one to go on.",
      },
    });
    expect(await startSync()).toMatchObject({ status: 409, body: { code: "invalid_state" } });
    const { body } = await app.call(owner, notificationRoutes.list);
    expect(body.notifications[0]).toMatchObject({
      title: "Stripe no longer lets us in",
      actionUrl: "/settings/integrations/stripe/configure",
    });
    revoked.cancel();
    expect((await connect()).body.status).toBe("Connected");
    await app.runForCompanies(scheduleJob);
    await app.drainJobs();
    expect(await read()).toMatchObject({ status: "Connected", connection: { lastError: null } });
    expect(await app.queryAsAdmin("select 1 from customers where full_name = 'Meanwhile'")).toHaveLength(1);
  },
);

it("names the permission that is missing and waits for a person", async () => {
  await connect(peer.keys.withoutInvoices);
  await startSync();
  await app.drainJobs();
  const { status, connection } = await read();
  expect(status).toBe("Error");
  expect(connection?.lastError).toContain("Give it Read on Customers, Subscriptions, Invoices");
});

it("keeps what Stripe tells once, however often and in whatever order, and nothing that is forged", async () => {
  await app.server.listen({ port: PORT, host: "127.0.0.1" });
  await connected();
  expect((await read()).connection?.tellsUs).toBe(true);
  peer.webhooks.hold();
  peer.webhooks.copies = 3;
  pass(60_000);
  const { id } = peer.data.addCustomer({ name: "First", email: "told@there.example" });
  pass(60_000);
  peer.data.editCustomer(id, { name: "Second" });
  pass(60_000);
  peer.data.editCustomer(id, { name: "Third" });
  await peer.webhooks.release("reversed");
  expect(peer.webhooks.tries.every(({ status }) => status === 200)).toBe(true);
  await app.drainJobs();
  expect(
    await app.queryAsAdmin("select full_name from customers where email = 'told@there.example'"),
  ).toEqual([{ full_name: "Third" }]);
  const kept = await count("integration_inbox");

  const [listener] = peer.webhooks.listeners.values();
  const event = JSON.stringify([...peer.data.account.events.all()][0]).replace(
    /"id":"evt_[^"]+"/,
    '"id":"evt_forged"',
  );
  const seconds = Math.floor(app.clock.now().getTime() / 1000);
  const send = (signature: string | null, body = event) =>
    app.inject({
      method: "POST",
      url: new URL(listener?.url ?? "").pathname,
      headers: {
        "content-type": "application/json",
        ...(signature !== null && { "stripe-signature": signature }),
      },
      payload: body,
    });
  const secret = listener?.secret ?? "";
  for (const forged of [
    await send(null),
    await send(stripeSignature("whsec_other", event, seconds)),
    await send(stripeSignature(secret, event, seconds), `${event} `),
    await send(stripeSignature(secret, event, seconds - 301)),
  ])
    expect(forged.statusCode).toBe(404);
  expect(await count("integration_inbox")).toBe(kept);
});

it("forgets its key and its address there when it is disconnected, and doubles nobody when it comes back", async () => {
  await connected();
  expect([...peer.data.account.webhookEndpoints.all()]).toHaveLength(1);
  const gone = await app.call(owner, integrationRoutes.disconnect, { params, body: {} });
  expect(gone.body).toMatchObject({ status: "NotConnected", connection: null });
  expect([...peer.data.account.webhookEndpoints.all()]).toEqual([]);
  for (const table of [
    "integrations",
    "integration_runs",
    "integration_errors",
    "integration_references",
    "integration_inbox",
  ])
    expect(await count(table)).toBe(0);
  expect(await count("customers")).toBe(205);
  await connected();
  expect(await count("customers")).toBe(205);
  expect(await count("invoices")).toBe(5);
});

it("takes in at a run's end what was told while it went on", async () => {
  await app.server.listen({ port: PORT, host: "127.0.0.1" });
  await connect();
  await startSync();
  // Told before the first page is read: the job that hears of it finds the run under way.
  peer.data.addCustomer({ name: "Early", email: "early@there.example" });
  await peer.webhooks.settled();
  await app.runJob(followJob, { companyId: owner.companyId ?? "", provider: "stripe" });
  await app.queryAsAdmin("delete from pgboss.job where name = 'integrations.follow'");
  expect(await count("customers")).toBe(0);
  await app.drainJobs();
  expect(await app.queryAsAdmin("select 1 from integration_inbox where handled_at is null")).toEqual([]);
  expect(
    await app.queryAsAdmin("select full_name from customers where email = 'early@there.example'"),
  ).toEqual([{ full_name: "Early" }]);
});

it("is read to its end once, also when its worker dies between the last page and the end", async () => {
  await connect();
  await startSync();
  await app.drainJobs();
  const [run] = await app.queryAsAdmin<{ id: string }>("select id from integration_runs");
  // As the last write leaves it.
  await app.queryAsAdmin(
    `update integration_runs set status = 'running', ended_at = null, place = '{"object": null, "page": null}'`,
  );
  await app.queryAsAdmin("update integrations set status = 'Syncing'");
  // Whether its address is told of all kinds is asked by every run.
  const pages = () => peer.requests.filter(({ path }) => !path.includes("webhook_endpoints")).length;
  const asked = pages();
  const companyId = owner.companyId ?? "";
  await app.runJob(syncJob, { companyId, provider: "stripe", runId: run?.id ?? "", failureIds: null });
  expect(pages()).toBe(asked);
  expect((await runs())[0]).toMatchObject({
    status: "done",
    reading: null,
    counts: [{ read: 205 }, {}, {}, {}],
  });
});

it("lets go of a failed record that is gone there", async () => {
  const { id } = peer.data.addCustomer({ name: "Broken", email: "no address" });
  await connected();
  expect((await read()).connection?.failedRecords).toBe(1);
  peer.data.deleteCustomer(id);
  await app.call(owner, integrationRoutes.retry, { params, body: { ids: null } });
  await app.drainJobs();
  expect((await read()).connection?.failedRecords).toBe(0);
});

it("counts a customer once, however many of its bills come while nobody can say who it is", async () => {
  const twice = [...peer.data.account.subscriptions.all()][0]?.customer ?? "";
  const email = peer.data.account.customers.get(twice)?.email;
  await app.queryAsAdmin(
    "insert into customers (company_id, external_id, email) values ($1, 'C-1', $2), ($1, 'C-2', $2)",
    [owner.companyId, email],
  );
  await connected();
  const [run] = await runs();
  expect(run?.counts[0]).toMatchObject({ object: "customers", read: 205, saved: 204, failed: 1 });
});

it("does not bring back whom the company erased, and keeps nothing of them", async () => {
  await connected();
  const [gone] = [...peer.data.account.subscriptions.all()];
  const sourceId = gone?.customer ?? "";
  const [known] = await app.queryAsAdmin<{ id: string; name: string }>(
    `select c.id, c.full_name as name from customers c join customer_links l on l.customer_id = c.id where l.source_id = $1`,
    [sourceId],
  );
  const { status } = await app.call(owner, customerDataRoutes.erase, {
    params: { id: known?.id ?? "" },
    body: { typedName: known?.name ?? "" },
  });
  expect(status).toBe(200);
  const invoice =
    [...peer.data.account.invoices.all()].find(({ customer }) => customer === sourceId)?.id ?? "";
  const tables = [
    "customer_links",
    "integration_errors",
    "integration_inbox",
    "integration_references",
    "invoices",
    "subscriptions",
  ];
  const keeping = async () => {
    const found: string[] = [];
    for (const table of tables)
      if (
        (
          await app.queryAsAdmin(`select 1 from ${table} t where t::text like any($1::text[]) limit 1`, [
            [`%${sourceId}%`, `%${invoice}%`],
          ])
        ).length > 0
      )
        found.push(table);
    return found;
  };
  expect(await keeping()).toEqual([]);
  await app.call(owner, integrationRoutes.sync, { params, body: { all: true } });
  await app.drainJobs();
  expect(await count("customers")).toBe(204);
  expect(await keeping()).toEqual([]);
  expect((await read()).connection).toMatchObject({ failedRecords: 0, linkedCustomers: 204 });
});

it("keeps its secrets out of answers, the audit log, runs and errors", async () => {
  await connected();
  const secrets = [peer.keys.restricted, [...peer.webhooks.listeners.values()][0]?.secret ?? ""];
  const said = [
    JSON.stringify(await read()),
    JSON.stringify(await runs()),
    ...(
      await app.queryAsAdmin<{ row: string }>(
        `select to_jsonb(t)::text as row from audit_entries t union all select to_jsonb(t)::text from integration_runs t
       union all select to_jsonb(t)::text from integrations t union all select to_jsonb(t)::text from notifications t`,
      )
    ).map(({ row }) => row),
    ...(await app.queryAsAdmin<{ row: string }>("select to_jsonb(j)::text as row from pgboss.job j")).map(
      ({ row }) => row,
    ),
  ].join("\n");
  for (const secret of secrets) {
    expect(secret.length).toBeGreaterThan(8);
    expect(said).not.toContain(secret);
    expect(said).not.toContain(Buffer.from(secret).toString("hex"));
  }
});
