import { settingsRoutes } from "@forestay/contracts";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { CompanyUser } from "#platform/http/actor.ts";
import { invoice, openLedgerCompany } from "#testing/ledger-company.ts";
import { buildCompany, buildUser, connectLive, createTestApp, type TestApp } from "#testing/index.ts";

let app: TestApp;
let companyId: string;
let owner: CompanyUser;

beforeAll(async () => {
  app = await createTestApp({ rateLimitScale: 1000 });
});
afterAll(() => app.close());
beforeEach(async () => {
  companyId = (await buildCompany(app.db)).id;
  owner = (await buildUser(app.db, companyId, "Owner")).actor;
});

const fields = {
  name: "Acme",
  currency: "CHF",
  timeZone: "Europe/Zurich",
  size: "11-50",
  businessModel: "b2b_annual",
  churnDate: "request",
  logo: "data:image/png;base64,iVBORw0KGgo=",
} as const;

describe("a company's settings", () => {
  it("are what was saved", async () => {
    const saved = await app.call(owner, settingsRoutes.updateSettings, { body: fields });
    expect(saved.status).toBe(200);
    const read = await app.call(owner, settingsRoutes.getSettings);
    expect(read.body).toEqual({ ...fields, id: companyId, isDemo: false, sample: "none", deletionAt: null });
  });

  it("refuse a currency, a zone and an image that do not exist, each at its field", async () => {
    const save = (change: object) =>
      app.call(owner, settingsRoutes.updateSettings, { body: { ...fields, ...change } });
    const both = await save({ currency: "ZZZ", timeZone: "Moon/Crater" });
    expect(both.body).toMatchObject({
      fields: { currency: "Choose a currency", timeZone: "Choose a time zone" },
    });
    for (const logo of [
      // What it says, and what it is.
      "data:image/png;base64,PHN2ZyBvbmxvYWQ9ImFsZXJ0KDEpIj4=",
      "data:image/jpeg;base64,iVBORw0KGgo=",
      "data:image/png;base64,iVBORw0KGgo=<script>",
      "data:image/png;base64,",
    ]) {
      expect((await save({ logo })).status, logo).toBe(400);
    }
    const svg = await save({ logo: "data:image/svg+xml;base64,PHN2Zz4=" });
    expect(svg.body).toMatchObject({ fields: { logo: "Use a PNG, JPEG or WebP image" } });
  });

  it("keep their currency while there are amounts in it, and say what to do", async () => {
    const ledger = await openLedgerCompany(app);
    const boss = (await buildUser(app.db, ledger.companyId, "Owner")).actor;
    const choose = (currency: string) =>
      app.call(boss, settingsRoutes.updateSettings, { body: { ...fields, currency } });
    const refusal = (from: string) => ({
      status: 400,
      body: { fields: { currency: expect.stringMatching(new RegExp(`^There are amounts in ${from} here`)) } },
    });
    // Amounts that name their currency keep it.
    await ledger.customers([{ externalId: "C-1", monthlyRevenueCents: 500, currency: "SEK" }]);
    await ledger.write("invoices", [invoice({ currency: "EUR", amountMinor: 900 })]);
    expect((await choose("EUR")).status).toBe(200);
    expect(await choose("USD")).toMatchObject(refusal("EUR"));
    expect((await choose("EUR")).status).toBe(200);
    await ledger.query("delete from invoices where company_id = $1");
    // 0 is 0 in any currency.
    await ledger.customers([{ externalId: "C-2", monthlyRevenueCents: 0, lifetimeValueCents: 0 }]);
    await ledger.write("invoices", [invoice({ currency: "EUR", amountMinor: 0 })]);
    expect((await choose("CHF")).status).toBe(200);
    expect((await choose("EUR")).status).toBe(200);
    await ledger.customers([{ externalId: "C-2", monthlyRevenueCents: 500 }]);
    expect(await choose("USD")).toMatchObject(refusal("EUR"));
    await ledger.query("delete from customers where company_id = $1");
    expect((await choose("USD")).status).toBe(200);
  });

  it("reach every open page of the company when they change, and nobody else's", async () => {
    const colleague = (await buildUser(app.db, companyId, "Viewer")).actor;
    const stranger = (await buildUser(app.db, (await buildCompany(app.db)).id, "Owner")).actor;
    const listen = async (user: CompanyUser) => {
      const { authorization } = await app.bearer(user);
      return connectLive(app.server, authorization.replace("Bearer ", ""));
    };
    const live = await listen(colleague);
    const elsewhere = await listen(stranger);
    const news = live.next("company_changed");
    await app.call(owner, settingsRoutes.updateSettings, { body: fields });
    expect(await news).toEqual({});
    expect(elsewhere.received).toEqual([]);
    for (const { connection } of [live, elsewhere]) await connection.stop();
  });

  it("are Staff's to change, but for the currency, which is said at its field", async () => {
    await app.call(owner, settingsRoutes.updateSettings, { body: fields });
    const staff = (await buildUser(app.db, companyId, "Staff")).actor;
    const renamed = await app.call(staff, settingsRoutes.updateSettings, {
      body: { ...fields, name: "Acme AG" },
    });
    expect(renamed).toMatchObject({ status: 200, body: { name: "Acme AG" } });
    const refused = await app.call(staff, settingsRoutes.updateSettings, {
      body: { ...fields, currency: "EUR" },
    });
    expect(refused).toMatchObject({
      status: 403,
      body: { code: "forbidden", fields: { currency: "Only an Owner changes the currency" } },
    });
    const viewer = (await buildUser(app.db, companyId, "Viewer")).actor;
    expect((await app.call(viewer, settingsRoutes.updateSettings, { body: fields })).status).toBe(403);
    expect((await app.call(owner, settingsRoutes.getSettings)).body).toMatchObject({
      name: "Acme AG",
      currency: "CHF",
    });
  });
});

