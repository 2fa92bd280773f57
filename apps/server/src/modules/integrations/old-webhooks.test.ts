import { integrationRoutes } from "@forestay/contracts";
import { startStripe, type StripePeer } from "@forestay/provider-sandboxes";
import { afterEach, beforeEach, expect, it } from "vitest";
import { readConfig } from "#config";
import type { SignedInUser } from "#platform/http/actor.ts";
import { createLog } from "#platform/log.ts";
import { buildCompany, buildUser, createTestApp, providersWith, type TestApp } from "#testing/index.ts";

const params = { provider: "stripe" as const };
let app: TestApp;
let peer: StripePeer;
let owner: SignedInUser;
let logged: string[];

beforeEach(async () => {
  logged = [];
  peer = await startStripe({ data: "empty" });
  peer.webhooks.hold();
  app = await createTestApp(
    {
      ...readConfig({}),
      appUrl: "https://app.test",
      providers: providersWith({ stripe: { base: peer.url } }),
      rateLimitScale: 1000,
    },
    createLog("debug", { write: (line) => void logged.push(line) }),
  );
  owner = (await buildUser(app.db, (await buildCompany(app.db)).id, "Owner")).actor;
  await app.call(owner, integrationRoutes.connect, { params, body: { credential: peer.keys.restricted } });
  await sync();
});
afterEach(async () => {
  await app.close();
  await peer.close();
});

async function sync(): Promise<void> {
  const { status } = await app.call(owner, integrationRoutes.sync, { params, body: {} });
  expect(status).toBe(202);
  await app.drainJobs();
}
const endpoint = () => [...peer.data.account.webhookEndpoints.all()][0]!;
/** As a server that followed less had it registered, and a person added to it. */
const asOfLongAgo = () =>
  Object.assign(endpoint(), {
    enabled_events: [
      ...endpoint().enabled_events.filter((type) => type !== "customer.deleted"),
      "payout.paid",
    ],
  });
const updates = () =>
  peer.requests.filter(({ method, path }) => method === "POST" && path.startsWith("/v1/webhook_endpoints/"));
const said = () => logged.filter((line) => line.includes("told of further kinds"));

it("has an address of long ago told of what is followed since, once, and keeps what a person added", async () => {
  expect([updates(), said()]).toEqual([[], []]);
  asOfLongAgo();
  await sync();
  expect(endpoint().enabled_events).toEqual(expect.arrayContaining(["customer.deleted", "payout.paid"]));
  expect(said()).toEqual([expect.stringContaining('"added":["customer.deleted"]')]);
  await sync();
  expect([updates().length, said().length]).toEqual([1, 1]);
});

it("leaves one alone that leads elsewhere", async () => {
  asOfLongAgo().url = "https://elsewhere.example/hooks";
  await sync();
  expect(updates()).toEqual([]);
});

it.each([
  ["is gone", () => void peer.data.account.webhookEndpoints.delete(endpoint().id)],
  ["may not be written", () => void peer.fault({ match: "POST /v1/webhook_endpoints/*", status: 403 })],
])("reads on where it %s", async (_what, change) => {
  asOfLongAgo();
  change();
  await sync();
  const { body } = await app.call(owner, integrationRoutes.runs, { params });
  expect(body.items[0]).toMatchObject({ status: "done" });
  expect(said()).toEqual(
    [expect.stringContaining("not told of further kinds")].slice(_what === "is gone" ? 1 : 0),
  );
});
