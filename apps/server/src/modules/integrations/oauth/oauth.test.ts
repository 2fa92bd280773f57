import { integrationRoutes, notificationRoutes } from "@forestay/contracts";
import { peerClock, startStripe, type StripePeer } from "@forestay/provider-sandboxes";
import { afterEach, beforeEach, expect, it } from "vitest";
import { readConfig } from "#config";
import type { SignedInUser } from "#platform/http/actor.ts";
import { withTenant } from "#platform/db/transaction.ts";
import { buildCompany, buildUser, createTestApp, providersWith, type TestApp } from "#testing/index.ts";
import { CONNECTED_AT } from "#testing/connected-company.ts";
import { scheduleJob } from "../schedule.ts";
import { accessOf } from "../providers.ts";
import { lockIntegration } from "../integration-rows.ts";

let app: TestApp;
let peer: StripePeer;
let owner: SignedInUser;
const params = { provider: "stripe" as const };
const PORT = 4998;
const BACK = `http://localhost:${PORT}/app/oauth/stripe/callback`;
const MINUTE = 60_000;

beforeEach(async () => {
  const clock = peerClock(CONNECTED_AT);
  peer = await startStripe({ data: "empty", clock, redirectUris: [BACK], decision: "allow" });
  peer.data.addCustomer({ name: "Renata Salgado", email: "renata@there.example" });
  app = await createTestApp({
    ...readConfig({}),
    port: PORT,
    providers: providersWith({ stripe: placesOf(peer) }),
    rateLimitScale: 1000,
  });
  app.clock.set(new Date(clock.now()));
  owner = await newOwner();
});
afterEach(async () => {
  await app.close();
  await peer.close();
});

const newOwner = async () => (await buildUser(app.db, (await buildCompany(app.db)).id, "Owner")).actor;
const placesOf = ({ url, app: { clientId, secretKey } }: StripePeer) => ({
  base: url,
  authorizeBase: url,
  tokenBase: url,
  client: { id: clientId, secret: secretKey },
});
const pass = (ms: number) => {
  peer.clock.advance(ms);
  app.clock.advance(ms);
};
const start = (who = owner) => app.call(who, integrationRoutes.startOAuth, { params, body: {} });
const finish = ({ code, state }: { code: string; state: string }, who = owner) =>
  app.call(who, integrationRoutes.finishOAuth, { params, body: { code, state } });
const read = async (who = owner) => (await app.call(who, integrationRoutes.get, { params })).body;

/** To the system's page and back, as a browser goes. */
async function walk(who = owner): Promise<{ code: string; state: string; error: string | null }> {
  const { body } = await start(who);
  const answer = await fetch(body.address, { redirect: "manual" });
  const back = new URL(answer.headers.get("location") ?? "");
  expect(back.origin + back.pathname).toBe(BACK);
  const { searchParams: query } = back;
  return { code: query.get("code") ?? "", state: query.get("state") ?? "", error: query.get("error") };
}
const refreshes = () =>
  peer.requests.filter(
    ({ path, body }) => path === "/v1/oauth/token" && body.includes("grant_type=refresh_token"),
  ).length;

it("connects whom the person allowed, reads by that, and renews it before it ends", async () => {
  const connected = await finish(await walk());
  expect(connected.body).toMatchObject({
    status: "Connected",
    connection: { authorization: "oauth", credentialHint: null, accountId: expect.stringMatching(/^acct_/) },
  });
  await app.call(owner, integrationRoutes.sync, { params, body: {} });
  await app.drainJobs();
  expect((await read()).connection).toMatchObject({ linkedCustomers: 1, lastError: null });
  // Four fifths of an hour.
  pass(47 * MINUTE);
  await app.runForCompanies(scheduleJob);
  // Each company is read at a minute of its own, which may have come: it ends before the next look.
  await app.drainJobs();
  expect(refreshes()).toBe(0);
  pass(2 * MINUTE);
  await app.runForCompanies(scheduleJob);
  expect(refreshes()).toBe(1);
  await app.drainJobs();
  expect(await read()).toMatchObject({ status: "Connected" });
});

it("renews a token once, however many workers find it near its end", async () => {
  await finish(await walk());
  pass(50 * MINUTE);
  const companyId = owner.companyId ?? "";
  const row = await withTenant(app.db, companyId, (tx) => lockIntegration(tx, companyId, "stripe"));
  // The others wait for the one without a connection of their own.
  let opened = 0;
  const { db } = app.context;
  const context = {
    ...app.context,
    db: {
      ...db,
      openConnection(application: string) {
        opened += 1;
        return db.openConnection(application);
      },
    },
  };
  const tokens = await Promise.all(Array.from({ length: 4 }, () => accessOf(context, row).current()));
  expect(new Set(tokens).size).toBe(1);
  expect([refreshes(), opened]).toEqual([1, 1]);
  // Refused by all at once: one of them asks for the next.
  const stale = tokens[0] ?? "";
  const next = await Promise.all(Array.from({ length: 3 }, () => accessOf(context, row).renewed(stale)));
  expect(new Set(next).size).toBe(1);
  expect(next[0]).not.toBe(stale);
  expect([refreshes(), opened]).toEqual([2, 2]);
  // Who was refused what another one was just given asks for the next itself.
  const [given, other] = await Promise.all([
    accessOf(context, row).renewed("an older one"),
    accessOf(context, row).renewed(next[0] ?? ""),
  ]);
  expect(given).toBe(next[0]);
  expect(other).not.toBe(next[0]);
  expect([refreshes(), opened]).toEqual([3, 4]);
});

