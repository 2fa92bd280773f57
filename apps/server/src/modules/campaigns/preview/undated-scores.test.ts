import { campaignRoutes } from "@forestay/contracts";
import { afterAll, beforeAll, expect, it } from "vitest";
import { campaignBody } from "#testing/campaign-body.ts";
import { createTestApp, type TestApp } from "#testing/index.ts";
import { addScoredCompany } from "#testing/scored-company.ts";

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

it("scores without dates say nothing of how many leave within the measured days, nor of what a holdout can show", async () => {
  const { owner, companyId } = await addScoredCompany(app);
  await app.queryAsAdmin(
    "update customers set email = external_id || '@example.test' where company_id = $1",
    [companyId],
  );
  const preview = async (source: string) => {
    await app.queryAsAdmin("update churn_models set training_source = $2 where company_id = $1", [
      companyId,
      source,
    ]);
    return (await app.call(owner, campaignRoutes.preview, { body: campaignBody() })).body;
  };
  const dated = await preview("history");
  expect(dated.keptRate).toBeGreaterThan(0);
  expect(dated.keptRateMissing).toBeNull();
  const undated = await preview("label_column");
  expect(undated).toMatchObject({ keptRate: null, keptRateMissing: "undated", suggestedShare: null });
  expect(undated.holdouts.map(({ smallestEffect }) => smallestEffect)).toEqual(
    undated.holdouts.map(() => null),
  );
  expect(undated.checks.find(({ key }) => key === "holdout")).toMatchObject({
    state: "warning",
    detail: expect.stringContaining("without dates"),
  });
});
