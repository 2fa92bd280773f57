import { DAY_MS, HOUR_MS, notificationRoutes, webhookRoutes } from "@forestay/contracts";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { createJobs } from "#platform/jobs/jobs.ts";
import type { CompanyUser } from "#platform/http/actor.ts";
import { buildCompany, buildUser, createTestApp, type TestApp } from "#testing/index.ts";
import { serverJobs } from "../../../server-modules.ts";
import { addWebhook, deliveriesOf, happen, tryNext } from "../fixtures/deliveries.ts";
import { startReceiver, verified, type Receiver } from "../fixtures/receiver.ts";
import { deliverJob } from "./deliver.ts";

let app: TestApp;
let receiver: Receiver;
let owner: CompanyUser;
let companyId: string;
let id: string;
let secret: string;

beforeAll(async () => {
  app = await createTestApp({ rateLimitScale: 1000, outboundAllowedHosts: ["127.0.0.1"] });
});
afterAll(() => app.close());
beforeEach(async () => {
  app.clock.set(new Date());
  receiver = await startReceiver();
  companyId = (await buildCompany(app.db)).id;
  owner = (await buildUser(app.db, companyId, "Owner")).actor;
  ({ id, secret } = await addWebhook(app, owner, { url: `${receiver.url}?token=in-the-path` }));
});
afterEach(() => receiver.close());

const webhook = async () => (await app.call(owner, webhookRoutes.list)).body.items[0]!;
const answers = (status: number, headers: Record<string, string> = {}, body = "") =>
  receiver.answer((_request, response) => response.writeHead(status, headers).end(body));

describe("a delivery", () => {
  it("arrives once, signed, with what happened and when", async () => {
    await happen(app, companyId, "01a1ffb5-2749-7cc5-bf66-f08de88005c9");
    await happen(app, companyId, "01a1ffb5-2749-7cc5-bf66-f08de88005c9");
    await app.drainJobs();
    expect(receiver.received).toHaveLength(1);
    const [sent] = receiver.received;
    expect(sent!.path).toBe("/hook?token=in-the-path");
    expect(sent!.headers["content-type"]).toBe("application/json");
    expect(verified(secret, sent!)).toMatchObject({
      type: "import.failed",
      timestamp: app.clock.now().toISOString(),
      data: { importId: "01a1ffb5-2749-7cc5-bf66-f08de88005c9" },
    });
    expect(() => verified("whsec_bm90IHRoZSBzZWNyZXQgb2YgaXQ=", sent!)).toThrow("No matching signature");
    expect(() => verified(secret, { ...sent!, body: sent!.body.replace("customers.csv", "x") })).toThrow();
    expect(await deliveriesOf(app, id)).toMatchObject([
      { status: "delivered", attempts: 1, status_code: 204 },
    ]);
    expect(await webhook()).toMatchObject({ failingSince: null, undeliveredCount: 0, waitingCount: 0 });
  });

  it("is tried again with growing pauses for three days, under the same webhook-id, and then has failed", async () => {
    answers(500, {}, "we are \0 down");
    await happen(app, companyId);
    const first = app.clock.now().getTime();
    await app.drainJobs();
    const pauses: number[] = [];
    for (let tries = 1; tries < 11; tries++) {
      const before = app.clock.now().getTime();
      expect(await deliveriesOf(app, id)).toMatchObject([{ status: "waiting", attempts: tries }]);
      await tryNext(app, id);
      pauses.push(app.clock.now().getTime() - before);
    }
    for (const [index, pause] of pauses.entries())
      if (index > 0) expect(pause).toBeGreaterThan(pauses[index - 1]!);
    expect(app.clock.now().getTime() - first).toBeGreaterThan(3 * DAY_MS);
    expect(app.clock.now().getTime() - first).toBeLessThan(3.5 * DAY_MS);
    const ids = new Set(receiver.received.map(({ headers }) => headers["webhook-id"]));
    expect([receiver.received.length, ids.size]).toEqual([11, 1]);
    const [last] = await deliveriesOf(app, id);
    expect(last).toMatchObject({ status: "failed", next_attempt_at: null, status_code: 500 });
    const params = { id, deliveryId: last!.id };
    const { body } = await app.call(owner, webhookRoutes.getDelivery, { params });
    expect(body).toMatchObject({ answer: "we are  down", failure: "The receiver answered 500." });
    expect(body.body).toBe(receiver.received[0]!.body);
  });

  it("is not tried again before the receiver says, and at the latest after a day", async () => {
    answers(503, { "retry-after": "3600" });
    await happen(app, companyId);
    await app.drainJobs();
    const waits = async () =>
      (await deliveriesOf(app, id))[0]!.next_attempt_at!.getTime() - app.clock.now().getTime();
    expect(await waits()).toBe(HOUR_MS);
    answers(429, { "retry-after": "8640000" });
    await tryNext(app, id);
    expect(await waits()).toBe(DAY_MS);
  });

  it("follows no redirect: it is a failure that says what to do", async () => {
    answers(301, { location: receiver.url });
    await happen(app, companyId);
    await app.drainJobs();
    expect(receiver.received).toHaveLength(1);
    expect((await deliveriesOf(app, id))[0]!.failure).toContain("Give the address it leads to");
  });

  it("fails where the connection breaks, and keeps only the beginning of a long answer", async () => {
    receiver.answer((_request, response) => response.destroy());
    await happen(app, companyId);
    await app.drainJobs();
    expect((await deliveriesOf(app, id))[0]!.failure).toMatch(/^127\.0\.0\.1:\d+ does not answer\.$/);
    answers(200, {}, "é".repeat(100_000));
    const { status, id: deliveryId } = await tryNext(app, id);
    expect(status).toBe("delivered");
    const { body } = await app.call(owner, webhookRoutes.getDelivery, { params: { id, deliveryId } });
    expect(body.answer).toBe("é".repeat(1000));
  });

  it("is not called where its name has come to lie in a private network since", async () => {
    await app.queryAsAdmin("update webhook_endpoints set url = 'https://10.0.0.7/hook' where id = $1", [id]);
    await happen(app, companyId);
    await app.drainJobs();
    expect(await deliveriesOf(app, id)).toMatchObject([
      { status: "waiting", failure: "Not called: 10.0.0.7: not a public address." },
    ]);
  });
});

