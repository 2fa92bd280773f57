import { integrationRoutes } from "@forestay/contracts";
import {
  peerClock,
  startHubSpot,
  startMailchimp,
  startSalesforce,
  type HubSpotPeer,
  type MailchimpPeer,
  type PeerClock,
  type SalesforcePeer,
} from "@forestay/provider-sandboxes";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { readConfig } from "#config";
import type { CompanyUser } from "#platform/http/actor.ts";
import { buildCompany, buildUser, createTestApp, providersWith, type TestApp } from "#testing/index.ts";
import { CONNECTED_AT } from "#testing/connected-company.ts";
import { scheduleJob } from "./schedule.ts";

type Peer = HubSpotPeer | MailchimpPeer | SalesforcePeer;
type Provider = "hubspot" | "mailchimp" | "salesforce";
const PORT = 4995;

let app: TestApp;
let peer: Peer;
let owner: CompanyUser;
let clock: PeerClock;
let params: { provider: Provider };
const rows = <T extends object = object>(text: string, values: unknown[] = []) =>
  app.queryAsAdmin<T>(text, values);

async function begin(provider: Provider, start: (options: object) => Promise<Peer>): Promise<void> {
  params = { provider };
  clock = peerClock(CONNECTED_AT);
  const redirectUris = [`http://localhost:${PORT}/app/oauth/${provider}/callback`];
  peer = await start({ clock, decision: "allow", redirectUris });
  const { url } = peer;
  const client = { id: peer.app.clientId, secret: peer.app.clientSecret };
  const place = { base: url, authorizeBase: url, tokenBase: url, callsPerSecond: 10_000, client };
  app = await createTestApp({
    ...readConfig({}),
    port: PORT,
    providers: providersWith({ [provider]: place }),
    rateLimitScale: 1000,
  });
  app.clock.set(new Date(clock.now()));
  owner = (await buildUser(app.db, (await buildCompany(app.db)).id, "Owner")).actor;
}
afterEach(async () => {
  await app.close();
  await peer.close();
});

const pass = (ms: number) => {
  clock.advance(ms);
  app.clock.advance(ms);
};
const read = async () => (await app.call(owner, integrationRoutes.get, { params })).body;
const runs = async () => (await app.call(owner, integrationRoutes.runs, { params })).body.items;
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
  JSON.stringify(await rows("select to_jsonb(c) - 'updated_at' as c from customers c order by c.id"));
const listed = (address: string) =>
  rows<{ reason: string; source: string }>(
    "select reason, source from mail_suppressions where fingerprint = sha256(lower($1)::bytea)",
    [address],
  );

