import { analysisRoutes, auditRoutes, customerRoutes, nextStepRoutes, planRoutes } from "@forestay/contracts";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { createTestApp, type TestApp } from "#testing/index.ts";
import { withTenant } from "#platform/db/transaction.ts";
import { addCustomers, buildWorld, type World } from "#testing/analysis-world.ts";
import { readRecommendedSteps } from "./next-steps.ts";

let app: TestApp;
let world: World;
let ids: string[];
const CUSTOMERS = 200;
const DAY_MS = 86_400_000;

beforeAll(async () => {
  app = await createTestApp({ rateLimitScale: 1000 });
});
beforeEach(async () => {
  world = await buildWorld(app);
  await addCustomers(
    app,
    world.companyId,
    Array.from({ length: CUSTOMERS }, (_, index) => ({
      externalId: `S-${index}`,
      fullName: `Person ${index}`,
    })),
  );
  const rows = await app.queryAsAdmin<{ id: string }>(
    "select id from customers where company_id = $1 order by id",
    [world.companyId],
  );
  ids = rows.map(({ id }) => id);
});
afterAll(() => app.close());

const mark = (id: string, code = "success_call") =>
  app.call(world.owner, nextStepRoutes.markDone, { params: { id }, body: { code } });
const effects = async () => (await app.call(world.owner, nextStepRoutes.effects, {})).body.items;

describe("marking a next step as done", () => {
  it("puts it on the timeline and into the audit log, once however often it is pressed", async () => {
    const [id = ""] = ids;
    const first = await mark(id);
    expect(first).toMatchObject({
      status: 201,
      body: { code: "success_call", title: "Book a success call" },
    });
    expect((await mark(id)).body.id).toBe(first.body.id);
    const { body: events } = await app.call(world.owner, customerRoutes.events, { params: { id } });
    expect(events.items).toMatchObject([{ type: "next_step_done", title: "Done: Book a success call" }]);
    const { body: done } = await app.call(world.owner, nextStepRoutes.listDone, { params: { id } });
    expect(done.items).toHaveLength(1);
    const { body: audit } = await app.call(world.owner, auditRoutes.listAudit, {});
    expect(audit.items[0]).toMatchObject({
      action: "next_step.done",
      target: expect.stringMatching(/^Person /),
    });
  });

  it("can be taken back, and then stands nowhere", async () => {
    const [id = "", other = ""] = ids;
    const { id: stepId } = (await mark(id)).body;
    const elsewhere = await app.call(world.owner, nextStepRoutes.unmarkDone, {
      params: { id: other, stepId },
    });
    expect(elsewhere.status).toBe(404);
    expect((await app.call(world.owner, nextStepRoutes.unmarkDone, { params: { id, stepId } })).status).toBe(
      200,
    );
    const { body: events } = await app.call(world.owner, customerRoutes.events, { params: { id } });
    expect(events.items).toEqual([]);
    expect(await effects()).toEqual([]);
  });

  it("refuses a step that the company does not have", async () => {
    expect(await mark(ids[0] ?? "", "no_such_step")).toMatchObject({ status: 400 });
  });
});