describe("a secret that was replaced", () => {
  it("signs too for a day, and not after it", async () => {
    const { body } = await app.call(owner, webhookRoutes.rotateSecret, { params: { id } });
    await happen(app, companyId);
    await app.drainJobs();
    for (const one of [secret, body.secret]) verified(one, receiver.received[0]!);
    expect(String(receiver.received[0]!.headers["webhook-signature"]).split(" ")).toHaveLength(2);
    expect((await webhook()).previousSecretUntil).not.toBeNull();
    await app.queryAsAdmin("update webhook_endpoints set previous_until = $1 where id = $2", [
      app.clock.now(),
      id,
    ]);
    await happen(app, companyId);
    await app.drainJobs();
    verified(body.secret, receiver.received[1]!);
    expect(() => verified(secret, receiver.received[1]!)).toThrow("No matching signature");
    expect((await webhook()).previousSecretUntil).toBeNull();
  });
});

describe("an address", () => {
  it("is stopped by 410 at once, Owners are told once, and what happens then is held back until it is replayed", async () => {
    answers(410);
    await happen(app, companyId);
    await app.drainJobs();
    expect(await webhook()).toMatchObject({
      status: "stopped",
      stoppedBecause: expect.stringContaining("410"),
    });
    await happen(app, companyId);
    await app.drainJobs();
    expect((await deliveriesOf(app, id)).map(({ status }) => status)).toEqual(["failed", "held"]);
    const told = (await app.call(owner, notificationRoutes.list)).body.notifications;
    expect(told).toMatchObject([{ kind: "webhook_stopped", actionUrl: "/settings?section=webhooks" }]);
    expect(JSON.stringify(told)).not.toContain("in-the-path");
    const refused = await app.call(owner, webhookRoutes.replay, { params: { id }, body: {} });
    expect(refused.status).toBe(409);
    answers(200);
    await app.call(owner, webhookRoutes.resume, { params: { id } });
    expect((await app.call(owner, webhookRoutes.replay, { params: { id }, body: {} })).body).toEqual({
      replayed: 2,
    });
    await app.drainJobs();
    expect((await deliveriesOf(app, id)).map(({ status }) => status)).toEqual(["delivered", "delivered"]);
    const sent = receiver.received.map(({ headers }) => headers["webhook-id"]);
    expect([sent.length, new Set(sent).size]).toEqual([3, 2]);
  });

  it("is stopped after three days of nothing but failures, and not where one arrived between", async () => {
    answers(500);
    await happen(app, companyId);
    await app.drainJobs();
    for (let tries = 1; tries < 8; tries++) await tryNext(app, id);
    answers(200);
    await tryNext(app, id);
    expect(await webhook()).toMatchObject({ status: "active", failingSince: null });
    answers(500);
    await happen(app, companyId);
    await app.runJob(deliverJob, await firstTry());
    await happen(app, companyId);
    for (let tries = 1; tries < 11; tries++) await tryNext(app, id);
    expect(await webhook()).toMatchObject({
      status: "stopped",
      stoppedBecause: "Nothing has arrived for three days, in 11 tries.",
    });
  });

  const firstTry = async () => {
    await app.drainJobs();
    const { id: deliveryId, turn } = (await deliveriesOf(app, id)).at(-1)!;
    return { companyId, deliveryId, turn };
  };

  it("that is paused is sent nothing, also what waited already, but a test", async () => {
    answers(500);
    await happen(app, companyId);
    await app.drainJobs();
    const before = await firstTry();
    await app.call(owner, webhookRoutes.pause, { params: { id } });
    await app.runJob(deliverJob, before);
    expect(receiver.received).toHaveLength(1);
    const { body } = await app.call(owner, webhookRoutes.test, { params: { id } });
    await app.drainJobs();
    expect(JSON.parse(receiver.received[1]!.body)).toMatchObject({ type: "ping" });
    const params = { id, deliveryId: body.id };
    const tested = await app.call(owner, webhookRoutes.getDelivery, { params });
    expect(tested.body).toMatchObject({ status: "failed", attempts: 1, statusCode: 500 });
    // What was held back counts, the test does not.
    expect(await webhook()).toMatchObject({ status: "paused", undeliveredCount: 1, waitingCount: 0 });
  });

  it("of an installation that was restored from a backup is told nothing", async () => {
    await happen(app, companyId);
    const outgoingHold = { releaseCode: "c0ffee00", backupMadeAt: "2026-11-22T12:00:00.000Z" };
    const config = { ...app.jobContext.config, outgoingHold };
    await app.jobs.drain({ ...app.jobContext, config });
    expect(receiver.received).toEqual([]);
    expect(await deliveriesOf(app, id)).toMatchObject([
      { status: "held", failure: expect.stringContaining("restored from a backup") },
    ]);
  });
});

describe("several workers", () => {
  it("send each delivery once between them, those of one address one after the other", async () => {
    let open = 0;
    let most = 0;
    receiver.answer((_request, response) => {
      most = Math.max(most, ++open);
      setImmediate(() => {
        open--;
        response.writeHead(200).end();
      });
    });
    for (let count = 0; count < 12; count++) await happen(app, companyId);
    const others = [0, 1].map(() =>
      createJobs({ connectionString: app.connectionString, worker: false, onError: () => {} }),
    );
    for (const one of others) await one.start(serverJobs);
    // A drain that loses a race for an address ends: the next one goes on.
    const drain = (jobs: typeof app.jobs) => jobs.drain(app.jobContext).catch(() => 0);
    for (let left = 12; left > 0;) {
      await Promise.all([app.jobs, ...others].map(drain));
      left = (await deliveriesOf(app, id)).filter(({ status }) => status !== "delivered").length;
    }
    const ids = receiver.received.map(({ headers }) => headers["webhook-id"]);
    expect([ids.length, new Set(ids).size, most]).toEqual([12, 12, 1]);
    for (const one of others) await one.stop(1000);
  });
});
