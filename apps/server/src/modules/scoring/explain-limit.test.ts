import {
  customerRoutes,
  explanationRoutes,
  type CustomerDetail,
  type Explanation,
} from "@forestay/contracts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { withTenantClient } from "#platform/db/transaction.ts";
import { appendSnapshots } from "#modules/customers/index.ts";
import { buildUser, createTestApp, type TestApp } from "#testing/index.ts";
import { addCustomers, allResults, analyze, buildWorld, type World } from "#testing/analysis-world.ts";
import { addScoredCompany, SCORED_CUSTOMERS } from "#testing/scored-company.ts";

let app: TestApp;
let world: World;
const DAY_MS = 86_400_000;
const CUSTOMERS = 60;
const EXPLAINED = 12;

beforeAll(async () => {
  app = await createTestApp({ rateLimitScale: 1000, explainedAtScoring: EXPLAINED });
  app.clock.set(new Date("2030-03-10T02:30:00Z"));
  world = await buildWorld(app);
  await addCustomers(
    app,
    world.companyId,
    Array.from({ length: CUSTOMERS }, (_, index) => ({
      externalId: `E-${index}`,
      fullName: `Person ${index}`,
    })),
  );
});
afterAll(() => app.close());

/** A month's snapshots: those of `troubled` customers with failed payments. */
async function snapshots(takenOn: string, troubled: (index: number) => boolean) {
  const customers = await app.queryAsAdmin<{ id: string; external_id: string }>(
    "select id, external_id from customers where company_id = $1",
    [world.companyId],
  );
  await withTenantClient(app.db, world.companyId, ({ client }) =>
    appendSnapshots(
      client,
      world.companyId,
      customers.map(({ id, external_id }) => ({
        customerId: id,
        takenOn,
        features: {
          tenure_days: 400,
          logins_30d: 20,
          failed_payments_30d: troubled(Number(external_id.slice(2))) ? 3 : 0,
        },
      })),
    ),
  );
}
const detail = async (index: number): Promise<CustomerDetail> => {
  const [row] = await app.queryAsAdmin<{ id: string }>(
    "select id from customers where company_id = $1 and external_id = $2",
    [world.companyId, `E-${index}`],
  );
  return (await app.call(world.owner, customerRoutes.get, { params: { id: row?.id ?? "" } })).body;
};

const explanationOf = async (customerId: string) =>
  app.call(world.owner, explanationRoutes.get, { params: { id: customerId } });
/** To a tenth of a point, as shown. */
function expectToAddUp({ baseRate, factors }: Explanation, probability: number) {
  const sum = 100 * baseRate + factors.reduce((total, { points }) => total + points, 0);
  expect(Math.abs(sum - 100 * probability)).toBeLessThanOrEqual(0.1 + 1e-9);
}

describe("a company of more customers than are explained at scoring", () => {
  it("has reasons for the riskiest, and for those whose score moved, with what moved it", async () => {
    for (const month of ["2029-10-01", "2029-11-01", "2029-12-01", "2030-01-01", "2030-02-01"])
      await snapshots(month, () => false);
    await snapshots("2030-03-08", (index) => index < EXPLAINED);
    const first = await analyze(app, world.owner);
    const explained = async (id: string) =>
      (await allResults(app, world.owner, id)).filter(({ factors }) => factors.length > 0);
    expect(await explained(first.id)).toHaveLength(EXPLAINED);
    expect(first.warnings).toContain(
      "Factors and next steps are kept of the 12 customers at highest risk; for the other 48 they are worked out when you open their page.",
    );

    // Four months later two others have trouble, and two of the twelve have none any more.
    app.clock.set(new Date("2030-07-10T02:30:00Z"));
    const { actor } = await buildUser(app.db, world.companyId, "Owner", { now: app.clock.now() });
    world = { ...world, owner: actor };
    for (const month of ["2030-04-08", "2030-05-08", "2030-06-08", "2030-07-08"])
      await snapshots(month, (index) => (index >= 2 && index < EXPLAINED) || index === 20 || index === 21);
    const second = await analyze(app, world.owner);
    const results = await explained(second.id);
    expect(results.map(({ externalId }) => externalId)).toEqual(
      expect.arrayContaining(["E-0", "E-1", "E-20", "E-21"]),
    );
    expect(results).toHaveLength(EXPLAINED + 2);
    expect(second.warnings.join(" ")).toMatch(
      /^.*the 12 customers at highest risk and of 2 others whose score moved/,
    );
    for (const [index, isUp] of [
      [20, true],
      [0, false],
    ] as const) {
      const { scoreHistory } = await detail(index);
      const [before, after] = scoreHistory;
      const moved = after?.movedBy ?? [];
      expect((after?.score ?? 0) > (before?.score ?? 0)).toBe(isUp);
      expect(moved[0]).toMatchObject({ label: "Failed payments" });
      expect(moved.reduce((sum, { points }) => sum + points, 0)).toBeCloseTo(
        (after?.score ?? 0) - (before?.score ?? 0),
        6,
      );
    }
  });

  it("explains any other customer when its page is opened: the score that is shown, by what gave it", async () => {
    const { id, score, churnRiskScore } = await detail(40);
    expect(score?.factors).toEqual([]);
    const { body } = await explanationOf(id);
    expect(body).toMatchObject({
      score: churnRiskScore,
      modelVersion: "rules",
      isOfShownScore: true,
      words: "Worked out just now by the rules, for the score of July 10, 2030.",
    });
    expect(body.probability).toBeCloseTo(score?.probability ?? 0, 9);
    expectToAddUp(body, body.probability);
  });

  it("says where the limit leaves a change untold", async () => {
    app.clock.advance(DAY_MS);
    // Everybody at once: twelve and a third of it are explained.
    await snapshots("2030-07-10", () => true);
    const third = await analyze(app, world.owner);
    const told = third.warnings.find((warning) => warning.startsWith("What moved the score is not known"));
    expect(told).toMatch(
      /for \d+ customers whose score moved by 5 points or more: the score before was kept without/,
    );
  });
});

