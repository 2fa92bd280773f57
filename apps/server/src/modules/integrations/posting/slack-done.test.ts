import { DAY_MS, integrationRoutes, notificationRoutes } from "@forestay/contracts";
import { peerClock, startSlack, type SlackPeer } from "@forestay/provider-sandboxes";
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from "vitest";
import { readConfig } from "#config";
import { notificationsModule, notify } from "#modules/notifications/index.ts";
import type { CompanyUser } from "#platform/http/actor.ts";
import { withTenant } from "#platform/db/transaction.ts";
import { buildCompany, buildUser, createTestApp, providersWith, type TestApp } from "#testing/index.ts";

let app: TestApp;
let peer: SlackPeer;
let owner: CompanyUser;
let customerId: string;
const params = { provider: "slack" as const };

/** A place for what is pressed, known before the app listens. */
const PORT = 4994;
const HOME = `http://127.0.0.1:${PORT}`;
const client = () => ({ id: peer.app.clientId, secret: peer.app.clientSecret });

beforeAll(async () => {
  peer = await startSlack({
    clock: peerClock("2026-03-10T06:30:00Z"),
    decision: "allow",
    redirectUris: [`http://localhost:${PORT}/app/oauth/slack/callback`],
    interactionsUrl: `${HOME}/api/incoming/slack`,
    eventsUrl: `${HOME}/api/incoming/slack`,
  });
  const { url } = peer;
  app = await createTestApp({
    ...readConfig({}),
    port: PORT,
    providers: providersWith({
      slack: {
        base: url,
        authorizeBase: url,
        tokenBase: url,
        callsPerSecond: 10_000,
        client: { ...client(), signingSecret: peer.app.signingSecret },
      },
    }),
    rateLimitScale: 1000,
  });
  app.clock.set(new Date(peer.clock.now()));
  await app.server.listen({ port: PORT, host: "127.0.0.1" });
});
afterAll(async () => {
  await app.close();
  await peer.close();
});

// A company of its own in each test, to which the workspace belongs meanwhile.
beforeEach(async () => {
  pass(60_000);
  peer.data.messages.length = 0;
  owner = await company();
  customerId = await customer(owner.companyId);
  await allow(owner);
});

afterEach(async () => {
  await app.call(owner, integrationRoutes.disconnect, { params, body: {} });
});

const pass = (ms: number) => {
  peer.clock.advance(ms);
  app.clock.advance(ms);
};
async function company(): Promise<CompanyUser> {
  const { id } = await buildCompany(app.db);
  return (await buildUser(app.db, id, "Owner", { now: app.clock.now() })).actor;
}
async function customer(companyId: string): Promise<string> {
  const [row] = await app.queryAsAdmin<{ id: string }>(
    "insert into customers (company_id, external_id, full_name) values ($1, 'c1', 'Harborline') returning id",
    [companyId],
  );
  return row!.id;
}
async function allow(user: CompanyUser): Promise<void> {
  const { body } = await app.call(user, integrationRoutes.startOAuth, { params, body: {} });
  const { headers } = await fetch(body.address, { redirect: "manual" });
  const { searchParams: query } = new URL(headers.get("location") ?? "");
  const came = { code: query.get("code") ?? "", state: query.get("state") ?? "" };
  expect((await app.call(user, integrationRoutes.finishOAuth, { params, body: came })).status).toBe(200);
  await app.call(user, integrationRoutes.changePosting, {
    params,
    body: { choices: [{ kind: "risk_raised", channelId: "C0ALERTS" }] },
  });
}
/** An alert about the customer, with a step to take. */
async function alert(title = "Harborline is now at High risk"): Promise<void> {
  await withTenant(app.db, owner.companyId, (tx) =>
    notify(tx, app.context, {
      companyId: owner.companyId,
      recipients: { policy: "customers:read" },
      kind: "risk_raised",
      type: "Warning",
      title,
      message: "Score 71, up from 30.",
      actionUrl: `/customers/${customerId}`,
      step: { customerId, code: "call", title: "Call them" },
    }),
  );
  await app.drainJobs();
}
const message = () => {
  const [found] = peer.data.messages;
  if (found === undefined) throw new Error("Nothing was posted");
  return found;
};
const done = (companyId = owner.companyId) =>
  app.queryAsAdmin<{ title: string; done_by: string }>(
    "select title, done_by from next_steps_done where company_id = $1",
    [companyId],
  );

it("a press marks the step as done once, says by whom, and takes the button away", async () => {
  await alert();
  expect(message().text).toContain("Next step: Call them");
  expect(message().blocks).toMatchObject([{ type: "section" }, { type: "actions" }]);
  // Two people at once, and the first once more.
  const pressed = structuredClone(message());
  expect(await Promise.all([peer.press(pressed, "ada"), peer.press(pressed, "ada")])).toEqual([200, 200]);
  await app.drainJobs();
  expect(await peer.press(pressed, "bob")).toBe(200);
  await app.drainJobs();
  expect(await done()).toEqual([{ title: "Call them", done_by: "ada in Slack" }]);
  expect(message().blocks).toBeNull();
  expect(message().text).toContain("Done by ada in Slack: Call them");
  const audited = await app.queryAsAdmin("select actor, action from audit_entries where company_id = $1", [
    owner.companyId,
  ]);
  expect(audited).toContainEqual({ actor: "ada in Slack", action: "next_step.done" });
});

