import {
  analysisRoutes,
  customerRoutes,
  type NextStep,
  nextStepRoutes,
  planRoutes,
} from "@forestay/contracts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { buildUser, createTestApp, type TestApp } from "#testing/index.ts";
import { addCustomers, allResults, analyze, buildWorld, type World } from "#testing/analysis-world.ts";

const DAY_MS = 86_400_000;
let app: TestApp;
let world: World;
let first: string;

/** Forty customers that rules can say something about: every fourth does not pay, some have been silent for long. */
beforeAll(async () => {
  app = await createTestApp({ rateLimitScale: 1000 });
  world = await buildWorld(app);
  const day = (ago: number) => new Date(app.clock.now().getTime() - ago * DAY_MS).toISOString();
  await addCustomers(
    app,
    world.companyId,
    Array.from({ length: 40 }, (_, index) => ({
      externalId: `C-${index}`,
      monthlyRevenueCents: 1000 + 100 * index,
      startedAt: day(500),
      lastActivityAt: day(3 * index),
      paymentStatus: index % 4 === 0 ? (1 as const) : (0 as const),
    })),
  );
  first = (await analyze(app, world.owner)).id;
});
afterAll(() => app.close());

describe("we can contact N", () => {
  it("takes the customers with the most at stake and says what is among them", async () => {
    const results = await allResults(app, world.owner, first);
    const stake = (one: (typeof results)[number]) => one.probability * 12 * (one.monthlyRevenue ?? 0);
    const best = results.toSorted((a, b) => stake(b) - stake(a)).slice(0, 5);
    const sum = (values: number[]) => values.reduce((total, value) => total + value, 0);
    const { body } = await app.call(world.owner, planRoutes.plan, {
      params: { id: first },
      query: { contacts: 5, saveRate: 0.25 },
    });
    expect(body.items.map(({ customerId }) => customerId)).toEqual(best.map(({ customerId }) => customerId));
    expect(body.expectedLeavers).toBeCloseTo(sum(best.map(({ probability }) => probability)), 6);
    expect(body.valueAtRisk).toBeCloseTo(sum(best.map(stake)), 0);
    expect(body.shareOfLeavers).toBeCloseTo(body.expectedLeavers / sum(results.map((r) => r.probability)), 6);
    expect(body.expectedSaves?.customers).toBeCloseTo(0.25 * body.expectedLeavers, 9);
  });

  it("offers no step that was taken since, here or in the overview's list: the next one, else what was done", async () => {
    const at = { params: { id: first } };
    const plan = async () =>
      (await app.call(world.owner, planRoutes.plan, { ...at, query: { contacts: 5 } })).body.items[0];
    const listed = async () =>
      (await app.call(world.owner, analysisRoutes.customers, { ...at, query: { sort: "valueAtRisk" } })).body
        .items[0];
    const steps = (await listed())?.recommendations ?? [];
    expect(steps.length).toBeGreaterThan(0);
    const marked: string[] = [];
    for (const [index, { code, title }] of steps.entries()) {
      const done = await app.call(world.owner, nextStepRoutes.markDone, {
        params: { id: (await listed())?.customerId ?? "" },
        body: { code },
      });
      marked.push(done.body.id);
      const [planned, shown] = [await plan(), await listed()];
      expect(shown?.recommendations).toEqual(steps.slice(index + 1));
      expect(shown?.stepTaken).toEqual({ title, doneAt: done.body.doneAt });
      expect(planned).toMatchObject({ nextStep: steps[index + 1]?.title ?? null, stepTaken: { title } });
    }
    for (const stepId of marked)
      await app.call(world.owner, nextStepRoutes.unmarkDone, {
        params: { id: (await listed())?.customerId ?? "", stepId },
      });
    expect((await listed())?.recommendations).toEqual(steps);
  });

  it("begins with the first calls of the overview: the same customers, the same money, the same share", async () => {
    const { body: plan } = await app.call(world.owner, planRoutes.plan, {
      params: { id: first },
      query: { contacts: 5 },
    });
    const { body: analysis } = await app.call(world.owner, analysisRoutes.results, { params: { id: first } });
    const { body: list } = await app.call(world.owner, analysisRoutes.customers, {
      params: { id: first },
      query: { sort: "valueAtRisk", pageSize: 5 },
    });
    expect(list.items.map(({ customerId }) => customerId)).toEqual(
      plan.items.map(({ customerId }) => customerId),
    );
    expect(list.items.map(({ valueAtRisk }) => valueAtRisk)).toEqual(
      plan.items.map(({ valueAtRisk }) => valueAtRisk),
    );
    const { body: people } = await app.call(world.owner, customerRoutes.list, { query: { pageSize: 100 } });
    for (const { customerId, valueAtRisk } of list.items)
      expect(people.items.find(({ id }) => id === customerId)?.valueAtRisk).toBe(valueAtRisk);
    const { body: facets } = await app.call(world.owner, customerRoutes.facets);
    expect(facets.lastAnalysisId).toBe(first);
    expect(list.items[0]?.yearlyValue).toBe(12 * (list.items[0]?.monthlyRevenue ?? 0));
    expect(analysis.firstCalls?.customers).toBe(5);
    expect(analysis.firstCalls?.valueAtRisk).toBeCloseTo(plan.valueAtRisk, 2);
    expect(analysis.firstCalls?.shareOfValueAtRisk).toBeCloseTo(plan.shareOfValueAtRisk, 4);
    expect(analysis.expectedLeavers?.value).toBeCloseTo(plan.expectedLeavers / plan.shareOfLeavers, 6);
    expect(analysis.isUndated).toBe(false);
  });

  it("claims no saves without a rate, and takes everybody where there is time for all", async () => {
    const { body } = await app.call(world.owner, planRoutes.plan, {
      params: { id: first },
      query: { contacts: 900, orderBy: "churnRiskScore" },
    });
    expect(body).toMatchObject({ contacts: 40, customers: 40, shareOfLeavers: 1, expectedSaves: null });
    const chances = body.items.map(({ probability }) => probability);
    expect(chances).toEqual(chances.toSorted((a, b) => b - a));
  });
});