describe("a model's reasons when they are asked for", () => {
  let ids: string[];
  beforeAll(async () => {
    world = await addScoredCompany(app);
    // That of the company explained everybody; this one keeps to the limit.
    const analysis = await analyze(app, world.owner, { modelVersion: "v1" });
    expect(analysis.source).toBe("model");
    ids = (await allResults(app, world.owner, analysis.id))
      .filter(({ factors }) => factors.length === 0)
      .map(({ customerId }) => customerId);
  });

  it("are those of the score that is shown, with the next steps that answer them", async () => {
    expect(ids.length).toBe(SCORED_CUSTOMERS - EXPLAINED - (await leaversOf()));
    const [id = ""] = ids;
    const { body: customer } = await app.call(world.owner, customerRoutes.get, { params: { id } });
    const { body } = await explanationOf(id);
    expect(body).toMatchObject({ isOfShownScore: true, modelVersion: "v1", score: customer.churnRiskScore });
    expectToAddUp(body, customer.score?.probability ?? 0);
    const raising = body.factors.filter(({ points }) => points > 1).map(({ feature }) => feature);
    expect(raising).toEqual(expect.arrayContaining(body.recommendations.map(({ feature }) => feature)));
    expect(body.recommendations.length).toBeGreaterThan(0);
  });

  it("say that the records have changed since, and of which score they are", async () => {
    const [, id = ""] = ids;
    const before = await explanationOf(id);
    await app.queryAsAdmin(
      `update customers set tenure_months = tenure_months + 60, attributes = attributes || case
         when attributes ->> 'contract' = 'Two year' then '{"contract":"Month-to-month"}'::jsonb else '{"contract":"Two year"}' end
       where id = $1`,
      [id],
    );
    const { body } = await explanationOf(id);
    expect(body.isOfShownScore).toBe(false);
    expect(body.score).not.toBe(before.body.score);
    expect(body.words).toMatch(
      new RegExp(
        `^What is recorded has changed since the score of .*, which model v1 scores ${body.score}\\.$`,
      ),
    );
  });

  it("are refused in words where there is no score, and for customers there are not", async () => {
    const stranger = await buildWorld(app);
    expect(
      (await app.call(stranger.owner, explanationRoutes.get, { params: { id: ids[0] ?? "" } })).status,
    ).toBe(404);
    await addCustomers(app, world.companyId, [{ externalId: "new" }]);
    const [row] = await app.queryAsAdmin<{ id: string }>(
      "select id from customers where company_id = $1 and external_id = 'new'",
      [world.companyId],
    );
    expect(await explanationOf(row?.id ?? "")).toMatchObject({
      status: 409,
      body: { message: "This customer has no score to explain." },
    });
  });
});

const leaversOf = async () => {
  const rows = await app.queryAsAdmin("select 1 from customers where company_id = $1 and churned", [
    world.companyId,
  ]);
  return rows.length;
};