describe("the measured effect of a step", () => {
  /** An analysis of 100 days ago that recommended a call to everyone; so many of each group left within its horizon. */
  async function past({
    done,
    doneLeft,
    othersLeft,
  }: {
    done: number;
    doneLeft: number;
    othersLeft: number;
  }) {
    const scoredAt = new Date(app.clock.now().getTime() - 100 * DAY_MS);
    const [analysis] = await app.queryAsAdmin<{ id: string }>(
      `insert into churn_analyses (company_id, status, stage, scope, include_recommendations, include_risk_factors, horizon_days, created_by)
       values ($1, 3, 'done', 'All', true, true, 90, 'test') returning id`,
      [world.companyId],
    );
    await app.queryAsAdmin(
      `insert into customer_score_history (company_id, customer_id, scored_at, analysis_id, probability, score, level, horizon_days, recommended_steps, left_within, matured_at)
       select $1, c.id, $3, $2, .4, 40, 2, 90, '{success_call}',
         case when c.position <= $4 then c.position <= $5 else c.position <= $4::int + $6::int end, now()
       from (select id, row_number() over (order by id) as position from customers where company_id = $1) c`,
      [world.companyId, analysis?.id, scoredAt, done, doneLeft, othersLeft],
    );
    await app.queryAsAdmin(
      `update customers c set churned = true, churned_at = $2
       from customer_score_history h where h.company_id = $1 and c.company_id = $1 and h.customer_id = c.id and h.left_within`,
      [world.companyId, new Date(scoredAt.getTime() + 60 * DAY_MS)],
    );
    // As sixty marks over the API would leave it.
    await app.queryAsAdmin(
      `insert into next_steps_done (company_id, customer_id, code, title, done_at, done_by_user_id, done_by, event_id)
       select $1, id, 'success_call', 'Book a success call', $2, gen_random_uuid(), 'Test', gen_random_uuid()
       from customers where company_id = $1 and id = any($3::uuid[])`,
      [world.companyId, new Date(scoredAt.getTime() + DAY_MS), ids.slice(0, done)],
    );
    return scoredAt;
  }

  it("is untested while few outcomes are known, and says what is missing", async () => {
    await past({ done: 8, doneLeft: 1, othersLeft: 40 });
    const [effect] = await effects();
    expect(effect).toMatchObject({ code: "success_call", done: 8, known: 8, measured: null });
    expect(effect?.words).toMatch(/^Effect untested: done 8 times, the outcome is known of 8; at least 30/);
  });

  it("compares with similar customers without it, with an interval, and never calls it proof", async () => {
    await past({ done: 60, doneLeft: 6, othersLeft: 70 });
    const [effect] = await effects();
    expect(effect?.measured).toMatchObject({ others: 140, leftDone: 0.1, leftOthers: 0.5 });
    expect(effect?.measured?.difference.upper).toBeLessThan(-0.25);
    expect(effect?.words).toMatch(
      /^10% of 60 customers left where it was done, 50% of 140 similar ones where it was not: \d+ to \d+ points fewer .*Association, not proof\.$/,
    );
    const steps = await withTenant(app.db, world.companyId, (tx) =>
      readRecommendedSteps(tx, world.companyId, app.clock.now()),
    );
    expect(steps.find(({ code }) => code === "success_call")?.measuredEffect).toBe(effect?.words);
    expect(steps.find(({ code }) => code === "payment_link")?.measuredEffect).toBeNull();
  });

  it("is what a plan says contacting keeps, with its interval, for the customers whose step was measured", async () => {
    await past({ done: 60, doneLeft: 6, othersLeft: 70 });
    const [analysis] = await app.queryAsAdmin<{ id: string }>(
      `insert into churn_analyses (company_id, status, stage, scope, include_recommendations, include_risk_factors, horizon_days, customers_analyzed, created_by)
       values ($1, 3, 'done', 'All', true, true, 90, 20, 'test') returning id`,
      [world.companyId],
    );
    await app.queryAsAdmin(
      `insert into churn_analysis_results (company_id, analysis_id, customer_id, probability, score, level, factors, recommendations, value_at_risk_cents)
       select $1, $2, id, .4, 40, 2, '[]', case when position <= 10 then $3::jsonb else $4::jsonb end, 1000
       from (select id, row_number() over (order by id) as position from customers where company_id = $1 and churned is not true) c where position <= 20`,
      [
        world.companyId,
        analysis?.id,
        '[{"code":"success_call","title":"Book a success call","detail":"","feature":null,"measuredEffect":null}]',
        '[{"code":"payment_link","title":"Send a payment update link","detail":"","feature":null,"measuredEffect":null}]',
      ],
    );
    const { body } = await app.call(world.owner, planRoutes.plan, {
      params: { id: analysis?.id ?? "" },
      query: { contacts: 20 },
    });
    const saves = body.measuredSaves;
    // A tenth left with the step and half without it: four in five of those who would leave stay.
    expect(saves).toMatchObject({
      contacts: 10,
      steps: [{ code: "success_call", title: "Book a success call", contacts: 10 }],
    });
    expect(saves?.expectedLeavers).toBeCloseTo(4, 9);
    expect(saves?.keepShare.value).toBeCloseTo(0.8, 9);
    expect(saves?.customers.value).toBeCloseTo(3.2, 9);
    expect(saves?.value.value).toBeCloseTo(80, 6);
    expect(saves?.customers.lower).toBeGreaterThan(1.5);
    expect(saves?.customers.upper).toBeLessThanOrEqual(4);

    const link = await app.call(world.owner, analysisRoutes.createExport, {
      params: { id: analysis?.id ?? "" },
    });
    const [head = "", ...rows] = (await app.inject({ url: link.body.downloadPath })).body
      .trim()
      .split("\r\n");
    const from = head.split(",").indexOf("next_step_1");
    expect(head.split(",").slice(from, from + 3)).toEqual([
      "next_step_1",
      "next_step_1_code",
      "next_step_1_effect",
    ]);
    const told = rows.map((row) =>
      row
        .split(",")
        .slice(from + 1, from + 3)
        .join(": "),
    );
    expect(told.filter((words) => words.startsWith('success_call: "10% of 60 customers left'))).toHaveLength(
      10,
    );
    expect(told.filter((words) => words === "payment_link: Effect untested")).toHaveLength(10);
  });

  it("claims nothing where chance explains the difference", async () => {
    await past({ done: 60, doneLeft: 27, othersLeft: 70 });
    expect((await effects())[0]?.words).toMatch(/^No difference measurable so far: 45% of 60/);
  });

  it("leaves out customers who had gone before anybody could act", async () => {
    const scoredAt = await past({ done: 60, doneLeft: 6, othersLeft: 70 });
    // All leavers without the step left within hours of the score.
    await app.queryAsAdmin(
      `update customers c set churned_at = $2 where company_id = $1 and churned
         and not exists (select from next_steps_done d where d.company_id = $1 and d.customer_id = c.id)`,
      [world.companyId, new Date(scoredAt.getTime() + 3_600_000)],
    );
    const [effect] = await effects();
    expect(effect?.measured).toMatchObject({ others: 70, leftOthers: 0 });
    expect(effect?.words).toMatch(/points more/);
  });
});