describe("scoring settings", () => {
  const bands = (medium: number, high: number, critical: number) => ({ medium, high, critical });
  const scores = [0, 5, 10, 29, 30, 59, 60, 100];

  async function addScored(count = 1): Promise<void> {
    await app.queryAsAdmin(
      `insert into customers (company_id, external_id, churn_risk_score, churn_risk_level, churn_probability)
       select $1, 'c-' || s || '-' || n, s, case when s >= 60 then 3 when s >= 30 then 2 when s >= 10 then 1 else 0 end, s / 100.0
       from unnest($2::int[]) s, generate_series(1, $3) n`,
      [companyId, scores, count],
    );
    await app.queryAsAdmin("insert into customers (company_id, external_id) values ($1, 'unscored')", [
      companyId,
    ]);
  }
  const levels = async () =>
    (
      await app.queryAsAdmin<{ level: number | null; n: number }>(
        "select churn_risk_level as level, count(*)::int as n from customers where company_id = $1 group by 1 order by 1",
        [companyId],
      )
    ).map(({ level, n }) => [level, n]);

  it("are Staff's to change, but for what counts as having left", async () => {
    const staff = (await buildUser(app.db, companyId, "Staff")).actor;
    const { body: before } = await app.call(staff, settingsRoutes.getScoring);
    const horizon = await app.call(staff, settingsRoutes.updateScoring, {
      body: { ...before, horizonDays: 60 },
    });
    expect(horizon).toMatchObject({ status: 200, body: { horizonDays: 60 } });
    const rule = await app.call(staff, settingsRoutes.updateScoring, {
      body: { ...before, churnDefinition: "inactive", inactiveDays: 45 },
    });
    expect(rule).toMatchObject({
      status: 403,
      body: { fields: { churnDefinition: "Only an Owner decides what counts as having left" } },
    });
  });

  it("have defaults, and are what was saved", async () => {
    const defaults = (await app.call(owner, settingsRoutes.getScoring)).body;
    expect(defaults).toEqual({
      horizonDays: 90,
      riskBands: bands(10, 30, 60),
      bandsAreCustom: false,
      churnDefinition: "cancelled",
      inactiveDays: 60,
      trueLeavingShare: null,
    });
    const body = {
      horizonDays: 60,
      riskBands: bands(5, 20, 40),
      bandsAreCustom: true,
      churnDefinition: "inactive",
      inactiveDays: 30,
      trueLeavingShare: 0.08,
    } as const;
    expect((await app.call(owner, settingsRoutes.updateScoring, { body })).body).toEqual(body);
    expect((await app.call(owner, settingsRoutes.getScoring)).body).toEqual(body);
    const crossed = await app.call(owner, settingsRoutes.updateScoring, {
      body: { ...body, riskBands: bands(40, 20, 60) },
    });
    expect(crossed.status).toBe(400);
    for (const trueLeavingShare of [0, 1, 8]) {
      const { status } = await app.call(owner, settingsRoutes.updateScoring, {
        body: { ...body, trueLeavingShare },
      });
      expect(status).toBe(400);
    }
  });

  it("preview how many customers count as gone today under each definition, from what is recorded", async () => {
    await app.queryAsAdmin(
      `insert into customers (company_id, external_id, churned, ended_at, subscription_status, last_activity_at)
       select $1, n::text, n = 1 or null, case when n in (2, 3) then $2::timestamptz - interval '5 days' end,
         case when n > 3 then 1 end, case when n <> 7 then $2::timestamptz - make_interval(days => n * 10) end
       from generate_series(1, 9) n`,
      [companyId, app.clock.now()],
    );
    const preview = async (inactiveDays: number) =>
      (await app.call(owner, settingsRoutes.previewChurn, { body: { inactiveDays } })).body;
    // Silence is counted up to the newest activity, ten days ago.
    expect(await preview(60)).toEqual({
      customers: 9,
      labelled: 1,
      withoutActivity: 1,
      activityUntil: new Date(app.clock.now().getTime() - 10 * 86_400_000).toISOString(),
      definitions: [
        { definition: "cancelled", gone: 3 },
        { definition: "inactive", gone: 3 },
        { definition: "cancelled_or_inactive", gone: 5 },
      ],
    });
    expect((await preview(365)).definitions.map(({ gone }) => gone)).toEqual([3, 1, 3]);
    expect((await app.call(owner, settingsRoutes.previewChurn, { body: { inactiveDays: 3 } })).status).toBe(
      400,
    );
  });

  it("start a training when what counts as having left changes, once, and where anything was ever scored", async () => {
    const stored = (await app.call(owner, settingsRoutes.getScoring)).body;
    const change = (inactiveDays: number) =>
      app.call(owner, settingsRoutes.updateScoring, {
        body: { ...stored, churnDefinition: "inactive", inactiveDays },
      });
    const waiting = async () =>
      app.queryAsAdmin<{ trigger: string; rule: string }>(
        `select trigger, churn_definition || ' ' || inactive_days as rule from churn_analyses
         where company_id = $1 and status = 0`,
        [companyId],
      );
    await app.queryAsAdmin("insert into customers (company_id, external_id) values ($1, 'one')", [companyId]);
    await change(30);
    expect(await waiting()).toEqual([]);
    // One that is under way has read the earlier answer.
    await app.queryAsAdmin(
      `insert into churn_analyses (company_id, scope, include_recommendations, include_risk_factors, horizon_days, created_by, status)
       values ($1, 'All', true, true, 90, 'x', 2)`,
      [companyId],
    );
    await change(40);
    expect(await waiting()).toEqual([{ trigger: "retraining", rule: "inactive 40" }]);
    await change(50);
    expect(await waiting()).toHaveLength(1);
    const audit = await app.queryAsAdmin<{ after: object }>(
      "select after from audit_entries where company_id = $1 and action = 'company.scoring_changed' order by id",
      [companyId],
    );
    expect(audit.map(({ after }) => after)).toEqual([
      { churnDefinition: "inactive", inactiveDays: 30 },
      { inactiveDays: 40 },
      { inactiveDays: 50 },
    ]);
  });

  it("preview how many customers each level would hold, and saving makes it so", async () => {
    await addScored(3);
    const preview = await app.call(owner, settingsRoutes.previewScoring, {
      body: { riskBands: bands(6, 31, 99) },
    });
    expect(preview.body).toEqual({
      levels: [
        { level: 0, customers: 6 },
        { level: 1, customers: 9 },
        { level: 2, customers: 6 },
        { level: 3, customers: 3 },
      ],
      notScored: 1,
    });
    const settings = (await app.call(owner, settingsRoutes.getScoring)).body;
    await app.call(owner, settingsRoutes.updateScoring, {
      body: { ...settings, riskBands: bands(6, 31, 99), bandsAreCustom: true },
    });
    await app.drainJobs();
    expect(await levels()).toEqual([
      [0, 6],
      [1, 9],
      [2, 6],
      [3, 3],
      [null, 1],
    ]);
  });

  it("follow the latest model's base rate again when bands are no longer set by hand", async () => {
    const settings = (await app.call(owner, settingsRoutes.getScoring)).body;
    const save = (bandsAreCustom: boolean) =>
      app.call(owner, settingsRoutes.updateScoring, {
        body: { ...settings, riskBands: bands(1, 2, 3), bandsAreCustom },
      });
    await save(true);
    expect((await save(false)).body.riskBands).toEqual(bands(10, 30, 60));
    await save(true);
    await app.queryAsAdmin(
      `insert into churn_analyses (company_id, scope, include_recommendations, include_risk_factors, horizon_days,
         created_by, status, source, completed_at, summary)
       values ($1, 'All', true, true, 90, 'x', 3, 'model', now(), '{"baseRate": 0.2}')`,
      [companyId],
    );
    expect((await save(false)).body).toMatchObject({ riskBands: bands(20, 38, 60), bandsAreCustom: false });
  });
});
