import { demoRoutes } from "@forestay/contracts";
import { expect, it } from "vitest";
import { addScoredCompany } from "#testing/scored-company.ts";
import { createTestApp } from "#testing/index.ts";

it("tells anybody how well the sample company's model does, and nothing of any other company's", async () => {
  const app = await createTestApp();
  try {
    const { companyId } = await addScoredCompany(app);
    const asked = async () => (await app.call(null, demoRoutes.sampleModel)).body.model;
    expect(await asked()).toBeNull();
    await app.queryAsAdmin("update companies set is_demo = true where id = $1", [companyId]);
    const model = await asked();
    expect(model?.auc.value).toBeGreaterThan(0.5);
    expect(model?.auc.lower).toBeLessThan(model!.auc.value);
    expect(model?.outcomes).toBeGreaterThan(0);
    // Somebody's own company, with the sample's customers in it.
    await app.queryAsAdmin("update companies set sample_loaded_at = now() where id = $1", [companyId]);
    expect(await asked()).toBeNull();
  } finally {
    await app.close();
  }
});
