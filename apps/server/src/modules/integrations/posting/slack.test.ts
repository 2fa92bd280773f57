import { integrationRoutes, notificationRoutes } from "@forestay/contracts";
import { peerClock, startSlack, type SlackPeer } from "@forestay/provider-sandboxes";
import { afterEach, beforeEach, expect, it } from "vitest";
import { readConfig } from "#config";
import { notificationsModule, notify } from "#modules/notifications/index.ts";
import type { CompanyUser } from "#platform/http/actor.ts";
import { withTenant } from "#platform/db/transaction.ts";
import { buildCompany, buildUser, createTestApp, providersWith, type TestApp } from "#testing/index.ts";
import { postMessage } from "../index.ts";
import { scheduleJob } from "../schedule.ts";

let app: TestApp;
let peer: SlackPeer;
let owner: CompanyUser;
const params = { provider: "slack" as const };
const PORT = 4996;
const HOME = `http://localhost:${PORT}`;

beforeEach(async () => {
  const clock = peerClock("2026-03-10T06:30:00Z");
  peer = await startSlack({
    clock,
    decision: "allow",
    redirectUris: [`${HOME}/app/oauth/slack/callback`],
  });
  const { url, app: client } = peer;
  app = await createTestApp({
    ...readConfig({}),
    port: PORT,
    providers: providersWith({
      slack: {
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
  owner = (await buildUser(app.db, (await buildCompany(app.db)).id, "Owner", { now: app.clock.now() })).actor;
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
const posts = async () => (await app.call(owner, integrationRoutes.posts, { params })).body.items;
async function allow(): Promise<void> {
  const { body } = await app.call(owner, integrationRoutes.startOAuth, { params, body: {} });
  const { headers } = await fetch(body.address, { redirect: "manual" });
  const { searchParams: query } = new URL(headers.get("location") ?? "");
  const came = { code: query.get("code") ?? "", state: query.get("state") ?? "" };
  expect((await app.call(owner, integrationRoutes.finishOAuth, { params, body: came })).status).toBe(200);
}
const choose = (kind: "risk_raised" | "integration_failed" | "digest", channelId: string | null) =>
  app.call(owner, integrationRoutes.changePosting, { params, body: { choices: [{ kind, channelId }] } });
const tell = (title: string, key = title, kind: "risk_raised" | "mentioned" = "risk_raised") =>
  withTenant(app.db, owner.companyId, (tx) =>
    notify(tx, app.context, {
      companyId: owner.companyId,
      recipients: { policy: "customers:read" },
      kind,
      type: "Warning",
      title,
      message: "Score 71, up from <30 & more.",
      actionUrl: "/customers/1",
      actionText: "View customer",
      dedupeKey: key,
    }),
  );
const say = (uniqueKey: string, id = "C0ALERTS") =>
  withTenant(app.db, owner.companyId, (tx) =>
    postMessage(tx, app.context, {
      companyId: owner.companyId,
      channel: { id, name: "customer-alerts" },
      title: null,
      text: uniqueKey,
      uniqueKey,
    }),
  );
/** What waits for its turn is found by the minute's schedule. */
async function turn(ms: number): Promise<void> {
  pass(ms);
  await app.runForCompanies(scheduleJob);
  await app.drainJobs();
}
const digests = notificationsModule.jobs?.find(({ name }) => name === "notifications.digests");
const texts = () => peer.data.messages.map(({ text }) => text);

it("tells the channel that was chosen for a kind, once a fact and a second, and no channel what is one person's", async () => {
  expect(await say("nobody is connected")).toBe(false);
  await allow();
  expect(await read()).toMatchObject({
    status: "Connected",
    connection: { accountName: peer.data.name, objects: [], posting: { chosen: 0, failing: 0 } },
  });
  const { body: channels } = await app.call(owner, integrationRoutes.channels, { params });
  // The archived one is not offered.
  expect(channels.items.map(({ name }) => name)).toEqual(["board", "customer-alerts", "sales"]);
  expect(await choose("risk_raised", "C0OLD")).toMatchObject({ status: 400 });
  expect((await choose("risk_raised", "C0ALERTS")).status).toBe(200);
  await app.call(owner, integrationRoutes.testPost, { params, body: { channelId: "G0BOARD" } });

  await tell("Harborline is now at High risk");
  await tell("Brightleaf is now at Critical risk");
  await tell("Somebody mentions you", "note:1", "mentioned");
  await app.drainJobs();
  expect(peer.data.messages.map(({ channel }) => channel)).toEqual(["G0BOARD", "C0ALERTS"]);
  expect(texts()[1]).toBe(
    `*Harborline is now at High risk*\nScore 71, up from &lt;30 &amp; more.\n<${HOME}/app/customers/1|View customer>`,
  );
  await turn(1000);
  expect(texts()).toHaveLength(3);
  expect((await posts()).map(({ status }) => status)).toEqual(["posted", "posted", "posted"]);
  // The same fact again, whoever tells it.
  expect([await say("campaign:1:step"), await say("campaign:1:step")]).toEqual([true, true]);
  await turn(1000);
  await turn(5000);
  expect(texts()).toHaveLength(4);
});

it("waits as long as Slack asks it to, and does not send again what may have arrived", async () => {
  await allow();
  peer.fault({ match: "POST /api/chat.postMessage", status: 429, headers: { "retry-after": "30" } });
  await say("first");
  await app.drainJobs();
  await turn(29_000);
  expect(texts()).toEqual([]);
  await turn(2000);
  expect(texts()).toEqual(["first"]);

  pass(2000);
  peer.fault({ match: "POST /api/chat.postMessage", dropSocket: "after" });
  await say("second");
  await app.drainJobs();
  await turn(3600_000);
  expect(texts()).toEqual(["first", "second"]);
  const [unsure] = await posts();
  expect(unsure).toMatchObject({ status: "unsure", failure: expect.stringContaining("may be there") });
  // Somebody looked, and has it posted again.
  const again = { params: { ...params, id: unsure?.id ?? "" } };
  expect((await app.call(owner, integrationRoutes.postAgain, again)).body).toMatchObject({
    status: "waiting",
  });
  expect((await app.call(owner, integrationRoutes.postAgain, again)).body).toMatchObject({
    code: "invalid_state",
  });
  await app.drainJobs();
  expect(texts()).toEqual(["first", "second", "second"]);

  // A worker that died over one.
  await app.queryAsAdmin("update integration_posts set status = 'sending' where text = 'first'");
  pass(2000);
  await say("third");
  await app.drainJobs();
  expect((await posts()).map(({ text, status }) => [text, status])).toEqual([
    ["third", "posted"],
    ["second", "posted"],
    ["first", "unsure"],
  ]);
});

it("says once that a channel does not take messages, and that it does again", async () => {
  await allow();
  await choose("risk_raised", "C0SALES");
  const sales = peer.data.channel("C0SALES");
  if (sales) sales.isArchived = true;
  for (const name of ["One", "Two"]) {
    await tell(name);
    await app.drainJobs();
    pass(2000);
  }
  expect(await read()).toMatchObject({
    status: "Connected",
    connection: { posting: { chosen: 1, failing: 1 } },
  });
  expect((await posts()).map(({ status, failure }) => [status, failure])).toEqual([
    ["failed", "The channel is archived in Slack."],
    ["failed", "The channel is archived in Slack."],
  ]);
  const { body } = await app.call(owner, notificationRoutes.list, {});
  expect(body.notifications.filter(({ title }) => title === "Slack needs a look")).toMatchObject([
    { message: expect.stringContaining("#sales does not take messages: The channel is archived in Slack.") },
  ]);
  if (sales) sales.isArchived = false;
  await tell("Three");
  await app.drainJobs();
  expect((await read()).connection).toMatchObject({ posting: { failing: 0 } });
});

it("keeps what waits when the app was removed there, says so, and posts it when it is connected again", async () => {
  const body = { credential: peer.oauth.issue().accessToken };
  expect((await app.call(owner, integrationRoutes.connect, { params, body })).body).toMatchObject({
    connection: { authorization: "key" },
  });
  const failed = await app.call(owner, integrationRoutes.sync, { params, body: {} });
  expect(failed.body).toMatchObject({ message: "Nothing comes in from Slack." });
  peer.removeApp();
  await say("while nobody is let in");
  await app.drainJobs();
  expect(await read()).toMatchObject({ status: "TokenExpired" });
  await say("too old when it goes on");
  await app.queryAsAdmin(
    "update integration_posts set created_at = created_at - interval '25 hours' where text like 'too old%'",
  );
  await allow();
  await turn(2000);
  expect(texts()).toEqual(["while nobody is let in"]);
  expect((await posts()).find(({ text }) => text.startsWith("too old"))).toMatchObject({ status: "failed" });
  await app.call(owner, integrationRoutes.disconnect, { params, body: {} });
  expect(peer.requests.at(-1)?.path).toBe("/api/auth.revoke");
  expect(await app.queryAsAdmin("select 1 from integration_posts")).toEqual([]);
});

it("posts a digest of the day at the hour on the company's clock, once, and none on a day without news", async () => {
  await allow();
  await choose("digest", "C0ALERTS");
  const { body } = await app.call(owner, integrationRoutes.changePosting, {
    params,
    body: { choices: [], digestHour: 7 },
  });
  expect(body.digestHour).toBe(7);
  pass(60_000);
  await tell("Harborline is now at High risk");
  await tell("Somebody mentions you", "note:1", "mentioned");
  const runAt = async (time: string) => {
    const at = new Date(time);
    peer.clock.advance(at.getTime() - peer.clock.now());
    app.clock.set(at);
    if (!digests) throw new Error("There are no digests");
    await withTenant(app.db, owner.companyId, (tx) => app.context.jobs.enqueue(tx, digests, {}));
    await app.drainJobs();
  };
  await runAt("2026-03-10T06:45:00Z");
  expect(texts()).toEqual([]);
  await runAt("2026-03-10T07:00:00Z");
  await runAt("2026-03-10T07:15:00Z");
  expect(texts()).toHaveLength(1);
  expect(texts()[0]).toContain("Harborline is now at High risk. Score 71");
  expect(texts()[0]).not.toContain("mentions you");
  await runAt("2026-03-11T07:00:00Z");
  expect(texts()).toHaveLength(1);
});
