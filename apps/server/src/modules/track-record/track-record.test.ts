import {
  customerRoutes,
  dashboardRoutes,
  trackRecordRoutes,
  type RouteQueryInput,
} from "@forestay/contracts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { buildUser, createTestApp, type TestApp } from "#testing/index.ts";
import { addCustomers, buildWorld, type World } from "#testing/analysis-world.ts";
import { withTenant } from "#platform/db/transaction.ts";
import { isTrackRecordBehind, keepTrackRecord } from "./keep-track-record.ts";
import { matureScoresJob } from "./mature-scores.ts";

const DAY_MS = 86_400_000;
let app: TestApp;
let world: World;
/** External id -> id. */
let ids: ReadonlyMap<string, string>;
const daysAgo = (days: number) => new Date(app.clock.now().getTime() - days * DAY_MS);

/** Ten customers scored 40 (Critical) and ten scored 3 (Low); of the first seven leave, of the second one. */
beforeAll(async () => {
  app = await createTestApp();
  world = await buildWorld(app);
  await addCustomers(
    app,
    world.companyId,
    Array.from({ length: 21 }, (_, index) => ({ externalId: `C-${index}`, lifetimeValueCents: 100 * index })),
  );
  const rows = await app.queryAsAdmin<{ id: string; external_id: string }>(
    "select id, external_id from customers where company_id = $1",
    [world.companyId],
  );
  ids = new Map(rows.map((row) => [row.external_id, row.id]));
  for (const scoredDaysAgo of [120, 100]) {
    await app.queryAsAdmin(
      `insert into customer_score_history (company_id, customer_id, scored_at, analysis_id, probability, score, level, model_version)
       select $1, id, $2, uuidv7(), case when n < 10 then 0.4 else 0.03 end, case when n < 10 then 40 else 3 end,
         case when n < 10 then 3 else 0 end, 'v1'
       from (select id, substr(external_id, 3)::int as n from customers where company_id = $1) c where n < 20`,
      [world.companyId, daysAgo(scoredDaysAgo)],
    );
  }
  // Scored ten days ago: waits.
  await app.queryAsAdmin(
    `insert into customer_score_history (company_id, customer_id, scored_at, analysis_id, probability, score, level)
     values ($1, $2, $3, uuidv7(), 0.5, 50, 3)`,
    [world.companyId, ids.get("C-20"), daysAgo(10)],
  );
  await leave(["C-0", "C-1", "C-2", "C-3", "C-4", "C-5", "C-12"], daysAgo(30));
  // Gone on an unknown day: it was there when it was scored.
  await app.queryAsAdmin("update customers set churned = true where id = $1", [ids.get("C-6")]);
  // After the horizon of both scores, and so no leaver of theirs.
  await leave(["C-7"], daysAgo(5));
});
afterAll(() => app.close());

const leave = (externalIds: string[], at: Date) =>
  app.queryAsAdmin("update customers set churned = true, ended_at = $1 where id = any($2::uuid[])", [
    at,
    externalIds.map((externalId) => ids.get(externalId)),
  ]);
const mature = () => app.runForCompanies(matureScoresJob);
const read = async () => (await app.call(world.owner, trackRecordRoutes.get)).body;

