import { integrationRoutes, notificationRoutes } from "@forestay/contracts";
import { peerClock, startHubSpot, type HubSpotPeer } from "@forestay/provider-sandboxes";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { readConfig } from "#config";
import { upsertLinkedCustomers } from "#modules/customers/index.ts";
import type { SignedInUser } from "#platform/http/actor.ts";
import { withTenantClient } from "#platform/db/transaction.ts";
import {
  buildCompany,
  buildUser,
  createTestApp,
  createTestOutbound,
  providersWith,
  type TestApp,
} from "#testing/index.ts";
import { CONNECTED_AT } from "#testing/connected-company.ts";
import { openHubSpot } from "./connectors/hubspot/hubspot-api.ts";
import { hubspotSignature, isSigned } from "./connectors/hubspot/signature.ts";
import { pastedAccess } from "./oauth/stored-access.ts";
import { scheduleJob } from "./schedule.ts";

let app: TestApp;
let peer: HubSpotPeer;
let owner: SignedInUser;
const params = { provider: "hubspot" as const };
const PORT = 4997;
const HOME = `http://localhost:${PORT}`;
const HOOK = `${HOME}/api/incoming/hubspot`;

beforeEach(async () => {
  const clock = peerClock(CONNECTED_AT);
  peer = await startHubSpot({
    clock,
    decision: "allow",
    redirectUris: [`${HOME}/app/oauth/hubspot/callback`],
    webhookUrl: HOOK,
  });
  const { url, app: client } = peer;
  app = await createTestApp({
    ...readConfig({}),
    port: PORT,
    providers: providersWith({
      hubspot: {
        base: url,
        authorizeBase: url,
        tokenBase: url,
        callsPerSecond: 10_000,
        client: { id: client.clientId, secret: client.clientSecret },
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

const pass = (ms: number) => {
  peer.clock.advance(ms);
  app.clock.advance(ms);
};
const read = async () => (await app.call(owner, integrationRoutes.get, { params })).body;
const rows = <T extends object = object>(text: string, values: unknown[] = []) =>
  app.queryAsAdmin<T>(text, values);
async function connect(): Promise<void> {
  const { body } = await app.call(owner, integrationRoutes.startOAuth, { params, body: {} });
  const { headers } = await fetch(body.address, { redirect: "manual" });
  const { searchParams: query } = new URL(headers.get("location") ?? "");
  const came = { code: query.get("code") ?? "", state: query.get("state") ?? "" };
  expect((await app.call(owner, integrationRoutes.finishOAuth, { params, body: came })).status).toBe(200);
}
async function sync(body = {}): Promise<void> {
  expect((await app.call(owner, integrationRoutes.sync, { params, body })).status).toBe(202);
  await app.drainJobs({ ignoreRunAt: true });
}
const everything = async () =>
  JSON.stringify(await rows(`select to_jsonb(c) - 'updated_at' as c from customers c order by c.id`));
/** Contacts of the portal that are customers and can be told apart. */
const customersThere = () =>
  [...peer.data.records.contacts.values()].filter(
    ({ properties: { lifecyclestage: stage, email, firstname } }) =>
      ["", "customer"].includes(stage ?? "") && (email ?? firstname) != null && !email?.includes("@@"),
  );

it("brings in who is a customer there, with what the company and its deals say, and the same again changes nothing", async () => {
  await connect();
  const { body: preview } = await app.call(owner, integrationRoutes.preview, { params });
  expect(preview.objects.map(({ object }) => object)).toEqual(["contacts", "companies", "deals"]);
  await sync();
  const customers = await rows<{ full_name: string; attributes: Record<string, unknown> }>(
    "select full_name, attributes from customers",
  );
  expect(customers).toHaveLength(customersThere().length);
  expect(await read()).toMatchObject({
    status: "Connected",
    connection: { accountId: String(peer.portalId), failedRecords: 2, linkedCustomers: customers.length },
  });
  const otto = customers.find(({ full_name: name }) => name === "Otto Words");
  // A number that is none says nothing.
  expect(otto?.attributes).toMatchObject({ "Contract value": "about 12k" });
  expect(otto?.attributes).not.toHaveProperty("Seats");
  const dealOf = [...peer.data.records.deals.values()].find(
    ({ id, properties: { dealstage: stage } }) =>
      stage === "closedwon" &&
      peer.data
        .linked("deals", id, "companies")
        .some((company) =>
          peer.data
            .linked("companies", company, "contacts")
            .some((contact) => customersThere().some((one) => one.id === contact)),
        ),
  );
  const [company = ""] = peer.data.linked("deals", dealOf?.id ?? "", "companies");
  const won = peer.data
    .linked("companies", company, "deals")
    .map((id) => peer.data.records.deals.get(id)?.properties)
    .filter((deal) => deal?.["dealstage"] === "closedwon")
    .reduce((sum, deal) => sum + Number(deal?.["amount"]), 0);
  const name = peer.data.records.companies.get(company)?.properties["name"];
  expect(
    customers.filter(({ attributes }) => attributes["Company"] === name).map(({ attributes }) => attributes),
  ).toEqual(
    expect.arrayContaining([expect.objectContaining({ "Won deals": won, Employees: expect.any(Number) })]),
  );

  const before = await everything();
  await sync({ all: true });
  expect(await everything()).toBe(before);
}, 120_000);

it("takes a private app's token as well, and follows what changed by asking", async () => {
  const body = { credential: peer.privateToken };
  expect((await app.call(owner, integrationRoutes.connect, { params, body })).body).toMatchObject({
    status: "Connected",
    connection: { authorization: "key", credentialHint: peer.privateToken.slice(-4) },
  });
  peer.webhooks.target = undefined;
  await sync();
  const [first] = customersThere();
  pass(3 * 3600_000);
  peer.data.indexLagMs = 60_000;
  peer.data.edit("contacts", first?.id ?? "", { firstname: "Renamed", lastname: "There" });
  peer.data.add("contacts", { email: "lead@there.example", lastname: "Lead", lifecyclestage: "lead" });
  pass(2 * 60_000);
  await app.runForCompanies(scheduleJob);
  await app.drainJobs();
  expect(await rows("select 1 from customers where full_name = 'Renamed There'")).toHaveLength(1);
  expect(await rows("select 1 from customers where email = 'lead@there.example'")).toEqual([]);
}, 120_000);

it("keeps what HubSpot tells once, refuses what is forged, and erases whom somebody erased there", async () => {
  await app.server.listen({ port: PORT, host: "127.0.0.1" });
  await connect();
  await sync();
  expect((await read()).connection?.tellsUs).toBe(false);
  const [first, second] = customersThere();
  peer.webhooks.hold();
  peer.data.edit("contacts", first?.id ?? "", { lastname: "Told" });
  peer.data.privacyDelete(second?.id ?? "");
  await peer.webhooks.release("reversed");
  await app.drainJobs();
  expect((await read()).connection?.tellsUs).toBe(true);
  expect(await rows("select 1 from customers where full_name like '% Told'")).toHaveLength(1);
  const email = second?.properties["email"];
  expect(await rows("select 1 from customers where email = $1", [email])).toEqual([]);
  expect(await rows("select action, actor from audit_entries where action = 'customer.erased'")).toHaveLength(
    1,
  );
  const kept = await rows("select 1 from integration_inbox");

  const text = JSON.stringify([
    {
      eventId: 1,
      subscriptionId: 12,
      portalId: peer.portalId,
      occurredAt: 1,
      subscriptionType: "contact.creation",
      objectId: 77,
    },
  ]);
  const send = async (secret: string, at: number, sent = text) => {
    const timestamp = String(at);
    const signature = hubspotSignature(secret, { method: "POST", url: HOOK, body: text, timestamp });
    const headers = {
      "content-type": "application/json",
      "x-hubspot-request-timestamp": timestamp,
      "x-hubspot-signature-v3": signature,
    };
    return (await app.inject({ method: "POST", url: "/api/incoming/hubspot", headers, payload: sent }))
      .statusCode;
  };
  const now = app.clock.now().getTime();
  const secret = peer.app.clientSecret;
  expect(await send("other", now)).toBe(404);
  expect(await send(secret, now, `${text} `)).toBe(404);
  expect(await send(secret, now - 301_000)).toBe(404);
  expect(await send(secret, now + 301_000)).toBe(404);
  expect(await rows("select 1 from integration_inbox")).toHaveLength(kept.length);
  expect([await send(secret, now), await send(secret, now)]).toEqual([200, 200]);
  expect(await rows("select 1 from integration_inbox")).toHaveLength(kept.length + 1);
}, 120_000);

describe("bad days", () => {
  it("goes on from the page where it was cut off, waits where it is asked to, and doubles nobody", async () => {
    await connect();
    const cut = peer.fault({
      match: /GET \/crm\/objects\/[\d-]+\/contacts\?.*after=/,
      dropSocket: true,
      times: 6,
    });
    const busy = peer.fault({
      match: /GET \/crm\/objects\/[\d-]+\/companies/,
      status: 429,
      body: {
        category: "RATE_LIMITS",
        policyName: "TEN_SECONDLY_ROLLING",
        message: "You have reached your limit.",
      },
      times: 2,
    });
    await sync();
    expect([cut.met, busy.met]).toEqual([6, 2]);
    expect(await rows("select 1 from customers")).toHaveLength(customersThere().length);
    expect((await read()).connection).toMatchObject({ lastError: null });
  }, 120_000);

  it("says at once that its app was removed in the middle of a sync, and goes on from there", async () => {
    await connect();
    // Contacts have come when it happens; the token that is asked for then does not help either.
    peer.fault({
      match: /POST \/crm\/associations/,
      status: 401,
      body: { category: "EXPIRED_AUTHENTICATION" },
      times: 2,
    });
    await sync();
    peer.removeApp();
    const asked = peer.requests.length;
    await app.runForCompanies(scheduleJob);
    await app.drainJobs({ ignoreRunAt: true });
    expect(peer.requests.length).toBe(asked);
    expect(await rows("select 1 from customers")).toHaveLength(customersThere().length);
    expect(await read()).toMatchObject({
      status: "TokenExpired",
      connection: { lastError: "HubSpot ended our access. Connect it again to go on." },
    });
    expect((await app.call(owner, notificationRoutes.list)).body.notifications).toMatchObject([
      { title: "HubSpot no longer lets us in" },
    ]);
    await connect();
    await sync();
    expect(await read()).toMatchObject({ status: "Connected", connection: { lastError: null } });
    const [run] = (await app.call(owner, integrationRoutes.runs, { params })).body.items;
    expect(run).toMatchObject({ status: "done", kind: "first" });
    expect(run?.counts[0]).toMatchObject({ object: "contacts", read: peer.data.records.contacts.size });
    // They were not read again.
    const lists = peer.requests.filter(({ path }) => /\/crm\/objects\/[\d-]+\/contacts$/.test(path));
    expect(new Set(lists.map(({ query }) => query["after"] ?? "")).size).toBe(lists.length);
  }, 60_000);
});

it("finds all that changed, also beyond the 10,000 that one search lists", async () => {
  peer.data.records.contacts.clear();
  const start = peer.clock.now();
  const ids = Array.from({ length: 10_250 }, (_, n) =>
    peer.data.add("contacts", { email: `c${n}@there.example` }, start + Math.floor(n / 10) * 1000),
  ).map(({ id }) => id);
  peer.clock.advance(3600_000);
  const outbound = createTestOutbound();
  try {
    const api = openHubSpot({
      access: pastedAccess(peer.privateToken, "HubSpot"),
      key: null,
      base: peer.url,
      accountBase: null,
      outbound,
      paceKey: "wall",
      isSandbox: false,
      fieldMap: null,
      callsPerSecond: 10_000,
      isWaitedFor: false,
      now: () => new Date(peer.clock.now()),
    });
    const found = new Set<string>();
    for await (const { object, sourceId } of api.readChanges(new Date(start)))
      if (object === "contacts") found.add(sourceId);
    expect(ids.filter((id) => !found.has(id))).toEqual([]);
  } finally {
    await outbound.close();
  }
}, 120_000);

it("signs as HubSpot's own example does", () => {
  const signed = {
    method: "POST",
    url: "https://app.example.test/webhooks/hubspot",
    body: '[{"eventId":1}]',
    timestamp: "1790000001000",
    signature: "c8WzGyfPY6Ml1s+Ec9EOFehGfXuGANlS1iXxmAIsLOg=",
  };
  expect(isSigned("hs-secret", signed, new Date(1790000001000))).toBe(true);
  expect(isSigned("hs-secret", { ...signed, signature: "" }, new Date(1790000001000))).toBe(false);
});

it("lets who bills a customer say the name, then the first CRM, and an empty value nothing", async () => {
  const companyId = owner.companyId ?? "";
  const say = (source: string, fullName: string | null, email = "one@there.example") =>
    withTenantClient(app.db, companyId, ({ client }) =>
      upsertLinkedCustomers(client, companyId, source, [{ sourceId: "1", email, fullName }], app.clock.now()),
    );
  const name = async () =>
    (await rows<{ full_name: string }>("select full_name from customers")).map(({ full_name: one }) => one);
  await say("salesforce", "From Salesforce");
  await say("hubspot", "From HubSpot");
  expect(await name()).toEqual(["From Salesforce"]);
  await say("stripe", null);
  expect(await name()).toEqual(["From Salesforce"]);
  await say("stripe", "From Stripe");
  await say("hubspot", "From HubSpot");
  await say("salesforce", "From Salesforce");
  expect(await name()).toEqual(["From Stripe"]);
});