describe("Salesforce", () => {
  const org = () => (peer as SalesforcePeer).data;
  const contacts = () => [...org().records.Contact.values()];
  beforeEach(() => begin("salesforce", startSalesforce));

  it("brings in contacts with what accounts and opportunities say, follows changes and deletions, and renews its session", async () => {
    const [first] = contacts();
    const [opportunity] = [...org().records.Opportunity.values()].filter((one) => one["IsWon"] === true);
    org().edit("Contact", first?.Id ?? "", { HasOptedOutOfEmail: true });
    await connect();
    expect(await read()).toMatchObject({
      connection: { accountName: "Brightleaf Software", isTestMode: true, authorization: "oauth" },
    });
    const { body: preview } = await app.call(owner, integrationRoutes.preview, { params });
    expect(preview.objects.map(({ object }) => object)).toEqual(["contacts", "accounts", "opportunities"]);
    await sync();
    const customers = await rows<{ email: string; attributes: Record<string, unknown> }>(
      "select email, attributes from customers",
    );
    expect(customers).toHaveLength(contacts().length);
    const person = contacts().find((one) => one["AccountId"] === opportunity?.["AccountId"]);
    const said = () =>
      rows<{ attributes: Record<string, unknown> }>("select attributes from customers where email = $1", [
        person?.["Email"],
      ]);
    expect((await said())[0]?.attributes).toMatchObject({
      "Won deals": opportunity?.["Amount"],
      "Open deals": 0,
      Plan: person?.["Plan__c"],
      Seats: person?.["Seats__c"],
      Employees: expect.any(Number),
    });
    expect(await listed(String(first?.["Email"]))).toMatchObject([
      { reason: "unsubscribed", source: "Salesforce" },
    ]);
    const before = await everything();
    await sync({ all: true });
    expect(await everything()).toBe(before);

    // Three hours: the session is over, and renewed by a refresh token that holds once.
    pass(3 * 3600_000);
    org().edit("Contact", person?.Id ?? "", { Plan__c: "Enterprise" });
    org().delete("Opportunity", opportunity?.Id ?? "");
    pass(2 * 60_000);
    await app.runForCompanies(scheduleJob);
    await app.drainJobs();
    expect((await said())[0]?.attributes).toMatchObject({ Plan: "Enterprise", "Won deals": 0 });
    expect(await read()).toMatchObject({ status: "Connected" });
  }, 120_000);

  it("leaves a share of the day's calls to the company's own systems", async () => {
    await connect();
    peer.fault({
      match: /GET \/services\/data\/v64.0\/query/,
      status: 200,
      headers: { "sforce-limit-info": "api-usage=80001/100000" },
      body: { totalSize: 0, done: true, records: [] },
      times: 100,
    });
    await sync();
    expect((await runs())[0]).toMatchObject({
      status: "failed",
      error: expect.stringContaining("four fifths"),
    });
    expect(await read()).toMatchObject({ status: "Connected" });
    const { body } = await app.call(owner, integrationRoutes.preview, { params });
    expect(body).toMatchObject({
      code: "provider_unavailable",
    });
  });
});

describe("Mailchimp", () => {
  const audience = () => (peer as MailchimpPeer).data;
  beforeEach(() => begin("mailchimp", startMailchimp));

  it("says of whom we know what they do with mail, makes nobody of a reader, and has whoever wants none written to no more", async () => {
    const there = [...audience().members.values()];
    const [known] = there.filter(({ status }) => status === "subscribed");
    const [buyer] = there.filter(({ status, id }) => status === "subscribed" && id !== known?.id);
    const [gone] = there.filter(({ status }) => status === "cleaned");
    if (!known || !buyer || !gone) throw new Error("The sample has none");
    audience().edit(buyer.id, {
      stats: {
        avg_open_rate: 0.5,
        avg_click_rate: 0.1,
        ecommerce_data: { total_revenue: 90, number_of_orders: 2 },
      },
    });
    await rows("insert into customers (company_id, external_id, email) values ($1, 'c-1', $2)", [
      owner.companyId,
      known.email_address.toUpperCase(),
    ]);
    await connect();
    await sync();
    expect(await rows("select email from customers order by email")).toHaveLength(2);
    const [one] = await rows<{ attributes: Record<string, unknown> }>(
      "select attributes from customers where external_id = 'c-1'",
    );
    expect(one?.attributes).toMatchObject({
      "Mailing list": "subscribed",
      "Email open rate": expect.any(Number),
    });
    expect(await listed(gone.email_address)).toMatchObject([{ reason: "bounced", source: "Mailchimp" }]);
    expect(await listed(known.email_address)).toEqual([]);

    pass(3 * 3600_000);
    audience().unsubscribe(known.id);
    await app.runForCompanies(scheduleJob);
    await app.drainJobs();
    expect(await listed(known.email_address)).toMatchObject([{ reason: "unsubscribed" }]);
    expect(await rows("select email from customers")).toHaveLength(2);
  }, 120_000);

  it("waits where it is throttled by a page that is no answer", async () => {
    await connect();
    peer.fault({
      match: /GET \/3.0\/lists/,
      status: 403,
      headers: { "content-type": "text/html" },
      body: "<html>Access Denied</html>",
      times: 100,
    });
    const { body } = await app.call(owner, integrationRoutes.preview, { params });
    expect(body).toMatchObject({ code: "provider_unavailable" });
    expect(await read()).toMatchObject({ status: "Connected" });
  });
});