describe("the track record", () => {
  it("is empty until scores have come of age, and says how many wait", async () => {
    expect(await read()).toMatchObject({ matured: 0, latest: null, months: [], waiting: 21 });
  });

  it("compares each scored customer with what happened, each once, by level", async () => {
    await mature();
    const record = await read();
    expect(record.waiting).toBe(1);
    expect(record.nextKnownAt).toBe(daysAgo(-80).toISOString());
    expect(record.latest).toMatchObject({
      customers: 20,
      left: 8,
      // The age of the scores themselves: they were given 100 days ago, and promised 90 days.
      horizonDays: 90,
      sentence: `Of 10 customers scored Critical on ${daysAgo(100).toLocaleDateString("en-US", { dateStyle: "medium", timeZone: "UTC" })}, 7 left within 90 days (70%).`,
      missed: { count: 1, customers: [{ name: "C-12", score: 3, level: 0 }] },
    });
    const [critical, high, , low] = record.latest?.levels ?? [];
    expect(critical).toMatchObject({ level: 3, scored: 10, left: 7, share: 0.7 });
    expect(critical?.meanProbability).toBeCloseTo(0.4);
    expect(critical?.lower).toBeCloseTo(0.397, 3);
    expect(critical?.upper).toBeCloseTo(0.892, 3);
    expect(high).toMatchObject({ scored: 0, share: null, meanProbability: null });
    expect(low).toMatchObject({ scored: 10, left: 1, share: 0.1 });
    expect(record.months.reduce((sum, month) => sum + month.scored, 0)).toBe(record.matured);
  });

  it("opens the customers behind each of its counts", async () => {
    const { latest } = await read();
    const rowsOf = async (query: Omit<RouteQueryInput<typeof dashboardRoutes.rows>, "figure">) => {
      const ids: string[] = [];
      for (let cursor: string | undefined; ;) {
        const { body } = await app.call(world.owner, dashboardRoutes.rows, {
          query: { figure: "scored", limit: 3, ...query, ...(cursor === undefined ? {} : { cursor }) },
        });
        ids.push(...body.items.map(({ customerId }) => customerId));
        if (body.nextCursor === null) {
          expect([body.count, body.total, body.totalIsCount]).toEqual([ids.length, ids.length, true]);
          return { title: body.title, customers: new Set(ids).size, items: body.items };
        }
        cursor = body.nextCursor;
      }
    };
    expect((await rowsOf({})).customers).toBe(latest!.customers);
    expect((await rowsOf({ outcome: "left" })).customers).toBe(latest!.left);
    for (const { level, scored, left } of latest!.levels) {
      expect((await rowsOf({ level })).customers, String(level)).toBe(scored);
      expect((await rowsOf({ level, outcome: "left" })).customers, String(level)).toBe(left);
    }
    const critical = await rowsOf({ level: 3, outcome: "left" });
    expect(critical.title).toMatch(/^Customers scored Critical who left, /);
    expect(critical.items[0]).toMatchObject({ amount: null, level: 3, probability: 0.4 });
  });

  it("says the same of many scores, of which it is kept, and counts again when somebody is erased", async () => {
    const { companyId, owner } = world;
    const lists = [{}, { outcome: "left" }, { level: 3 }, { level: 0, outcome: "stayed" }] as const;
    const all = async () => ({
      record: await read(),
      lists: await Promise.all(
        lists.map(
          async (query) =>
            (await app.call(owner, dashboardRoutes.rows, { query: { figure: "scored", ...query } })).body,
        ),
      ),
    });
    const live = await all();
    const keep = (few: number) => keepTrackRecord(app.db, companyId, app.clock.now(), { few });
    const isDue = () => withTenant(app.db, companyId, (tx) => isTrackRecordBehind(tx, companyId, 40));
    expect(await isDue()).toBe(true);
    await keep(40);
    expect(await isDue()).toBe(false);
    expect(await all()).toEqual(live);
    // What is read is what was kept, not the history.
    await app.queryAsAdmin("update customer_score_history set level = 1 where company_id = $1", [companyId]);
    expect(await all()).toEqual(live);
    await app.queryAsAdmin(
      "update customer_score_history set level = case when score = 3 then 0 else 3 end where company_id = $1",
      [companyId],
    );
    await app.queryAsAdmin("delete from track_record_scores where customer_id = $1", [ids.get("C-12")]);
    expect((await read()).latest?.missed.customers).toEqual([]);
    expect(await isDue()).toBe(true);
    await keep(40);
    expect(await all()).toEqual(live);
    // As few as here are worked out whenever somebody asks.
    await keep(100);
    expect(await app.queryAsAdmin("select from track_records where company_id = $1", [companyId])).toEqual(
      [],
    );
    expect(await isDue()).toBe(true);
    expect(await all()).toEqual(live);
  });

  it("says what these scores promised, whatever horizon the company asks for now", async () => {
    const before = await read();
    await app.queryAsAdmin("insert into scoring_settings (company_id, horizon_days) values ($1, 30)", [
      world.companyId,
    ]);
    const after = await read();
    await app.queryAsAdmin("delete from scoring_settings where company_id = $1", [world.companyId]);
    expect(after).toEqual({ ...before, horizonDays: 30 });
  });

  it("looks at scores of one horizon at a time", async () => {
    const other = await buildWorld(app);
    await addCustomers(app, other.companyId, [{ externalId: "A" }, { externalId: "B" }, { externalId: "C" }]);
    const score = (externalId: string, days: number, horizonDays: number) =>
      app.queryAsAdmin(
        `insert into customer_score_history (company_id, customer_id, scored_at, analysis_id, probability, score, level, horizon_days)
         select company_id, id, $3, uuidv7(), 0.4, 40, 3, $4 from customers where company_id = $1 and external_id = $2`,
        [other.companyId, externalId, daysAgo(days), horizonDays],
      );
    await score("A", 41, 30);
    await score("B", 65, 60);
    await score("C", 45, 30);
    await mature();
    const record = (await app.call(other.owner, trackRecordRoutes.get)).body;
    expect(record.latest).toMatchObject({
      horizonDays: 30,
      customers: 2,
      scoredFrom: daysAgo(45).toISOString(),
      scoredTo: daysAgo(41).toISOString(),
      sentence: expect.stringMatching(
        /^Of 2 customers scored Critical between .+ and .+, 0 left within 30 days/,
      ) as string,
    });
    expect(record.months.map(({ horizonDays, scored }) => [horizonDays, scored])).toEqual(
      expect.arrayContaining([[60, 1]]),
    );
    expect(record.months.every(({ horizonDays, scored }) => horizonDays === 30 || scored === 1)).toBe(true);
  });

  it("says the same after the job has run again", async () => {
    const before = await read();
    await mature();
    expect(await read()).toEqual(before);
  });

  it("does not judge a score while the data does not reach to the end of its horizon", async () => {
    const other = await buildWorld(app);
    await addCustomers(app, other.companyId, [{ externalId: "A" }]);
    // The newest record is sixty days old: what happened since is unknown.
    await app.queryAsAdmin(
      `with a as (select id from customers where company_id = $1)
       , s as (insert into customer_snapshots (company_id, customer_id, taken_on, features) select $1, id, $2::date, '{}' from a)
       insert into customer_score_history (company_id, customer_id, scored_at, analysis_id, probability, score, level)
       select $1, id, $3, uuidv7(), 0.4, 40, 3 from a`,
      [other.companyId, daysAgo(60).toISOString().slice(0, 10), daysAgo(100)],
    );
    await mature();
    expect((await app.call(other.owner, trackRecordRoutes.get)).body).toMatchObject({
      matured: 0,
      waiting: 1,
      nextKnownAt: null,
    });
  });

  it("is visible to Viewers, and to nobody else's company", async () => {
    const viewer = (await buildUser(app.db, world.companyId, "Viewer")).actor;
    expect((await app.call(viewer, trackRecordRoutes.get)).body.matured).toBeGreaterThan(0);
    const stranger = await buildWorld(app);
    expect((await app.call(stranger.owner, trackRecordRoutes.get)).body).toMatchObject({ matured: 0 });
  });
});

