import { companyDataRoutes, customerRoutes } from "@forestay/contracts";
import { afterAll, beforeAll, expect, it } from "vitest";
import { imported } from "#modules/imports/fixtures/import-flow.ts";
import { readZip } from "#modules/company-data/fixtures/read-zip.ts";
import { addScoredCompany, SCORED_CUSTOMERS, type ScoredCompany } from "#testing/scored-company.ts";
import { buildCompany, buildUser, createTestApp, type TestApp } from "#testing/index.ts";

let app: TestApp;
let company: ScoredCompany;
beforeAll(async () => {
  app = await createTestApp({ rateLimitScale: 1000 });
  company = await addScoredCompany(app);
  await app.queryAsAdmin(
    `update customers set email = external_id || '@example.test', full_name = 'Ada ' || external_id, plan = 'Pro',
       subscription_status = 3, payment_status = 2, lifetime_value_cents = monthly_revenue_cents * 12 + 7,
       last_activity_at = '2026-01-02T03:04:05Z', started_at = '2024-05-06T00:00:00Z'
     where company_id = $1`,
    [company.companyId],
  );
});
afterAll(() => app.close());

async function newOwner() {
  const { id } = await buildCompany(app.db, "Another");
  return (await buildUser(app.db, id, "Owner", { now: app.clock.now() })).actor;
}

async function rowsOf(companyId: string, columns: string) {
  return app.queryAsAdmin(
    `select external_id, ${columns} from customers where company_id = $1 order by external_id`,
    [companyId],
  );
}

it("the customers' export comes back as the customers it was made of, and nothing of ours becomes an attribute", async () => {
  const link = await app.call(company.owner, customerRoutes.createExport, {
    body: { selection: { filter: {} } },
  });
  const csv = (await app.inject({ url: link.body.downloadPath })).rawPayload;
  const owner = await newOwner();
  const job = await imported(app, owner, csv);
  expect(job).toMatchObject({ failure: null, counts: { create: SCORED_CUSTOMERS, error: 0 } });
  const same =
    "email, full_name, plan, subscription_status, payment_status, monthly_revenue_cents, lifetime_value_cents, started_at, last_activity_at, churned";
  expect(await rowsOf(owner.companyId, same)).toEqual(await rowsOf(company.companyId, same));
  expect(
    await app.queryAsAdmin("select label from customer_attributes where company_id = $1 order by label", [
      owner.companyId,
    ]),
  ).toEqual([{ label: "Contract" }, { label: "Exit interview done" }, { label: "Partner" }]);
});

it("customers.csv of a company's zip is in cents, and is read so", async () => {
  const link = await app.call(company.owner, companyDataRoutes.exportEverything);
  const files = await readZip((await app.inject({ url: link.body.downloadPath })).rawPayload);
  const owner = await newOwner();
  const job = await imported(app, owner, files.get("csv/customers.csv") ?? "");
  expect(job).toMatchObject({ failure: null, counts: { create: SCORED_CUSTOMERS, error: 0 } });
  const same = "email, monthly_revenue_cents, lifetime_value_cents, subscription_status, started_at, churned";
  expect(await rowsOf(owner.companyId, same)).toEqual(await rowsOf(company.companyId, same));
  expect(
    await app.queryAsAdmin("select key from customer_attributes where company_id = $1", [owner.companyId]),
  ).toEqual([]);
});
