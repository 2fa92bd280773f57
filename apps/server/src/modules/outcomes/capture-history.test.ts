import { importRoutes } from "@forestay/contracts";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { readSelection, snapshotRecord } from "#modules/customers/index.ts";
import { buildUser, createTestApp, uploaded, type TestApp } from "#testing/index.ts";
import { buildWorld, type World } from "#testing/analysis-world.ts";
import { captureHistory, captureHistoryJob } from "./capture-history.ts";

const DAY_MS = 86_400_000;
const never = new AbortController().signal;
let app: TestApp;
let world: World;

beforeAll(async () => {
  app = await createTestApp({ rateLimitScale: 1000 });
});
beforeEach(async () => {
  app.clock.set(new Date("2030-01-10T09:00:00Z"));
  await app.queryAsAdmin("delete from companies");
  world = await buildWorld(app);
});
afterAll(() => app.close());

async function imported(csv: string): Promise<string> {
  // Nobody stays signed in for months.
  const { actor } = await buildUser(app.db, world.companyId, "Staff", { now: app.clock.now() });
  const { id } = await uploaded(app, actor, csv, { autoConfirm: true });
  await app.drainJobs();
  return id;
}
const nextNight = () => {
  app.clock.set(new Date(Math.ceil(app.clock.now().getTime() / DAY_MS) * DAY_MS + 100 * 60_000));
  return app.runForCompanies(captureHistoryJob);
};
const snapshots = () =>
  app.queryAsAdmin<{ id: string; day: string; features: Record<string, unknown> }>(
    `select c.external_id as id, s.taken_on::text as day, s.features from customer_snapshots s
     join customers c on c.company_id = s.company_id and c.id = s.customer_id
     where s.company_id = $1 order by s.taken_on, c.external_id`,
    [world.companyId],
  );
const days = async () => [...new Set((await snapshots()).map(({ day }) => day))];

const file = `customer_id,name,plan,mrr,currency,status,payment_status,signup_date,last_login,renewal,seats,vip,notes,left
A-1,Ann,Pro,49.90,USD,active,overdue,2029-01-10,2030-01-08,2030-03-01,12,yes,${"x".repeat(300)},no
A-2,Bob,Basic,900,JPY,paused,current,2026-05-17,2029-12-01,2030-02-01,1,no,short,no
A-3,Cid,Pro,49.90,USD,cancelled,current,2022-01-09,2029-06-01,2030-02-01,4,no,,yes
`;

describe("the company's own history", () => {
  it("begins the night after the first import, with what is known of each customer that is there", async () => {
    await imported(file);
    expect(await snapshots()).toEqual([]);
    await nextNight();
    const [ann, bob, ...others] = await snapshots();
    expect(others).toEqual([]);
    expect(ann).toEqual({
      id: "A-1",
      day: "2030-01-10",
      features: {
        plan: "Pro",
        subscription_status: "Active",
        payment_status: "Overdue",
        monthly_revenue: 49.9,
        tenure_days: 366,
        days_since_last_login: 3,
        "attr:renewal": -49,
        "attr:seats": 12,
        "attr:vip": true,
      },
    });
    expect(bob?.features).toMatchObject({ "attr:notes": "short", "attr:vip": false });
  });

  it("says in the database what it says of a single record", async () => {
    await imported(file);
    await nextNight();
    const at = new Date("2030-01-11T00:00:00Z");
    const rule = { now: app.clock.now() };
    const records = new Map<string, unknown>();
    const everyone = { filter: { conditions: [] }, exceptIds: [] };
    for await (const batch of readSelection(app.db, world.companyId, everyone, rule)) {
      for (const customer of batch)
        records.set(customer.externalId ?? "", snapshotRecord(customer, "USD", at));
    }
    for (const { id, features } of await snapshots()) expect(features).toEqual(records.get(id));
  });

  it("goes on once a month, and only with what was heard of since", async () => {
    await imported(file);
    await nextNight();
    await nextNight();
    expect(await days()).toEqual(["2030-01-10"]);
    app.clock.advance(35 * DAY_MS);
    await nextNight();
    expect(await days()).toEqual(["2030-01-10"]);
    await imported(file.replace("49.90,USD,active", "39.90,USD,active"));
    await nextNight();
    expect(await days()).toEqual(["2030-01-10", "2030-02-17"]);
    expect((await snapshots()).at(-2)?.features).toMatchObject({ monthly_revenue: 39.9, tenure_days: 404 });
  });

  it("does not pass off a file of months ago for what is known today, nor one that was undone", async () => {
    const id = await imported(file);
    await app.call(world.owner, importRoutes.undo, { params: { id } });
    await nextNight();
    expect(await days()).toEqual([]);
    await imported(file);
    app.clock.advance(60 * DAY_MS);
    await nextNight();
    expect(await days()).toEqual([]);
  });

  it("is complete after a night that broke off, and the same after a night that ran twice", async () => {
    await imported(file);
    app.clock.set(new Date("2030-01-11T01:40:00Z"));
    const stopped = new AbortController();
    stopped.abort();
    await expect(captureHistory(app.db, world.companyId, app.clock.now(), stopped.signal)).rejects.toThrow();
    expect(await snapshots()).toEqual([]);
    expect(await captureHistory(app.db, world.companyId, app.clock.now(), never)).toBe(2);
    expect(await captureHistory(app.db, world.companyId, app.clock.now(), never)).toBe(0);
  });

  it("is kept for three years, goes with the customer, and stays within the company", async () => {
    await imported(file);
    await nextNight();
    const stranger = await buildWorld(app);
    expect(
      await app.queryAsAdmin("select 1 from history_captures where company_id = $1", [stranger.companyId]),
    ).toEqual([]);
    await app.queryAsAdmin("delete from customers where external_id = 'A-2'");
    expect((await snapshots()).map(({ id }) => id)).toEqual(["A-1"]);
    app.clock.set(new Date("2033-01-09T09:00:00Z"));
    await nextNight();
    expect(await snapshots()).toHaveLength(1);
    await nextNight();
    expect(await snapshots()).toEqual([]);
  });
});
