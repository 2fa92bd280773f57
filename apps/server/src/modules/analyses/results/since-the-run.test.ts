import { analysisRoutes, planRoutes, workRoutes } from "@forestay/contracts";
import { parse } from "csv-parse/sync";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createTestApp, type TestApp } from "#testing/index.ts";
import { addScoredCompany } from "#testing/scored-company.ts";

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp({ rateLimitScale: 1000 });
});
afterAll(() => app.close());

it("an old run's list says who has left since, and whom its next step is an open task for", async () => {
  const { owner, analysisId, companyId } = await addScoredCompany(app);
  const list = async () =>
    (
      await app.call(owner, analysisRoutes.customers, {
        params: { id: analysisId },
        query: { pageSize: 3 },
      })
    ).body.items;
  const sinceThen = async () =>
    (await list()).map(({ hasLeft, leftAt, hasOpenTask }) => [hasLeft, leftAt, hasOpenTask]);
  const [first, second] = await list();
  expect(await sinceThen()).toEqual(Array.from({ length: 3 }, () => [false, null, false]));

  const leftAt = new Date(app.clock.now().getTime() - 3_600_000);
  await app.queryAsAdmin(
    "update customers set churned = true, churned_at = $3 where company_id = $1 and id = $2",
    [companyId, first!.customerId, leftAt],
  );
  const params = { id: second!.customerId };
  const title = second!.recommendations[0]!.title;
  const add = (body: { title: string; unlessOpen?: boolean }) =>
    app.call(owner, workRoutes.addTask, { params, body });
  await add({ title: "Something else" });
  expect((await sinceThen())[1]).toEqual([false, null, false]);
  // Two people press at once.
  const [one, other] = await Promise.all([
    add({ title, unlessOpen: true }),
    add({ title, unlessOpen: true }),
  ]);
  expect([one.status, other.status, one.body.id === other.body.id]).toEqual([201, 201, true]);
  expect(await sinceThen()).toEqual([
    [true, leftAt.toISOString(), false],
    [false, null, true],
    [false, null, false],
  ]);
  const plan = await app.call(owner, planRoutes.plan, {
    params: { id: analysisId },
    query: { contacts: 100, orderBy: "churnRiskScore" },
  });
  const gone = plan.body.items.filter(({ hasLeft }) => hasLeft);
  expect(gone).toMatchObject([
    { customerId: first!.customerId, leftAt: leftAt.toISOString(), nextStep: null, stepTaken: null },
  ]);
  // Nothing keeps who has left: no step is offered, here and in the files.
  const steps = (await list()).map(({ recommendations }) => recommendations.length);
  expect(steps).toEqual([0, expect.any(Number), expect.any(Number)]);
  expect(first!.recommendations.length * steps[1]!).toBeGreaterThan(0);
  const planFile = await app.call(owner, planRoutes.createPlanExport, {
    params: { id: analysisId },
    body: { contacts: 100, orderBy: "churnRiskScore" },
  });
  const file = await app.call(owner, analysisRoutes.createExport, { params: { id: analysisId } });
  for (const { body } of [planFile, file]) {
    const { body: csv } = await app.inject({ url: body.downloadPath });
    const rows: Record<string, string>[] = parse(csv, { bom: true, columns: true });
    const marked = rows.filter((row) => row.has_left === "true");
    expect(marked).toMatchObject([
      { customer_id: first!.customerId, left_at: leftAt.toISOString(), next_step_1: "" },
    ]);
    expect(rows.find((row) => row.customer_id === second!.customerId)).toMatchObject({
      has_left: "false",
      left_at: "",
      next_step_1: title,
    });
  }
  // What is done is done: the same words may be a task again.
  const { id, version } = one.body;
  await app.call(owner, workRoutes.changeTask, { params: { id }, body: { title, isDone: true, version } });
  expect((await sinceThen())[1]).toEqual([false, null, false]);
  expect((await add({ title, unlessOpen: true })).body.id).not.toBe(id);
});