/** Where each system's data is asked for, and how to have more of it than one write takes. */
const systems: [Provider, (options: object) => Promise<Peer>, RegExp, (() => void)?][] = [
  ["hubspot", startHubSpot, /GET \/crm\/objects/],
  ["salesforce", startSalesforce, /GET \/services\/data\/v64.0\/query/],
  [
    "mailchimp",
    startMailchimp,
    /GET \/3.0\/lists\/\w+\/members/,
    () => {
      for (let at = 0; at < 1300; at++) {
        const { id } = (peer as MailchimpPeer).data.subscribe(`reader${at}@there.example`, `Reader ${at}`);
        const ecommerce_data = { total_revenue: 1, number_of_orders: 1 };
        (peer as MailchimpPeer).data.edit(id, {
          stats: { avg_open_rate: 0, avg_click_rate: 0, ecommerce_data },
        });
      }
    },
  ],
];

describe.each(systems)("a bad day at %s", (provider, start, data, more) => {
  beforeEach(async () => {
    await begin(provider, start);
    more?.();
  });

  it("goes on in the middle of a reading after a worker died and access was revoked, each record once", async () => {
    await connect();
    // The second write dies with its worker, before it is committed.
    await rows(
      `create function die() returns trigger language plpgsql as $$ begin raise exception 'killed'; end $$`,
    );
    await rows(`create trigger die before update on integration_runs for each row
      when (old.place is not null) execute function die()`);
    await app.call(owner, integrationRoutes.sync, { params, body: {} });
    await app.drainJobs({ ignoreRunAt: false }).catch(() => undefined);
    const [half] = await rows<{ n: number }>("select count(*)::int as n from customers");
    expect(half?.n).toBeGreaterThan(0);
    await rows("drop trigger die on integration_runs");

    peer.oauth.revokeAll();
    await app.drainJobs({ ignoreRunAt: true });
    expect(await read()).toMatchObject({ status: "TokenExpired" });
    expect((await runs())[0]).toMatchObject({ status: "failed" });
    await connect();
    await sync();
    const [run] = await runs();
    expect(run).toMatchObject({ status: "done", kind: "first" });
    const after = await everything();
    const counted = run?.counts.map(({ object, read: count }) => [object, count]);
    await sync({ all: true });
    expect(await everything()).toBe(after);
    expect((await runs())[0]?.counts.map(({ object, read: count }) => [object, count])).toEqual(counted);
    expect(
      await rows("select email from customers group by email having count(*) > 1 and email is not null"),
    ).toEqual([]);
  }, 180_000);

  it("follows nobody to an address that an answer names, waits where it is no answer, and says that one is not understood", async () => {
    await connect();
    const html = { "content-type": "text/html" };
    const answers = [
      // What stands between may be down: that passes.
      [
        "provider_unavailable",
        { status: 302, headers: { location: "http://169.254.169.254/latest" }, body: "" },
      ],
      ["provider_unavailable", { status: 200, headers: html, body: "<html>not what was asked for</html>" }],
      ["invalid_state", { status: 200, body: { shape: "another" } }],
    ] as const;
    for (const [code, answer] of answers) {
      const fault = peer.fault({ match: data, times: 20, ...answer });
      const { body } = await app.call(owner, integrationRoutes.preview, { params });
      expect(body).toMatchObject({ code });
      expect(fault.met).toBeGreaterThan(0);
      fault.cancel();
    }
    // The next time that it answers, all is as it was.
    expect((await app.call(owner, integrationRoutes.preview, { params })).status).toBe(200);
    expect(JSON.stringify(await rows("select last_error from integrations"))).not.toContain("169.254");
  });
});
