import { analysisRoutes, planRoutes } from "@forestay/contracts";
import { formatDate } from "@forestay/contracts/words";
import { extractText, getDocumentProxy } from "unpdf";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createTestApp, type TestApp } from "#testing/index.ts";
import { addCustomers, allResults, analyze, buildWorld, type World } from "#testing/analysis-world.ts";
import { addScoredCompany } from "#testing/scored-company.ts";

let app: TestApp;
let world: World;
let analysisId: string;

beforeAll(async () => {
  app = await createTestApp({ rateLimitScale: 1000 });
  const scored = await addScoredCompany(app);
  world = scored;
  analysisId = scored.analysisId;
  await app.queryAsAdmin(
    `update customers set full_name = case when n % 2 = 0 then 'Łukasz Żółć ' || n else '田中 ' || n end
     from (select id as named, substr(external_id, 3)::int as n from customers where company_id = $1) numbered
     where company_id = $1 and id = named`,
    [world.companyId],
  );
});
afterAll(() => app.close());

async function readReport(id: string, body: object) {
  const link = await app.call(world.owner, analysisRoutes.createReport, { params: { id }, body });
  expect(link.status).toBe(200);
  const file = await app.inject({ url: link.body.downloadPath });
  expect(file.headers["content-type"]).toBe("application/pdf");
  expect(file.headers["content-disposition"]).toContain(".pdf");
  const pdf = await getDocumentProxy(new Uint8Array(file.rawPayload));
  const { text, totalPages } = await extractText(pdf, { mergePages: true });
  return { text: text.replaceAll(/\s+/g, " "), totalPages, info: (await pdf.getMetadata()).info };
}

it("an analysis stored before fields and groups were measured still opens", async () => {
  const open = () => app.call(world.owner, analysisRoutes.results, { params: { id: analysisId } });
  const [{ summary } = { summary: "" }] = await app.queryAsAdmin<{ summary: object | string }>(
    `select summary from churn_analyses where id = $1`,
    [analysisId],
  );
  await app.queryAsAdmin(
    `update churn_analyses set summary = summary #- '{quality,segments}' #- '{quality,fieldValues}'
       #- '{quality,measuredOn}' #- '{drivers,0,dependence}' where id = $1`,
    [analysisId],
  );
  const { status, body } = await open();
  expect(status).toBe(200);
  expect(body.quality).toMatchObject({ segments: [], fieldValues: null, measuredOn: null });
  expect(body.drivers[0]?.dependence).toBeNull();
  await app.queryAsAdmin("update churn_analyses set summary = $2 where id = $1", [
    analysisId,
    JSON.stringify(summary),
  ]);
  expect((await open()).body.quality).toEqual((summary as { quality: object }).quality);
});

describe("an analysis as a PDF", () => {
  it("says what the screen says: verdict, figures with intervals, levels, drivers, plan and customers", async () => {
    const { body: analysis } = await app.call(world.owner, analysisRoutes.results, {
      params: { id: analysisId },
    });
    const { body: plan } = await app.call(world.owner, planRoutes.plan, {
      params: { id: analysisId },
      query: { contacts: 30, saveRate: 0.3 },
    });
    const report = await readReport(analysisId, { contacts: 30, saveRate: 0.3 });
    expect(report.info).toMatchObject({ Creator: "Forestay", Title: expect.stringContaining("analyzed") });
    expect(report.totalPages).toBeGreaterThan(1);
    expect(report.text).toContain(`${analysis.customersAnalyzed} customers analyzed`);
    const { quality } = analysis;
    expect(report.text).toContain(quality?.summary);
    expect(report.text).toContain(quality?.auc.value.toFixed(3));
    expect(report.text).toContain(`${quality?.auc.lower?.toFixed(3)} to ${quality?.auc.upper?.toFixed(3)}`);
    for (const level of ["Critical", "High", "Medium", "Low"]) expect(report.text).toContain(level);
    expect(report.text).toContain(analysis.drivers[0]?.label);
    expect(report.text).toContain("If contacting keeps 30% of those who would leave");
    expect(report.text).toContain("an assumption, not a measurement");
    const written = plan.items.filter(({ fullName }) => fullName.startsWith("Łukasz"));
    expect(written.length).toBeGreaterThan(0);
    for (const { fullName } of written) expect(report.text).toContain(fullName);
  });

  it("says who has left since, in place of a step to take", async () => {
    const [first] = await allResults(app, world.owner, analysisId);
    const mark = (churned: boolean, at: string | null) =>
      app.queryAsAdmin(
        "update customers set churned = $3, churned_at = $4 where company_id = $1 and id = $2",
        [world.companyId, first!.customerId, churned, at],
      );
    await mark(true, new Date(app.clock.now().getTime() - 3_600_000).toISOString());
    const words = `Left on ${formatDate(app.clock.now().getTime() - 3_600_000, "UTC", "medium")}`;
    expect((await readReport(analysisId, { contacts: 30 })).text).toContain(words);
    await mark(false, null);
    expect((await readReport(analysisId, { contacts: 30 })).text).not.toContain("Left on");
  });

  it("shows a customer whose name it cannot write by e-mail or id, and says so", async () => {
    const report = await readReport(analysisId, { contacts: 30 });
    const results = await allResults(app, world.owner, analysisId);
    expect(results.some(({ fullName }) => fullName.startsWith("田中"))).toBe(true);
    expect(report.text).not.toContain("\u0000");
    expect(report.text).not.toContain("田中");
    expect(report.text).toContain("Names in a script that this file's font does not hold");
  });

  it("says of rules that nothing was measured", async () => {
    const other = await buildWorld(app);
    await addCustomers(app, other.companyId, [
      { externalId: "A-1", startedAt: "2020-01-01T00:00:00Z", monthlyRevenueCents: 5000 },
    ]);
    const { id } = await analyze(app, other.owner);
    const link = await app.call(other.owner, analysisRoutes.createReport, { params: { id }, body: {} });
    const file = await app.inject({ url: link.body.downloadPath });
    const pdf = await getDocumentProxy(new Uint8Array(file.rawPayload));
    const { text } = await extractText(pdf, { mergePages: true });
    expect(text).toContain("Rules, not trained");
    expect(text).toContain("A-1");
    const stranger = await app.call(world.owner, analysisRoutes.createReport, { params: { id }, body: {} });
    expect(stranger.status).toBe(404);
  });
});
