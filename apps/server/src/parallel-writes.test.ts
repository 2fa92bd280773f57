import {
  analysisRoutes,
  modelRoutes,
  nextStepRoutes,
  notificationRoutes,
  settingsRoutes,
  teamRoutes,
  twoFactorRoutes,
} from "@forestay/contracts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { CompanyUser } from "#platform/http/actor.ts";
import { buildCompany, buildUser, createTestApp, TEST_PASSWORD, type TestApp } from "#testing/index.ts";
import { addScoredCompany, type ScoredCompany } from "#testing/scored-company.ts";

/** What a double click, two tabs or a client that repeats itself do: the same write several times at the same moment. */

const TIMES = 6;

let app: TestApp;
let company: ScoredCompany;
let owner: CompanyUser;
beforeAll(async () => {
  app = await createTestApp({ rateLimitScale: 1000 });
  company = await addScoredCompany(app);
  owner = company.owner;
});
afterAll(() => app.close());

const atOnce = <T>(call: (time: number) => Promise<T>) =>
  Promise.all(Array.from({ length: TIMES }, (_, time) => call(time)));
const statuses = (answers: readonly { status: number }[]) => answers.map(({ status }) => status);
const writtenDown = (action: string) =>
  app.queryAsAdmin("select 1 from audit_entries where company_id = $1 and action = $2", [
    company.companyId,
    action,
  ]);
const all = (status: number) => Array.from({ length: TIMES }, () => status);

describe("the same write several times at once", () => {
  it("invites an address once, and the last link counts", async () => {
    const answers = await atOnce(() =>
      app.call(owner, teamRoutes.invite, { body: { email: "six@example.test", role: "Staff" } }),
    );
    expect(statuses(answers)).toEqual(all(201));
    const { invitations } = (await app.call(owner, teamRoutes.listTeam)).body;
    expect(invitations.map(({ email }) => email)).toEqual(["six@example.test"]);
  });

  it("chooses a field once, and writes one change down", async () => {
    const { items } = (await app.call(owner, modelRoutes.columns)).body;
    const body = { field: "monthly_revenue", label: "Monthly revenue", choice: "keep" as const };
    const answers = await atOnce(() => app.call(owner, modelRoutes.chooseColumn, { body }));
    expect(statuses(answers)).toEqual(all(200));
    expect(answers[0]?.body.items).toHaveLength(items.length + 1);
    expect(await writtenDown("model.column_chosen")).toHaveLength(1);
  });

  it("asks for one analysis, and another selection for another", async () => {
    const body = { modelVersion: "v1" };
    const started = async () => (await writtenDown("analysis.started")).length;
    const before = await started();
    const answers = await atOnce(() => app.call(owner, analysisRoutes.analyze, { body }));
    expect(statuses(answers)).toEqual(all(202));
    expect(new Set(answers.map((answer) => answer.body.id)).size).toBe(1);
    const selection = { filter: { conditions: [] }, exceptIds: [] };
    const others = await atOnce((time) =>
      app.call(owner, analysisRoutes.analyze, {
        body: time % 2 === 0 ? { ...body, selection } : { ...body, includeRiskFactors: false },
      }),
    );
    expect(new Set(others.map((answer) => answer.body.id)).size).toBe(2);
    expect(await started()).toBe(before + 3);
    await app.drainJobs();
    // What has been done is no longer waited for: the next one reads what is there by then.
    const next = await app.call(owner, analysisRoutes.analyze, { body });
    expect(answers.map((answer) => answer.body.id)).not.toContain(next.body.id);
    await app.drainJobs();
  });

  it("keeps lists, preferences and settings as one of them said", async () => {
    const steps = await app.call(owner, nextStepRoutes.get);
    const preferences = await app.call(owner, notificationRoutes.getPreferences);
    const scoring = await app.call(owner, settingsRoutes.getScoring);
    const { kinds, ...times } = preferences.body;
    const chosen = kinds.map(({ kind, inApp, email }) => ({ kind, inApp, email }));
    const answers = [
      ...(await atOnce(() => app.call(owner, nextStepRoutes.update, { body: { steps: steps.body.steps } }))),
      ...(await atOnce(() =>
        app.call(owner, notificationRoutes.savePreferences, { body: { ...times, kinds: chosen } }),
      )),
      ...(await atOnce(() => app.call(owner, settingsRoutes.updateScoring, { body: scoring.body }))),
    ];
    expect(new Set(statuses(answers))).toEqual(new Set([200]));
  });

  it("begins a second factor once", async () => {
    const { id } = await buildCompany(app.db);
    const { actor } = await buildUser(app.db, id, "Owner", { password: TEST_PASSWORD });
    const answers = await atOnce(() =>
      app.call(actor, twoFactorRoutes.startTwoFactor, { body: { password: TEST_PASSWORD } }),
    );
    expect(new Set(statuses(answers))).toEqual(new Set([200]));
  });
});