describe("what leaving meant when a score was given", () => {
  it("judges it, whatever the company has called leaving since", async () => {
    const other = await buildWorld(app);
    const seen = (days: number) => daysAgo(days).toISOString();
    await addCustomers(app, other.companyId, [
      { externalId: "silent", subscriptionStatus: 1, lastActivityAt: seen(95) },
      { externalId: "active", subscriptionStatus: 1, lastActivityAt: seen(1) },
      { externalId: "ended", subscriptionStatus: 2, endedAt: seen(80), lastActivityAt: seen(5) },
      { externalId: "back", subscriptionStatus: 1, lastActivityAt: seen(1) },
    ]);
    // It was silent for 70 days, 60 of them full within the horizon, and came back.
    await app.queryAsAdmin(
      `insert into customer_snapshots (company_id, customer_id, taken_on, features)
       select $1, id, $2::date, '{"days_since_last_login": 70}' from customers where company_id = $1 and external_id = 'back'`,
      [other.companyId, daysAgo(50).toISOString().slice(0, 10)],
    );
    // The records reach to yesterday.
    await app.queryAsAdmin(
      `insert into customer_snapshots (company_id, customer_id, taken_on, features)
       select $1, id, $2::date, '{}' from customers where company_id = $1 and external_id = 'active'`,
      [other.companyId, daysAgo(1).toISOString().slice(0, 10)],
    );
    await app.queryAsAdmin(
      `insert into customer_score_history (company_id, customer_id, scored_at, analysis_id, probability, score, level, churn_definition)
       select $1, id, $2::timestamptz, uuidv7(), 0.4, 40, 3, 'inactive' from customers where company_id = $1
       union all select $1, id, $3::timestamptz, uuidv7(), 0.2, 20, 2, 'cancelled' from customers where company_id = $1`,
      [other.companyId, daysAgo(99), daysAgo(100)],
    );
    await mature();
    const left = await app.queryAsAdmin<{ promised: string; customers: string[] }>(
      `select churn_definition as promised, array_agg(external_id order by external_id) as customers
       from customer_score_history h join customers c on c.id = h.customer_id
       where h.company_id = $1 and left_within group by 1 order by 1`,
      [other.companyId],
    );
    expect(left).toEqual([
      { promised: "cancelled", customers: ["ended"] },
      { promised: "inactive", customers: ["back", "silent"] },
    ]);
    const record = (await app.call(other.owner, trackRecordRoutes.get)).body;
    expect(record).toMatchObject({
      churn: { definition: "cancelled" },
      latest: { churn: { definition: "inactive", inactiveDays: 60 }, customers: 4, left: 2 },
      months: [
        { churn: { definition: "cancelled" }, scored: 4, left: 1 },
        { churn: { definition: "inactive" }, scored: 4, left: 2 },
      ],
    });
  });
});

