import type { AddressInfo } from "node:net";
import { Analytics } from "@segment/analytics-node";
import { trackingRefusals, trackingRoutes, type UnknownPeople } from "@forestay/contracts";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { createTestApp, uploaded, type TestApp } from "#testing/index.ts";
import { addTrackingCompany, type TrackingCompany } from "./fixtures/tracking-company.ts";

let app: TestApp;
let company: TrackingCompany;
let origin: string;

beforeAll(async () => {
  app = await createTestApp({ rateLimitScale: 1000 });
  await app.server.listen({ port: 0, host: "127.0.0.1" });
  origin = `http://127.0.0.1:${(app.server.server.address() as AddressInfo).port}`;
});
afterAll(() => app.close());
beforeEach(async () => {
  company = await addTrackingCompany(app);
});

const overview = async () => (await app.call(company.owner, trackingRoutes.overview)).body;
const at = (ms: number) => new Date(app.clock.now().getTime() + ms).toISOString();
const choose = async (unknownPeople: UnknownPeople) => {
  const { status } = await app.call(company.owner, trackingRoutes.change, { body: { unknownPeople } });
  expect(status).toBe(200);
};
const customers = () =>
  app.queryAsAdmin<Record<string, unknown>>(
    `select external_id, email, full_name, plan, started_at, attributes from customers where company_id = $1
     order by external_id, email`,
    [company.companyId],
  );

describe("what a company's product sends", () => {
  it("lands once each by Segment's own library, of which only the host is changed", async () => {
    await company.addCustomers(Array.from({ length: 10 }, (_, n) => ({ externalId: `C-${n}` })));
    const analytics = new Analytics({ writeKey: company.writeKey, host: origin, flushAt: 40 });
    const failures: unknown[] = [];
    analytics.on("error", (error) => failures.push(error));
    for (let n = 0; n < 1000; n++)
      analytics.track({
        userId: `C-${n % 10}`,
        event: n % 2 === 0 ? "Login" : "Report exported",
        properties: { value: n },
        messageId: `message-${n}`,
        timestamp: new Date(Date.now() - n * 1000),
      });
    await analytics.closeAndFlush();
    expect(failures).toEqual([]);
    await app.drainJobs({ ignoreRunAt: true });
    const values = (await company.events()).map(({ value }) => value);
    expect(values.toSorted((a, b) => (a ?? 0) - (b ?? 0))).toEqual(Array.from({ length: 1000 }, (_, n) => n));
    const { kinds, last24Hours, underWay } = await overview();
    expect(kinds.map(({ name, events }) => [name, events])).toEqual([
      ["Login", 500],
      ["Report exported", 500],
    ]);
    expect([last24Hours.written, underWay]).toEqual([1000, 0]);
  });

  it("counts once however often it comes: in a call, in another one, later, and with another clock", async () => {
    await company.addCustomers([{ externalId: "C-1" }]);
    const event = { type: "track", userId: "C-1", event: "Login", messageId: "m", timestamp: at(-1000) };
    await company.send("batch", { batch: [event, event], sentAt: at(0) });
    await company.send("batch", { batch: [event], sentAt: at(-5000) });
    await company.takeIn();
    await company.send("track", event);
    await company.takeIn();
    expect(await company.events()).toHaveLength(1);
    expect((await overview()).last24Hours).toMatchObject({ written: 1, duplicates: 3 });
  });

  it("happened when it did by our clock, whatever the sender's says, and never far ahead of it", async () => {
    await company.addCustomers([{ externalId: "C-1" }]);
    const track = (event: string, timestamp?: string) => ({ type: "track", userId: "C-1", event, timestamp });
    // A phone that is a day ahead sends what happened ten minutes before.
    const aDayAhead = 86_400_000;
    await company.send("batch", {
      batch: [track("Skewed", at(aDayAhead - 600_000)), track("No time")],
      sentAt: at(aDayAhead),
    });
    await company.send("batch", {
      batch: [
        track("Soon", at(59 * 60_000)),
        track("Far ahead", at(61 * 60_000)),
        track("Late", at(-86_400_000)),
      ],
    });
    await company.takeIn();
    expect((await company.events()).map(({ type, at: when }) => [type, when])).toEqual([
      ["Late", at(-86_400_000)],
      ["Skewed", at(-600_000)],
      ["Far ahead", at(0)],
      ["No time", at(0)],
      ["Soon", at(59 * 60_000)],
    ]);
  });

  it("is told of whom it is by id, by the address in the traits, and by an id that is an address", async () => {
    await company.addCustomers([
      { externalId: "C-1", email: "ada@example.test" },
      { email: "ben@example.test" },
      { externalId: "S-1", email: "shared@example.test" },
      { externalId: "S-2", email: "shared@example.test" },
    ]);
    const login = { type: "track", event: "Login" };
    await company.send("batch", {
      batch: [
        { ...login, userId: "C-1", timestamp: at(-5000) },
        {
          ...login,
          userId: "app-7",
          context: { traits: { email: "Ada@example.test" } },
          timestamp: at(-4000),
        },
        { ...login, userId: "ben@example.test", timestamp: at(-3000) },
        { ...login, userId: "Shared@example.test" },
        { ...login, anonymousId: "a-1" },
        { type: "page", userId: "C-1", name: "Pricing", timestamp: at(-2000) },
        { type: "screen", userId: "C-1", timestamp: at(-1000) },
        { type: "group", userId: "C-1", groupId: "G" },
        { type: "alias", userId: "C-1", previousId: "a-1" },
      ],
    });
    await company.takeIn();
    expect((await company.events()).map(({ who, type }) => [who, type])).toEqual([
      ["C-1", "Login"],
      ["C-1", "Login"],
      ["ben@example.test", "Login"],
      ["C-1", "Viewed Pricing"],
      ["C-1", "Viewed a screen"],
    ]);
    const { last24Hours, refusals } = await overview();
    expect(last24Hours).toMatchObject({ written: 5, anonymous: 1, withoutEffect: 2, refused: 1 });
    expect(refusals).toMatchObject([{ reason: trackingRefusals.ambiguous_customer }]);
  });

  it("is seen in its customer's row: when it was last there", async () => {
    await company.addCustomers([{ externalId: "C-1" }]);
    await company.send("track", { userId: "C-1", event: "Login", timestamp: at(-60_000) });
    await company.takeIn();
    const [row] = await app.queryAsAdmin<{ last_activity_at: Date }>(
      "select last_activity_at from customers where company_id = $1",
      [company.companyId],
    );
    expect(row?.last_activity_at.toISOString()).toBe(at(-60_000));
    expect(
      await app.queryAsAdmin("select 1 from ledger_stale_customers where company_id = $1", [
        company.companyId,
      ]),
    ).toEqual([]);
  });
});

