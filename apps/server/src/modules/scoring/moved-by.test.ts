import { customerRoutes } from "@forestay/contracts";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createTestApp, type TestApp } from "#testing/index.ts";
import { allResults, analyze } from "#testing/analysis-world.ts";
import { addScoredCompany } from "#testing/scored-company.ts";

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp({ rateLimitScale: 1000 });
});
afterAll(() => app.close());

it("a customer's history says what moved its score by five points or more, and it adds up", async () => {
  const { companyId, owner, analysisId: first } = await addScoredCompany(app);
  // Few enough that the columns have not drifted, which would be answered by a retraining.
  const changed = await app.queryAsAdmin(
    `update customers set attributes = attributes || '{"contract":"Month-to-month"}', tenure_months = 1
     where company_id = $1 and attributes ->> 'contract' = 'Two year' and external_id like 'L-1%' returning id`,
    [companyId],
  );
  expect(changed.length).toBeGreaterThan(15);
  app.clock.advance(86_400_000);
  const second = await analyze(app, owner, { modelVersion: "v1" });

  const before = new Map((await allResults(app, owner, first)).map((one) => [one.customerId, one]));
  let explained = 0;
  for (const { customerId, churnRiskScore } of await allResults(app, owner, second.id)) {
    const { body } = await app.call(owner, customerRoutes.get, { params: { id: customerId } });
    const [oldest, newest] = body.scoreHistory;
    const change = churnRiskScore - (before.get(customerId)?.churnRiskScore ?? 0);
    expect(oldest).toMatchObject({ movedBy: null, modelVersion: "v1" });
    if (Math.abs(change) < 5) {
      expect(newest?.movedBy).toBeNull();
      continue;
    }
    explained++;
    const moved = newest?.movedBy ?? [];
    expect(moved.reduce((sum, { points }) => sum + points, 0)).toBeCloseTo(change, 6);
    expect(moved.find(({ label }) => label === "Contract")).toMatchObject({
      before: "Two year",
      after: "Month-to-month",
    });
  }
  expect(explained).toBeGreaterThan(5);
});