describe("the page of a customer that has left", () => {
  const leavingOf = async (externalId: string) =>
    (await app.call(world.owner, customerRoutes.get, { params: { id: ids.get(externalId) ?? "" } })).body
      .leaving;

  it("says that the model missed it", async () => {
    const leaving = await leavingOf("C-12");
    expect(leaving).toMatchObject({
      missed: true,
      before: [90, 60, 30].map((daysBefore) => ({ daysBefore, score: 3, level: 0 })),
    });
    expect(leaving?.sentence).toBe(
      "Missed by the model: the score was 3 (Low) 90 days before, 3 (Low) 60 days before, 3 (Low) 30 days before.",
    );
  });

  it("says what the score was where it had warned", async () => {
    expect(await leavingOf("C-0")).toMatchObject({ missed: false });
  });

  it("says nothing of a customer that is there", async () => {
    expect(await leavingOf("C-9")).toBeNull();
  });

  it("counts what people said of scores, beside what became of them", async () => {
    const scoredAt = daysAgo(120);
    await app.queryAsAdmin(
      "update customers set churn_risk_score = 40, scored_at = $2 where company_id = $1 and external_id in ('C-0', 'C-8')",
      [world.companyId, scoredAt],
    );
    await mature();
    const say = (user: World["owner"], of: string, verdict: "right" | "too_high", because = "") =>
      app.call(user, trackRecordRoutes.sayOfScore, {
        params: { id: ids.get(of)! },
        body: { verdict, because },
      });
    const staff = (await buildUser(app.db, world.companyId, "Staff")).actor;
    await say(world.owner, "C-0", "too_high");
    // Said again of the same score, it is another opinion and not a second one.
    await say(world.owner, "C-0", "right");
    await say(staff, "C-0", "too_high", "New contract");
    await say(staff, "C-8", "too_high");
    // Marks on the list of who needs attention first: the newest of a score counts, and putting off judges nothing.
    for (const [of, kind, minutes] of [
      ["C-0", "not_a_risk", 1],
      ["C-0", "done", 2],
      ["C-0", "snoozed", 3],
      ["C-8", "not_a_risk", 1],
    ] as const)
      await app.queryAsAdmin(
        `insert into attention_marks (company_id, customer_id, kind, hidden_until, probability, score, level, marked_at, marked_by)
         values ($1, $2, $3, now(), 0.4, 40, 1, $4::timestamptz + make_interval(mins => $5), 'Ann')`,
        [world.companyId, ids.get(of)!, kind, scoredAt, minutes],
      );
    expect((await read()).feedback).toEqual([
      { verdict: "right", count: 1, known: 1, left: 1 },
      { verdict: "too_high", count: 2, known: 2, left: 1 },
      { verdict: "done", count: 1, known: 1, left: 1 },
      { verdict: "not_a_risk", count: 1, known: 1, left: 0 },
    ]);
    const { body } = await app.call(world.owner, trackRecordRoutes.listFeedback, {
      params: { id: ids.get("C-0")! },
    });
    expect(
      body.items.map(({ verdict, because, isMine, score }) => [verdict, because, isMine, score]),
    ).toEqual(
      expect.arrayContaining([
        ["too_high", "New contract", false, 40],
        ["right", "", true, 40],
      ]),
    );
    expect((await say(world.owner, "C-20", "right")).body).toMatchObject({ code: "invalid_state" });
  });
});