describe("an identify call", () => {
  it("says who a customer is, and never empties what is known", async () => {
    await company.addCustomers([{ externalId: "C-1", email: "ada@example.test" }]);
    const first = {
      firstName: "Ada",
      lastName: "Berg",
      plan: "Pro",
      createdAt: "2025-03-01T00:00:00Z",
      company: { name: "Harborline" },
      seats: 12,
      beta: true,
      address: { city: "Oslo" },
    };
    await company.send("batch", {
      batch: [
        { type: "identify", userId: "C-1", traits: first },
        {
          type: "identify",
          userId: "C-1",
          traits: { plan: "", name: null, email: "", seats: 13, beta: "perhaps" },
        },
      ],
    });
    await company.takeIn();
    await company.send("identify", {
      userId: "C-1",
      traits: { plan: null, seats: "many", email: "no address" },
    });
    await company.takeIn();
    expect(await customers()).toEqual([
      {
        external_id: "C-1",
        email: "ada@example.test",
        full_name: "Ada Berg",
        plan: "Pro",
        started_at: new Date("2025-03-01T00:00:00Z"),
        attributes: { company: "Harborline", seats: 13, beta: true },
      },
    ]);
    expect((await overview()).last24Hours.identified).toBe(3);
  });

  it("gives an id to a customer who was known by e-mail address alone, in the same call as what they did", async () => {
    await company.addCustomers([{ email: "ada@example.test" }]);
    await company.send("batch", {
      batch: [
        { type: "identify", userId: "C-1", traits: { email: "ada@example.test" } },
        { type: "track", userId: "C-1", event: "Login" },
      ],
    });
    await company.takeIn();
    expect(await customers()).toMatchObject([{ external_id: "C-1", email: "ada@example.test" }]);
    expect(await company.events()).toMatchObject([{ who: "C-1" }]);
  });
});

describe("people who are no customers", () => {
  const arrive = async () => {
    await company.send("batch", {
      batch: [
        { type: "track", userId: "N-1", event: "Login" },
        { type: "track", userId: "new@example.test", event: "Login" },
        { type: "identify", userId: "N-1", traits: { name: "Nora New", plan: "Pro" } },
      ],
    });
    await company.takeIn();
  };

  it("are waited for, with what they did and what was said of them, until a file brings them", async () => {
    await arrive();
    expect(await customers()).toEqual([]);
    const before = await overview();
    expect(before.people).toEqual({
      waiting: 2,
      events: 2,
      newest: expect.arrayContaining([
        { externalId: "N-1", email: null, events: 1 },
        { externalId: null, email: "new@example.test", events: 1 },
      ]),
    });
    expect(before.last24Hours).toMatchObject({ waiting: 3, written: 0 });
    const file = "customer_id,email\nN-1,\n,new@example.test\n";
    await uploaded(app, company.owner, file, { autoConfirm: true });
    await app.drainJobs();
    expect(await customers()).toMatchObject([{ external_id: "N-1", full_name: "Nora New", plan: "Pro" }, {}]);
    expect(await company.events()).toHaveLength(2);
    expect((await overview()).people).toEqual({ waiting: 0, events: 0, newest: [] });
  });

  it("become customers where the company chose so, those who waited too", async () => {
    await arrive();
    await choose("create");
    await app.drainJobs({ ignoreRunAt: true });
    expect(await customers()).toMatchObject([
      { external_id: "N-1", full_name: "Nora New" },
      { external_id: null, email: "new@example.test" },
    ]);
    await company.send("track", { userId: "N-2", event: "Login" });
    await company.takeIn();
    const named = (await company.events()).map(({ who }) => who);
    expect(named.toSorted()).toEqual(["N-1", "N-2", "new@example.test"]);
  });

  it("are left out where the company chose so, and counted", async () => {
    await choose("ignore");
    await arrive();
    expect([await customers(), await company.events()]).toEqual([[], []]);
    const { people, last24Hours } = await overview();
    expect([people.waiting, last24Hours.ignored]).toEqual([0, 3]);
  });
});
