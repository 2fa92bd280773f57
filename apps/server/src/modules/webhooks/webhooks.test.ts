import { auditRoutes, DAY_MS, MOST_WEBHOOKS, webhookRoutes } from "@forestay/contracts";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { CompanyUser } from "#platform/http/actor.ts";
import { buildCompany, buildUser, createTestApp, type TestApp } from "#testing/index.ts";
import { addWebhook, deliveriesOf, happen } from "./fixtures/deliveries.ts";
import { startReceiver, type Receiver } from "./fixtures/receiver.ts";
import { webhookRetention } from "./retention.ts";

let app: TestApp;
let receiver: Receiver;
let owner: CompanyUser;
let companyId: string;

beforeAll(async () => {
  app = await createTestApp({ rateLimitScale: 1000, outboundAllowedHosts: ["127.0.0.1"] });
});
afterAll(() => app.close());
beforeEach(async () => {
  app.clock.set(new Date());
  receiver = await startReceiver();
  companyId = (await buildCompany(app.db)).id;
  owner = (await buildUser(app.db, companyId, "Owner")).actor;
});
afterEach(() => receiver.close());

const kinds = ["import.failed" as const];
const list = async () => (await app.call(owner, webhookRoutes.list)).body.items;

describe("an address", () => {
  it.each([
    ["http://example.test/hook", "only https addresses are called"],
    ["https://10.0.0.7/hook", "not a public address"],
    ["https://[::1]/hook", "not a public address"],
    ["https://169.254.169.254/latest", "not a public address"],
    ["https://user:word@8.8.8.8/", "credentials do not belong into an address"],
    ["example.test", "This is no address"],
  ])("%s is refused at its field, when it is made and when it is changed", async (url, why) => {
    const made = await app.call(owner, webhookRoutes.create, { body: { url, kinds } });
    expect([made.status, made.body]).toMatchObject([400, { fields: { url: expect.stringContaining(why) } }]);
    const { id } = await addWebhook(app, owner, { url: receiver.url });
    const changed = await app.call(owner, webhookRoutes.update, { params: { id }, body: { url, kinds } });
    expect(changed.status).toBe(400);
    expect(await list()).toMatchObject([{ url: receiver.url }]);
  });

  it("is changed, and what waits goes to the new one", async () => {
    const other = await startReceiver();
    const { id } = await addWebhook(app, owner, { url: receiver.url });
    await happen(app, companyId);
    const body = { url: other.url, description: "Warehouse", kinds: ["customer.erased" as const] };
    expect((await app.call(owner, webhookRoutes.update, { params: { id }, body })).body).toMatchObject(body);
    await happen(app, companyId);
    await app.drainJobs();
    expect([receiver.received.length, other.received.length]).toEqual([0, 0]);
    await app.call(owner, webhookRoutes.update, { params: { id }, body: { ...body, kinds } });
    await happen(app, companyId);
    await app.drainJobs();
    expect([receiver.received.length, other.received.length]).toEqual([0, 1]);
    await other.close();
  });

  it("is removed with all that was sent there, and is sent nothing more", async () => {
    const { id } = await addWebhook(app, owner, { url: receiver.url });
    await happen(app, companyId);
    await app.call(owner, webhookRoutes.remove, { params: { id } });
    await app.drainJobs();
    expect([await list(), await deliveriesOf(app, id), receiver.received]).toEqual([[], [], []]);
    expect((await app.call(owner, webhookRoutes.remove, { params: { id } })).status).toBe(404);
  });

  it("is one of a few at most", async () => {
    for (let count = 0; count < MOST_WEBHOOKS; count++) await addWebhook(app, owner, { url: receiver.url });
    const one = await app.call(owner, webhookRoutes.create, { body: { url: receiver.url, kinds } });
    expect([one.status, one.body]).toMatchObject([409, { message: expect.stringContaining("at most 20") }]);
  });

  it("is nobody's who is not an Owner, and another company's is not found", async () => {
    const { id } = await addWebhook(app, owner, { url: receiver.url });
    const staff = (await buildUser(app.db, companyId, "Staff")).actor;
    expect((await app.call(staff, webhookRoutes.list)).status).toBe(403);
    const stranger = (await buildUser(app.db, (await buildCompany(app.db)).id, "Owner")).actor;
    const body = { url: receiver.url, kinds };
    expect((await app.call(stranger, webhookRoutes.update, { params: { id }, body })).status).toBe(404);
    expect((await app.call(stranger, webhookRoutes.test, { params: { id } })).status).toBe(404);
    expect(
      (await app.call(stranger, webhookRoutes.listDeliveries, { params: { id }, query: {} })).status,
    ).toBe(404);
  });
});

