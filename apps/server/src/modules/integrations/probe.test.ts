import { integrationRoutes, notificationRoutes } from "@forestay/contracts";
import {
  startHubSpot,
  startMailchimp,
  startSalesforce,
  startStripe,
  type HubSpotPeer,
  type MailchimpPeer,
  type SalesforcePeer,
  type StripePeer,
} from "@forestay/provider-sandboxes";
import { afterEach, expect, it } from "vitest";
import { connectedCompany, type Connected } from "#testing/connected-company.ts";
import { loseAccess } from "./lose-access.ts";
import { probeJob } from "./probe.ts";

const MINUTE = 60_000;
type AnyPeer = HubSpotPeer | MailchimpPeer | SalesforcePeer | StripePeer;

let company: Connected<AnyPeer>;
afterEach(() => company.close());

async function probe(): Promise<void> {
  await company.app.runForCompanies(probeJob);
  await company.app.drainJobs({ ignoreRunAt: true });
}
const status = async () =>
  (await company.app.call(company.owner, integrationRoutes.get, { params: company.params })).body.status;
const told = async () =>
  (await company.app.call(company.owner, notificationRoutes.list)).body.notifications.map(
    ({ title }) => title,
  );
const calls = () => company.peer.requests.length;

it.each([
  ["hubspot", "HubSpot", startHubSpot],
  ["mailchimp", "Mailchimp", startMailchimp],
  ["salesforce", "Salesforce", startSalesforce],
  ["stripe", "Stripe", startStripe],
] as const)(
  "finds out within a minute that %s lets us in no more, and says so once",
  async (provider, name, start) => {
    company = await connectedCompany<AnyPeer>(provider, start);
    const before = calls();
    await probe();
    expect([await status(), await told(), calls() - before]).toEqual(["Connected", [], 1]);
    company.peer.oauth.revokeAll();
    company.pass(MINUTE);
    await probe();
    expect(await status()).toBe("TokenExpired");
    expect(await told()).toEqual([expect.stringContaining(name)]);
    const after = calls();
    // Whom nobody lets in nobody asks, until a person connects it again.
    await probe();
    expect([calls(), (await told()).length]).toEqual([after, 1]);
    await company.connect();
    await probe();
    expect(await status()).toBe("Connected");
  },
  120_000,
);

it("finds out that a pasted key was revoked", async () => {
  const stripe = await connectedCompany<StripePeer>("stripe", startStripe, { isConnected: false });
  company = stripe;
  const { app, owner, params, peer } = stripe;
  const credential = peer.keys.restricted;
  expect((await app.call(owner, integrationRoutes.connect, { params, body: { credential } })).status).toBe(
    200,
  );
  await probe();
  expect(await status()).toBe("Connected");
  const refuse = (times: number) =>
    peer.fault({
      match: "GET /v1/account",
      status: 401,
      body: { error: { type: "invalid_request_error", message: "Expired API Key provided" } },
      times,
    });
  // A bad second of theirs ends nothing.
  const once = refuse(1);
  await probe();
  expect([once.met, await status()]).toEqual([1, "Connected"]);
  refuse(2);
  await probe();
  expect(await status()).toBe("TokenExpired");
}, 120_000);

it("leaves a system alone that asks for it, is not told more by one that is down, and asks nobody twice", async () => {
  company = await connectedCompany<AnyPeer>("hubspot", startHubSpot);
  const { peer } = company;
  const down = peer.fault({ match: /account-info/, status: 503, times: 100 });
  await probe();
  expect([await status(), await told()]).toEqual(["Connected", []]);
  down.cancel();
  const busy = peer.fault({
    match: /account-info/,
    status: 429,
    headers: { "retry-after": "600" },
    body: { category: "RATE_LIMITS", policyName: "TEN_SECONDLY_ROLLING", message: "Slow down." },
    times: 100,
  });
  await probe();
  const { met } = busy;
  expect(met).toBeGreaterThan(0);
  busy.cancel();
  const before = calls();
  company.pass(9 * MINUTE);
  await probe();
  expect(calls()).toBe(before);
  company.pass(2 * MINUTE);
  await probe();
  expect(calls()).toBe(before + 1);
  expect(await status()).toBe("Connected");
}, 120_000);

it("says nothing of a connection that came while the one before was asked about", async () => {
  company = await connectedCompany<AnyPeer>("mailchimp", startMailchimp);
  const { app, companyId } = company;
  const read = async () =>
    (await company.rows<{ at: Date }>("select credential_at as at from integrations"))[0]?.at ?? null;
  const before = await read();
  company.pass(MINUTE);
  await company.connect();
  await loseAccess(app.context, companyId, "mailchimp", "Refused.", { credentialAt: before });
  expect([await status(), await told()]).toEqual(["Connected", []]);
  await loseAccess(app.context, companyId, "mailchimp", "Refused.", { credentialAt: await read() });
  expect(await status()).toBe("TokenExpired");
}, 120_000);
