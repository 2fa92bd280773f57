import { integrationRoutes } from "@forestay/contracts";
import { startHubSpot, startStripe } from "@forestay/provider-sandboxes";
import { afterEach, expect, it } from "vitest";
import { upsertCustomerBatch } from "#modules/customers/index.ts";
import { withTenantClient } from "#platform/db/transaction.ts";
import { buildUser } from "#testing/index.ts";
import { connectedCompany, type Connected } from "#testing/connected-company.ts";

let company: Connected;
afterEach(() => company.close());

const disconnect = (data: "keep" | "delete") =>
  company.app.call(company.owner, integrationRoutes.disconnect, { params: company.params, body: { data } });
const read = async () =>
  (await company.app.call(company.owner, integrationRoutes.get, { params: company.params })).body;
const count = async (table: string) =>
  (await company.rows<{ n: number }>(`select count(*)::int as n from ${table}`))[0]?.n;

it("deletes what came from Stripe alone, and of the others what it said; connects anew only when that has ended", async () => {
  company = await connectedCompany("stripe", (options: object) => startStripe(options));
  // Somebody whom a file knows as well, and has more of; somebody whom only a file knows.
  const [first] = await company.rows<{ email: string }>("select 1 as email where false");
  expect(first).toBeUndefined();
  await company.sync();
  const [known, spoken] = await company.rows<{ id: string; email: string }>(
    "select id, email from customers where email is not null and monthly_revenue_cents > 0 order by id",
  );
  await withTenantClient(company.app.db, company.companyId, ({ client }) =>
    upsertCustomerBatch(client, company.companyId, [
      { email: known?.email ?? "", plan: "By the file", attributes: { Region: "North" } },
      { email: "file@only.example" },
    ]),
  );
  await company.rows(`insert into customer_links (company_id, source, source_id, customer_id, linked_at)
    values ('${company.companyId}', 'hubspot', '77', '${spoken?.id}', now())`);
  const total = (await count("customers")) ?? 0;
  expect(await count("invoices")).toBeGreaterThan(1000);

  expect((await disconnect("delete")).body).toMatchObject({
    status: "NotConnected",
    removal: { endedAt: null, deleted: 0 },
  });
  // Until it has ended nobody connects it: what comes in anew would be deleted with the rest.
  const { body } = await company.app.call(company.owner, integrationRoutes.startOAuth, {
    params: company.params,
    body: {},
  });
  const { headers } = await fetch(body.address, { redirect: "manual" });
  const { searchParams: query } = new URL(headers.get("location") ?? "");
  const refused = await company.app.call(company.owner, integrationRoutes.finishOAuth, {
    params: company.params,
    body: { code: query.get("code") ?? "", state: query.get("state") ?? "" },
  });
  expect([refused.status, refused.body]).toMatchObject([409, { code: "invalid_state" }]);
  await company.app.drainJobs({ ignoreRunAt: true });

  expect(await read()).toMatchObject({
    removal: { deleted: total - 3, kept: 2, endedAt: expect.any(String) },
  });
  expect(await company.rows("select email from customers order by id")).toHaveLength(3);
  for (const table of ["subscriptions", "invoices", "payment_attempts", "integrations", "integration_tokens"])
    expect([table, await count(table)]).toEqual([table, 0]);
  expect(await company.rows("select source from customer_links")).toEqual([{ source: "hubspot" }]);
  expect(
    await company.rows(
      "select plan, monthly_revenue_cents as cents, attributes, field_sources from customers where id = $1",
      [known?.id],
    ),
  ).toEqual([{ plan: "By the file", cents: null, attributes: { Region: "North" }, field_sources: null }]);
  expect(await company.rows("select customer_count::int as n from customer_totals")).toEqual([{ n: 3 }]);
  await company.connect();
  expect(await read()).toMatchObject({ status: "Connected", removal: null });
}, 180_000);

it("goes on after a kill in the middle, and takes HubSpot's own columns from whom others know", async () => {
  company = await connectedCompany("hubspot", startHubSpot);
  await withTenantClient(company.app.db, company.companyId, ({ client }) =>
    upsertCustomerBatch(client, company.companyId, [{ email: "mine@mine.example", plan: "Mine" }]),
  );
  await company.sync();
  const [other] = await company.rows<{ id: string; email: string }>(
    "select id, email from customers where attributes ? 'Plan' order by id limit 1",
  );
  await company.rows(`insert into customer_links (company_id, source, source_id, customer_id, linked_at)
    values ('${company.companyId}', 'salesforce', '003', '${other?.id}', now())`);
  await disconnect("delete");
  // Half of it is done, and its worker is gone.
  await company.rows(`delete from customers where id in (select customer_id from customer_links
    where source = 'hubspot' and customer_id <> '${other?.id}' order by customer_id limit 100)`);
  await company.app.drainJobs({ ignoreRunAt: true });
  expect(await company.rows("select email, attributes, plan from customers order by email")).toEqual(
    [
      { email: other?.email, attributes: {}, plan: null },
      { email: "mine@mine.example", attributes: {}, plan: "Mine" },
    ].toSorted((a, b) => String(a.email).localeCompare(String(b.email))),
  );
  expect(await company.rows("select 1 from customer_attributes")).toEqual([]);
}, 120_000);

it("keeps everything unless an Owner has it deleted: who may connect it may disconnect it, no more", async () => {
  company = await connectedCompany("hubspot", startHubSpot);
  await company.sync();
  const before = await count("customers");
  const { actor: staff } = await buildUser(company.app.db, company.companyId, "Staff");
  const asStaff = (data: "keep" | "delete") =>
    company.app.call(staff, integrationRoutes.disconnect, { params: company.params, body: { data } });
  expect(await asStaff("delete")).toMatchObject({
    status: 403,
    body: { code: "forbidden", fields: { data: "Only an Owner deletes what came from HubSpot" } },
  });
  expect(await read()).toMatchObject({ status: "Connected", removal: null });
  expect((await asStaff("keep")).body).toMatchObject({ status: "NotConnected", removal: null });
  await company.app.drainJobs({ ignoreRunAt: true });
  expect(await count("customers")).toBe(before);
  await company.connect();
  await company.sync();
  expect(await count("customers")).toBe(before);
}, 120_000);
