import { analysisRoutes, modelRoutes } from "@forestay/contracts";
import { afterAll, beforeAll, expect, it } from "vitest";
import { allResults, analyze } from "./analysis-world.ts";
import { createTestApp, type TestApp } from "./index.ts";
import { keepCompany, putBack, type KeptCompany } from "./kept-company.ts";
import { addScoredCompany, SCORED_CUSTOMERS } from "./scored-company.ts";

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp({ rateLimitScale: 1000 });
});
afterAll(() => app.close());

const modelsOf = async (owner: Parameters<typeof app.call>[0]) =>
  (await app.call(owner, modelRoutes.list)).body.items;

it("the scored company has the model, the scores and the analysis that a training leaves, and they can be used", async () => {
  const { owner, analysisId } = await addScoredCompany(app);
  const { body: analysis } = await app.call(owner, analysisRoutes.results, { params: { id: analysisId } });
  expect(analysis).toMatchObject({ status: 3, source: "model", modelVersion: "v1" });
  expect(await modelsOf(owner)).toMatchObject([{ version: "v1", isCurrent: true, rows: SCORED_CUSTOMERS }]);
  const scores = async (id: string) =>
    (await allResults(app, owner, id)).map(({ customerId, probability, factors }) => ({
      customerId,
      probability,
      factors,
    }));
  const again = await analyze(app, owner, { modelVersion: "v1" });
  expect(again).toMatchObject({ status: 3, customersAnalyzed: analysis.customersAnalyzed });
  expect(await scores(again.id)).toEqual(await scores(analysisId));
});

it("a kept company comes back as it stood, row for row, whatever has become of it", async () => {
  const world = await addScoredCompany(app);
  const kept = await keepCompany(app, world);
  const rowsOf = (of: KeptCompany) =>
    Object.entries(of.rows).map(([table, json]) => [
      table,
      (JSON.parse(json) as object[]).map((row) => JSON.stringify(row)).toSorted(),
    ]);
  expect(Object.keys(kept.rows)).toEqual(
    expect.arrayContaining(["companies", "users", "customers", "customer_totals", "churn_models"]),
  );
  await app.queryAsAdmin("update customers set tenure_months = 1 where company_id = $1", [world.companyId]);
  await app.queryAsAdmin("delete from churn_models where company_id = $1", [world.companyId]);
  expect(await modelsOf(world.owner)).toEqual([]);
  const { owner } = await putBack(app, kept);
  expect(await modelsOf(owner)).toHaveLength(1);
  expect(rowsOf(await keepCompany(app, world))).toEqual(rowsOf(kept));
});