describe("what happened to it", () => {
  it("is listed newest first, by status and kind, and one is sent again under its id", async () => {
    const { id } = await addWebhook(app, owner, { url: receiver.url });
    const params = { id };
    receiver.answer((_request, response) => response.writeHead(500).end());
    await happen(app, companyId);
    await app.drainJobs();
    receiver.answer((_request, response) => response.writeHead(200).end("thanks"));
    await happen(app, companyId);
    await app.drainJobs();
    const asked = (query: object) => app.call(owner, webhookRoutes.listDeliveries, { params, query });
    expect((await asked({})).body.items.map(({ status }) => status)).toEqual(["delivered", "waiting"]);
    expect((await asked({ status: "waiting" })).body).toMatchObject({ totalCount: 1 });
    expect((await asked({ kind: "customer.erased" })).body.items).toEqual([]);
    expect(await list()).toMatchObject([{ waitingCount: 1, nextTryAt: expect.any(String) }]);
    const [delivered, waiting] = (await asked({})).body.items;
    const replay = (deliveryId: string) =>
      app.call(owner, webhookRoutes.replayDelivery, { params: { id, deliveryId } });
    expect((await replay(waiting!.id)).status).toBe(409);
    expect((await replay(delivered!.id)).body).toMatchObject({ status: "waiting", attempts: 0 });
    await app.drainJobs();
    expect(receiver.received.slice(1).map(({ headers }) => headers["webhook-id"])).toEqual([
      delivered!.messageId,
      delivered!.messageId,
    ]);
  });

  it("is replayed since a moment, and not what arrived or is older", async () => {
    const { id } = await addWebhook(app, owner, { url: receiver.url });
    await app.call(owner, webhookRoutes.pause, { params: { id } });
    await happen(app, companyId);
    await app.drainJobs();
    app.clock.advance(60_000);
    const since = app.clock.now().toISOString();
    await happen(app, companyId);
    await app.drainJobs();
    await app.call(owner, webhookRoutes.resume, { params: { id } });
    const replayed = await app.call(owner, webhookRoutes.replay, { params: { id }, body: { since } });
    expect(replayed.body).toEqual({ replayed: 1 });
    app.clock.set(new Date());
    await app.drainJobs({ ignoreRunAt: true });
    expect((await deliveriesOf(app, id)).map(({ status }) => status)).toEqual(["held", "delivered"]);
  });

  it("is forgotten after 30 days", async () => {
    const { id } = await addWebhook(app, owner, { url: receiver.url });
    await happen(app, companyId);
    await app.drainJobs();
    app.clock.advance(29 * DAY_MS);
    await app.runForCompanies(webhookRetention);
    expect(await deliveriesOf(app, id)).toHaveLength(1);
    app.clock.advance(2 * DAY_MS);
    await app.runForCompanies(webhookRetention);
    expect(await deliveriesOf(app, id)).toEqual([]);
  });
});

describe("its secret", () => {
  it("stands in no row as it is, in no answer but its own, and with the path of its address in no entry of the log", async () => {
    const { id, secret } = await addWebhook(app, owner, { url: `${receiver.url}?token=in-the-path` });
    const { body } = await app.call(owner, webhookRoutes.rotateSecret, { params: { id } });
    await app.call(owner, webhookRoutes.update, {
      params: { id },
      body: { url: `${receiver.url}?token=2`, kinds },
    });
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    const raw = (one: string) => Buffer.from(one.slice("whsec_".length), "base64").toString("hex");
    const rows = JSON.stringify([
      await app.queryAsAdmin(
        "select encode(sealed_secret, 'hex'), encode(previous_sealed_secret, 'hex') from webhook_endpoints",
      ),
      await list(),
      await app.queryAsAdmin("select data::text from pgboss.job"),
    ]);
    const log = JSON.stringify((await app.call(owner, auditRoutes.listAudit, { query: {} })).body);
    for (const one of [secret, body.secret]) {
      expect(rows).not.toContain(raw(one));
      expect(rows + log).not.toContain(one.slice("whsec_".length));
    }
    expect(log).toContain("webhook.secret_rotated");
    expect(log).not.toContain("token=");
  });
});