it("lets a way back hold once, for ten minutes, in the session that began it", async () => {
  const over = {
    status: 409,
    body: { code: "invalid_state", message: expect.stringContaining("Connect again.") },
  };
  const other = await newOwner();
  const colleague = (await buildUser(app.db, owner.companyId ?? "", "Staff")).actor;
  const mine = await walk();
  expect(await finish(mine, other)).toMatchObject(over);
  expect(await finish(mine, colleague)).toMatchObject(over);
  expect((await finish(mine)).status).toBe(200);
  expect(await finish(mine)).toMatchObject(over);
  const late = await walk();
  pass(10 * MINUTE);
  expect(await finish(late)).toMatchObject(over);
  expect(await finish({ code: "made-up", state: "made-up" })).toMatchObject(over);
  // A state that is ours with a code that is nobody's.
  const { state } = await walk();
  expect(await finish({ code: "ac_made_up", state })).toMatchObject({
    status: 409,
    body: { message: "Stripe did not accept what it sent you back with. Connect again." },
  });
  expect(await app.queryAsAdmin("select 1 from oauth_states")).toEqual([]);
});

it("connects nothing where the person said no", async () => {
  peer.oauth.decision = "deny";
  expect((await walk()).error).toBe("access_denied");
  expect(await read()).toMatchObject({ status: "NotConnected", connection: null });
});

it("notices another account, and an account that another company connected", async () => {
  await finish(await walk());
  const other = await startStripe({ data: "empty", seed: 7, redirectUris: [BACK], decision: "allow" });
  try {
    const stranger = await newOwner();
    expect(await finish(await walk(stranger), stranger)).toMatchObject({
      status: 409,
      body: {
        code: "conflict",
        message: expect.stringContaining("connected to another company on this server"),
      },
    });
    expect((await read(stranger)).status).toBe("NotConnected");
    Object.assign(app.context.config.providers.stripe, placesOf(other));
    expect(await finish(await walk())).toMatchObject({
      status: 409,
      body: { code: "conflict", message: expect.stringContaining("disconnect it first") },
    });
  } finally {
    await other.close();
  }
});

it("says with the next renewal that its access was ended, to who can mend it, and goes on once it is allowed again", async () => {
  await finish(await walk());
  await app.call(owner, integrationRoutes.sync, { params, body: {} });
  await app.drainJobs();
  peer.oauth.revokeAll();
  pass(49 * MINUTE);
  await app.runForCompanies(scheduleJob);
  await app.drainJobs();
  expect(await read()).toMatchObject({
    status: "TokenExpired",
    connection: { nextSyncAt: null, lastError: "Stripe ended our access. Connect it again to go on." },
  });
  const { body } = await app.call(owner, notificationRoutes.list);
  expect(body.notifications).toMatchObject([
    { title: "Stripe no longer lets us in", actionUrl: "/settings/integrations/stripe/configure" },
  ]);
  // Nobody asks in vain from now on.
  const asked = refreshes();
  pass(MINUTE);
  await app.runForCompanies(scheduleJob);
  expect(refreshes()).toBe(asked);
  expect((await finish(await walk())).body.status).toBe("Connected");
  await app.runForCompanies(scheduleJob);
  await app.drainJobs();
  expect(await read()).toMatchObject({ status: "Connected", connection: { lastError: null } });
});

it("says what is missing where this server is not registered there, and takes no key for a person", async () => {
  app.context.config.providers.stripe.client = null;
  expect(await start()).toMatchObject({
    status: 409,
    body: { code: "invalid_state", message: expect.stringContaining("is not set up on this server") },
  });
  expect((await read()).oauth).toEqual({ missingSettings: ["STRIPE_CLIENT_ID", "STRIPE_CLIENT_SECRET"] });
});

it("keeps tokens out of answers, the audit log, jobs and every column that is not sealed, and forgets them", async () => {
  await finish(await walk());
  const issued = [...peer.requests]
    .filter(({ headers }) => (headers["authorization"] ?? "").includes("sk_test_oauth"))
    .map(({ headers }) => (headers["authorization"] ?? "").replace("Bearer ", ""));
  expect(issued.length).toBeGreaterThan(0);
  const said = async () =>
    (
      await app.queryAsAdmin<{ row: string }>(
        `select to_jsonb(t)::text as row from audit_entries t union all select to_jsonb(t)::text from integrations t
         union all select to_jsonb(t)::text from integration_tokens t union all select to_jsonb(t)::text from oauth_states t
         union all select to_jsonb(j)::text from pgboss.job j`,
      )
    )
      .map(({ row }) => row)
      .join("\n") + JSON.stringify(await read());
  const all = await said();
  for (const secret of [...issued, peer.app.secretKey]) {
    expect(all).not.toContain(secret);
    expect(all).not.toContain(Buffer.from(secret).toString("hex"));
  }
  await app.call(owner, integrationRoutes.disconnect, { params, body: {} });
  expect(await app.queryAsAdmin("select 1 from integration_tokens")).toEqual([]);
  expect(await app.queryAsAdmin("select 1 from integration_accounts")).toEqual([]);
});
