import {
  authRoutes,
  customerRoutes,
  demoRoutes,
  onboardingRoutes,
  type RouteBodyInput,
  teamRoutes,
} from "@forestay/contracts";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { loadSampleJob } from "#modules/demo/index.ts";
import { addCustomers } from "#testing/analysis-world.ts";
import { buildCompany, buildUser, createTestApp, type TestApp } from "#testing/index.ts";

let app: TestApp;
let headers: { authorization: string };
let email: string;
let next = 0;

beforeAll(async () => {
  app = await createTestApp({ rateLimitScale: 1000 });
});
afterAll(() => app.close());
beforeEach(async () => {
  email = `new${next++}@example.test`;
  const post = (path: string, payload: object) =>
    app.inject({ method: "POST", url: `/api/auth/${path}`, payload });
  await post("send-verification-code", { email });
  const shown = await app.inject({
    url: `/api/auth/local-code?email=${email}`,
    headers: { host: "localhost" },
  });
  const answer = await post("verify-code", { email, code: shown.json().code });
  headers = { authorization: `Bearer ${answer.json().authData.token}` };
});

const state = async () => (await app.call(null, onboardingRoutes.getOnboarding, { headers })).body;
const save = (body: RouteBodyInput<typeof onboardingRoutes.saveOnboarding>) =>
  app.call(null, onboardingRoutes.saveOnboarding, { headers, body });
const profile = { firstName: "Nora", lastName: "New", password: "a long enough password" };
const company = {
  name: "Newco",
  size: "1-10",
  businessModel: "b2c_monthly",
  currency: "EUR",
  timeZone: "Europe/Oslo",
} as const;

/** What the queue holds for the sample customers. */
async function loaded(): Promise<{ companyId: string }> {
  const [job] = await app.queryAsAdmin<{ data: { companyId: string } }>(
    "select data from pgboss.job where name = 'demo.load-sample'",
  );
  if (!job) throw new Error("No job was added");
  return job.data;
}