describe("the plan's curve and its list", () => {
  const plan = (contacts: number, orderBy: "valueAtRisk" | "churnRiskScore") =>
    app
      .call(world.owner, planRoutes.plan, { params: { id: first }, query: { contacts, orderBy } })
      .then(({ body }) => body);

  it("rises from nobody to everybody, and what it says at a point is what a plan of that size holds", async () => {
    const { curve, customers } = await plan(1, "churnRiskScore");
    expect(curve[0]).toEqual({ contacts: 0, expectedLeavers: 0, valueAtRisk: 0 });
    expect(curve.at(-1)?.contacts).toBe(customers);
    expect(curve.map(({ contacts }) => contacts)).toEqual(
      curve.map(({ contacts }) => contacts).toSorted((a, b) => a - b),
    );
    const point = curve[12];
    const there = await plan(point?.contacts ?? 0, "churnRiskScore");
    expect(there.expectedLeavers).toBeCloseTo(point?.expectedLeavers ?? -1, 9);
    expect(there.valueAtRisk).toBeCloseTo(point?.valueAtRisk ?? -1, 6);
  });

  it("leaves as a file in the order in which to contact, once, and the audit log says so", async () => {
    const { items } = await plan(7, "valueAtRisk");
    const link = await app.call(world.owner, planRoutes.createPlanExport, {
      params: { id: first },
      body: { contacts: 7, orderBy: "valueAtRisk" },
    });
    const file = await app.inject({ url: link.body.downloadPath });
    const [head, ...rows] = file.body.trim().split(/\r?\n/);
    expect(head?.replace("\u{FEFF}", "")).toMatch(/^place,customer_id,.*,value_at_risk$/);
    expect(rows.map((row) => row.split(",").slice(0, 2))).toEqual(
      items.map(({ customerId }, index) => [String(index + 1), customerId]),
    );
    expect(Number(rows[0]?.split(",").at(-1))).toBeCloseTo(items[0]?.valueAtRisk ?? 0, 2);
    expect((await app.inject({ url: link.body.downloadPath })).statusCode).toBe(404);
    const audit = await app.queryAsAdmin<{ after: unknown }>(
      "select after from audit_entries where company_id = $1 and action = 'analysis.plan_exported'",
      [world.companyId],
    );
    expect(audit).toEqual([{ after: { contacts: 7, orderBy: "valueAtRisk" } }]);
  });
});