it("what is forged, stale or of another app is not taken, and changes nothing", async () => {
  await alert();
  expect(await peer.press(message(), "eve", { secret: "another" })).toBe(404);
  expect(await peer.press(message(), "eve", { secondsAgo: 301 })).toBe(404);
  expect(await peer.press(message(), "eve", { secondsAgo: -301 })).toBe(404);
  const bare = await fetch(`${HOME}/api/incoming/slack`, { method: "POST", body: "payload=%7B%7D" });
  expect(bare.status).toBe(404);
  expect(await done()).toEqual([]);
  expect(await peer.press(message(), "ada", { secondsAgo: 299 })).toBe(200);
  expect(await done()).toHaveLength(1);
});

it("a message of a company that is of another workspace by now is nobody's, whoever has this one", async () => {
  const first = owner;
  await alert();
  const theirs = structuredClone(message());
  for (const table of ["integrations", "integration_accounts"])
    await app.queryAsAdmin(
      `update ${table} set account_id = 'T0OTHER' where company_id = $1 and provider = 'slack'`,
      [first.companyId],
    );
  owner = await company();
  customerId = await customer(owner.companyId);
  await allow(owner);
  expect(await peer.press(theirs)).toBe(200);
  await app.drainJobs();
  expect([await done(first.companyId), await done()]).toEqual([[], []]);
});

it("there is no button where nobody would tell us of a press", async () => {
  const { slack } = app.context.config.providers;
  const before = slack.client;
  slack.client = client();
  try {
    await alert();
    expect(message().text).toContain("Next step: Call them");
    expect(message().blocks).toBeNull();
    expect(await fetch(`${HOME}/api/incoming/slack`, { method: "POST", body: "x" })).toMatchObject({
      status: 404,
    });
  } finally {
    slack.client = before;
  }
});

it("an alert offers the first recommended step that nobody has taken lately, and none where all are taken", async () => {
  const { companyId } = owner;
  const [analysis] = await app.queryAsAdmin<{ id: string }>(
    `insert into churn_analyses (company_id, scope, include_recommendations, include_risk_factors, horizon_days, created_by)
     values ($1, 'All', true, true, 90, 'test') returning id`,
    [companyId],
  );
  await app.queryAsAdmin(
    `insert into churn_analysis_results (company_id, analysis_id, customer_id, probability, score, level, factors, recommendations)
     values ($1, $2, $3, .7, 70, 2, '[]', '[{"code":"call","title":"Call them"},{"code":"offer","title":"Make an offer"}]')`,
    [companyId, analysis?.id, customerId],
  );
  const take = (code: string) =>
    app.queryAsAdmin(
      `insert into next_steps_done (company_id, customer_id, code, title, done_at, done_by_user_id, done_by, event_id)
       values ($1, $2, $3, $3, $4, gen_random_uuid(), 'Test', gen_random_uuid())`,
      [companyId, customerId, code, app.clock.now()],
    );
  const job = notificationsModule.jobs!.find(({ name }) => name === "notifications.tell-risk-alerts")!;
  const none = { count: 0, valueAtRiskCents: 0, named: [] };
  const named = {
    customerId,
    name: "Harborline",
    previousScore: 30,
    score: 70,
    valueAtRiskCents: null,
    level: 2,
  };
  const tell = async () => {
    pass(DAY_MS);
    peer.data.messages.length = 0;
    await app.runJob(job, {
      companyId,
      analysisId: analysis!.id,
      currency: "USD",
      raised: { count: 1, valueAtRiskCents: 0, named: [named] },
      lowered: none,
    });
    await app.drainJobs();
    return message();
  };
  expect((await tell()).text).toContain("Next step: Call them");
  await take("call");
  expect((await tell()).text).toContain("Next step: Make an offer");
  await take("offer");
  const last = await tell();
  expect(last.text).not.toContain("Next step");
  expect(last.blocks).toBeNull();
});

const status = async () => (await app.call(owner, integrationRoutes.get, { params })).body.status;

it("proves to Slack whose address its events go to", async () => {
  expect(await peer.verifyUrl()).toBe(true);
  const unsigned = await fetch(`${HOME}/api/incoming/slack`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ type: "url_verification", challenge: "prove-it" }),
  });
  expect(unsigned.status).toBe(404);
});

it("hears at once that the app was removed there, says so once, and is connected again", async () => {
  expect(await status()).toBe("Connected");
  peer.removeApp();
  await peer.webhooks.settled();
  expect(peer.webhooks.tries.slice(-2).map((one) => one.status)).toEqual([200, 200]);
  await app.drainJobs();
  expect(await status()).toBe("TokenExpired");
  const { body } = await app.call(owner, notificationRoutes.list);
  expect(body.notifications.filter(({ title }) => title.includes("Slack"))).toHaveLength(1);
  await allow(owner);
  // What was told of the connection before says nothing of this one.
  await peer.webhooks.retry();
  peer.webhooks.deliver({
    type: "event_callback",
    team_id: peer.data.id,
    event_id: "EvLate",
    event: { type: "tokens_revoked", tokens: { oauth: [], bot: ["U0BOT"] } },
  });
  await peer.webhooks.settled();
  await app.drainJobs();
  expect(await status()).toBe("Connected");
});