describe("onboarding", () => {
  it("keeps what was saved at every step, and ends in the app", async () => {
    expect(await state()).toMatchObject({
      nextStep: "profile",
      hasPassword: false,
      isOwner: true,
      company: {},
    });
    await save({ step: "profile", profile });
    expect(await state()).toMatchObject({ nextStep: "company", hasPassword: true, firstName: "Nora" });
    await save({ step: "company", company });
    expect(await state()).toMatchObject({ nextStep: "churn", company });
    await save({ step: "churn", churn: { definition: "cancelled_or_inactive", inactiveDays: 45 } });
    expect(await state()).toMatchObject({
      nextStep: "data",
      churn: { definition: "cancelled_or_inactive", inactiveDays: 45 },
    });
    const done = await save({ step: "data", data: { choice: "later" }, complete: true });
    expect(done.body.user).toMatchObject({
      firstName: "Nora",
      onboardingCompleted: true,
      company: { name: "Newco", currency: "EUR", timeZone: "Europe/Oslo" },
    });
    const login = await app.call(null, authRoutes.login, { body: { email, password: profile.password } });
    expect(login.status).toBe(200);
  });

  it("lets password, churn and data be skipped, but not the names nor the company's name", async () => {
    const early = await save({ step: "data", complete: true });
    expect(early.body).toMatchObject({
      fields: { "profile.firstName": "Required", "profile.lastName": "Required", "company.name": "Required" },
    });
    expect((await app.call(null, authRoutes.me, { headers })).body.user.onboardingCompleted).toBe(false);
    const { password: _skipped, ...names } = profile;
    const done = await save({ step: "data", profile: names, company, complete: true });
    expect(done.body.user.onboardingCompleted).toBe(true);
  });

  it("refuses a common password and an unknown zone at their fields, and keeps nothing of that step", async () => {
    const common = await save({ step: "profile", profile: { ...profile, password: "1234567890" } });
    expect(common.body).toMatchObject({ fields: { "profile.password": expect.any(String) } });
    expect(await state()).toMatchObject({ nextStep: "profile", firstName: "" });
    const zone = await save({
      step: "company",
      company: { ...company, currency: "XQX", timeZone: "Nowhere/Land" },
    });
    expect(zone.body).toMatchObject({
      fields: { "company.currency": "Choose a currency", "company.timeZone": "Choose a time zone" },
    });
  });

  it("sets a first password only, and none once it is over", async () => {
    await save({ step: "profile", profile });
    await save({ step: "profile", profile: { ...profile, password: "somebody else's choice" } });
    const login = (password: string) => app.call(null, authRoutes.login, { body: { email, password } });
    expect((await login("somebody else's choice")).status).toBe(401);
    expect((await login(profile.password)).status).toBe(200);
  });

  it("is over once it is complete: nothing is changed by it any more, also by two last steps at once", async () => {
    const last = { step: "data", profile, company, complete: true } as const;
    const answers = await Promise.all([save(last), save(last)]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    const late = [
      await save({ step: "profile", profile: { firstName: "Other", lastName: "Name" } }),
      await save({ step: "company", company: { ...company, name: "Taken over" } }),
      await save({ step: "churn", churn: { definition: "inactive", inactiveDays: 7 } }),
      await save({ step: "data", data: { choice: "demo" } }),
    ];
    for (const { status, body } of late) {
      expect([status, body]).toMatchObject([409, { code: "invalid_state" }]);
    }
    expect(await state()).toMatchObject({ firstName: "Nora", company: { name: "Newco" } });
  });

  it("writes down what it changed, with what was before, and nothing where an answer stays as it was", async () => {
    const log = () =>
      app.queryAsAdmin(
        `select action, before, after from audit_entries where actor_user_id = (select id from users where email = $1)
           and action like '%_changed' order by action`,
        [email],
      );
    const { password: _none, ...names } = profile;
    await save({ step: "company", profile: names, company });
    const { currency, timeZone, ...rest } = company;
    const written = [
      {
        action: "account.profile_changed",
        before: { firstName: "", lastName: "" },
        after: { firstName: "Nora", lastName: "New" },
      },
      {
        action: "company.settings_changed",
        before: { name: "", size: null, businessModel: null, currency: "USD", timeZone: "UTC" },
        after: { ...rest, currency, timeZone },
      },
    ];
    expect(await log()).toEqual(written);
    await save({ step: "company", profile: names, company });
    expect(await log()).toEqual(written);
  });

  it("lets nobody but an Owner answer for the company", async () => {
    const { id } = await buildCompany(app.db);
    const staff = (await buildUser(app.db, id, "Staff")).actor;
    await app.queryAsAdmin("update users set onboarding_completed_at = null where id = $1", [staff.userId]);
    const answer = await app.call(staff, onboardingRoutes.saveOnboarding, {
      body: { step: "company", company },
    });
    expect(answer.status).toBe(403);
  });

  it("fills an empty company with sample customers, and they go with one click while the company stays", async () => {
    await save({ step: "data", profile, company, data: { choice: "demo" }, complete: true });
    expect((await app.call(null, authRoutes.me, { headers })).body.user.company?.isDemo).toBe(true);
    // That job alone: the analysis that follows trains a model.
    const { companyId } = await loaded();
    await app.runJob(loadSampleJob, { companyId });
    const list = () => app.call(null, customerRoutes.list, { headers });
    expect((await list()).body.totalCount).toBe(2418);
    const removed = await app.call(null, demoRoutes.remove, { headers });
    expect(removed.body.remaining).toBe(0);
    expect(removed.body.removed).toContainEqual({ table: "customers", rows: 2418 });
    expect((await list()).body.totalCount).toBe(0);
    const { user } = (await app.call(null, authRoutes.me, { headers })).body;
    expect(user.company).toMatchObject({ name: "Newco", isDemo: false });
  });

  it("says what of the first day is done, seen in the records, and offers the sample while there is nobody", async () => {
    await save({ step: "data", profile, company, data: { choice: "later" }, complete: true });
    const steps = async () => (await app.call(null, onboardingRoutes.firstDay, { headers })).body.steps;
    const sample = async () => (await app.call(null, demoRoutes.progress, { headers })).body;
    expect(await steps()).toEqual({ customers: false, analysis: false, step: false, colleague: false });
    expect(await sample()).toEqual({ share: null, isAvailable: true });
    const { user } = (await app.call(null, authRoutes.me, { headers })).body;
    await addCustomers(app, user.company?.id ?? "", [{ externalId: "C-1" }]);
    await app.call(null, teamRoutes.invite, { headers, body: { email: `a-${email}`, role: "Staff" } });
    expect(await steps()).toEqual({ customers: true, analysis: false, step: false, colleague: true });
  });

  it("loads the sample later as well, once, and not beside customers", async () => {
    await save({ step: "data", profile, company, data: { choice: "later" }, complete: true });
    const load = async () => (await app.call(null, demoRoutes.load, { headers })).status;
    expect([await load(), await load()]).toEqual([200, 200]);
    expect((await app.call(null, demoRoutes.progress, { headers })).body).toEqual({
      share: 0,
      isAvailable: false,
    });
    const { user } = (await app.call(null, authRoutes.me, { headers })).body;
    expect(user.company?.isDemo).toBe(true);
    const logged = await app.queryAsAdmin(
      "select from audit_entries where company_id = $1 and action = 'company.sample_loaded'",
      [user.company?.id],
    );
    expect(logged).toHaveLength(1);
    await app.call(null, demoRoutes.remove, { headers });
    await addCustomers(app, user.company?.id ?? "", [{ externalId: "C-1" }]);
    expect(await load()).toBe(409);
  });
});