describe("two analyses compared", () => {
  it("says who moved and between which levels", async () => {
    await app.queryAsAdmin(
      "update customers set payment_status = 1 where company_id = $1 and external_id = 'C-1'",
      [world.companyId],
    );
    const second = (await analyze(app, world.owner)).id;
    const { body } = await app.call(world.owner, analysisRoutes.compare, {
      params: { id: second },
      query: { with: first },
    });
    expect(body).toMatchObject({ isComparable: true, inBoth: 40, onlyBefore: 0, onlyAfter: 0, fellLevel: 0 });
    expect(body.movers).toMatchObject([{ fullName: "C-1" }]);
    expect(body.movers[0]?.after).toBeGreaterThan(body.movers[0]?.before ?? 100);
    expect(body.levels.flat().reduce((sum, count) => sum + count, 0)).toBe(40);
    expect(body.meanChange).toBeCloseTo(
      ((body.movers[0]?.after ?? 0) - (body.movers[0]?.before ?? 0)) / 40,
      9,
    );
    const stranger = (await buildWorld(app)).owner;
    const answer = await app.call(stranger, analysisRoutes.compare, {
      params: { id: second },
      query: { with: first },
    });
    expect(answer.status).toBe(404);
  });
});

describe("a company's own next steps", () => {
  const read = async () => (await app.call(world.owner, nextStepRoutes.get)).body;
  const write = (steps: NextStep[], user = world.owner) =>
    app.call(user, nextStepRoutes.update, { body: { steps } });

  it("begin as the product's, and are recommended by the next analysis once changed", async () => {
    const before = await read();
    expect(before).toMatchObject({ isDefault: true, updatedAt: null });
    const own = { code: "own_call", title: "Ring them up", detail: "", keywords: ["Payment"], enabled: true };
    const changed = await write([own, ...before.steps.filter(({ code }) => code !== "payment_link")]);
    expect(changed.body).toMatchObject({ isDefault: false });
    const analysis = await analyze(app, world.owner);
    const steps = (await allResults(app, world.owner, analysis.id)).flatMap((one) => one.recommendations);
    expect(steps.find(({ code }) => code === "own_call")?.title).toBe("Ring them up");
    expect(steps.map(({ code }) => code)).not.toContain("payment_link");
  });

  it("go back to the product's own by one call, and the audit log holds both lists", async () => {
    const own = { code: "own_call", title: "Ring them", detail: "", keywords: ["Payment"], enabled: false };
    await write([own]);
    const viewer = (await buildUser(app.db, world.companyId, "Viewer")).actor;
    expect((await app.call(viewer, nextStepRoutes.reset)).status).toBe(403);
    const { body } = await app.call(world.owner, nextStepRoutes.reset);
    expect(body).toMatchObject({ isDefault: true, updatedAt: null });
    expect(body.steps.map(({ code }) => code)).toContain("payment_link");
    expect(await read()).toEqual(body);
    const [entry] = await app.queryAsAdmin<{ before: unknown; after: { steps: string[] } }>(
      "select before, after from audit_entries where company_id = $1 and action = 'recommendations.reset'",
      [world.companyId],
    );
    expect(entry?.before).toEqual({ steps: ["Ring them (off)"] });
    expect(entry?.after.steps).toContain("Send a payment update link");
  });

  it("are refused where one answers nothing or stands twice, and from Viewers", async () => {
    const vague = { code: "vague", title: "Do something", detail: "", keywords: [], enabled: true };
    expect((await write([vague])).status).toBe(400);
    const own = { ...vague, keywords: ["seats"] };
    expect((await write([own, own])).status).toBe(400);
    const viewer = (await buildUser(app.db, world.companyId, "Viewer")).actor;
    expect((await write([own], viewer)).status).toBe(403);
    expect((await app.call(viewer, nextStepRoutes.get)).status).toBe(200);
    expect((await app.call(viewer, analysisRoutes.results, { params: { id: first } })).status).toBe(200);
  });
});
