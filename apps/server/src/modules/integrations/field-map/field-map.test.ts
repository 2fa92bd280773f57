import { integrationRoutes, customerRoutes, type FieldMap } from "@forestay/contracts";
import {
  startHubSpot,
  startMailchimp,
  startSalesforce,
  startStripe,
  type HubSpotPeer,
} from "@forestay/provider-sandboxes";
import { afterEach, describe, expect, it } from "vitest";
import { upsertCustomerBatch, writeLedgerValues } from "#modules/customers/index.ts";
import { withTenantClient } from "#platform/db/transaction.ts";
import { connectedCompany, type Connected } from "#testing/connected-company.ts";

let company: Connected;
afterEach(() => company.close());

const lines = (map: FieldMap) =>
  map.fields.flatMap(({ object, field, target }) => (target === null ? [] : [{ object, field, target }]));
const readMap = async () =>
  (await company.app.call(company.owner, integrationRoutes.fieldMap, { params: company.params })).body;
const saveMap = (change: {
  lines: { object: string; field: string; target: string }[] | null;
  version?: number;
}) =>
  company.version().then((version) =>
    company.app.call(company.owner, integrationRoutes.changeFieldMap, {
      params: company.params,
      body: { version, ...change },
    }),
  );
/** The map with some fields going elsewhere, or nowhere. */
async function changed(targets: Record<string, string | null>) {
  const map = await readMap();
  return map.fields.flatMap(({ object, field, target }) => {
    const next = Object.hasOwn(targets, `${object}.${field}`) ? targets[`${object}.${field}`] : target;
    return next == null ? [] : [{ object, field, target: next }];
  });
}

describe("HubSpot", () => {
  const peer = () => company.peer as HubSpotPeer;

  it("shows each field with samples and where it goes, and what came in is seen on a customer's page", async () => {
    company = await connectedCompany("hubspot", startHubSpot);
    const map = await readMap();
    expect(map).toMatchObject({ isStandard: true });
    const by = (name: string) =>
      map.fields.find(({ object, field }) => object === "contacts" && field === name);
    expect(by("firstname lastname")).toMatchObject({ target: "fullName", kind: "text" });
    expect(by("plan_name")).toMatchObject({ target: "attributes.Plan", label: "Plan" });
    expect(by("plan_name")?.samples.every((one) => ["Starter", "Team", "Business"].includes(one))).toBe(true);
    expect(by("plan_name")?.samples).not.toEqual([]);
    expect(by("seats")).toMatchObject({ kind: "number", target: "attributes.Seats" });
    expect(by("phone")).toMatchObject({ target: null, standard: null });
    await company.sync();
    const [one] = await company.rows<{ id: string }>(
      "select id from customers where attributes ? 'Job title' limit 1",
    );
    const { body } = await company.app.call(company.owner, customerRoutes.get, {
      params: { id: one?.id ?? "" },
    });
    expect(body.attributes).toEqual(
      expect.arrayContaining([expect.objectContaining({ label: "Job title", kind: "text" })]),
    );
  }, 120_000);

  it("puts fields where the company said, above files and beneath the ledger, and reads everything anew for it", async () => {
    company = await connectedCompany("hubspot", startHubSpot);
    await company.sync();
    const contact = [...peer().data.records.contacts.values()].find(
      ({ properties: { lifecyclestage: stage, email, plan_name: plan, seats } }) =>
        stage === "customer" && plan != null && Number(seats) > 0 && email != null && !email.includes("@@"),
    );
    const { email, seats, plan_name: plan, createdate } = contact?.properties ?? {};
    const saved = await saveMap({
      lines: await changed({
        "contacts.plan_name": "plan",
        "contacts.seats": "monthlyRevenue",
        "contacts.createdate": "startedAt",
        "contacts.jobtitle": null,
        "contacts.country": "attributes.Land",
      }),
    });
    expect(saved.status).toBe(200);
    expect(saved.body.connection).toMatchObject({ fieldMap: "own" });
    await company.sync();
    expect(await company.runs()).toMatchObject([{ kind: "first", status: "done" }, { kind: "first" }]);
    const stored = () =>
      company.rows<{ plan: string; cents: string; since: string; land: string }>(
        `select plan, monthly_revenue_cents::text as cents, started_at as since, attributes ->> 'Land' as land
         from customers where email = $1`,
        [email],
      );
    expect(await stored()).toMatchObject([
      { plan, cents: String(Number(seats) * 100), land: contact?.properties["country"] },
    ]);
    expect(new Date((await stored())[0]?.since ?? 0).toISOString()).toBe(createdate);
    const before = await company.everything();
    await company.sync({ all: true });
    expect(await company.everything()).toBe(before);
    // A file does not stand above what the company chose to take from its CRM.
    await withTenantClient(company.app.db, company.companyId, ({ client }) =>
      upsertCustomerBatch(client, company.companyId, [{ email: email ?? "", plan: "From a file" }]),
    );
    expect(await stored()).toMatchObject([{ plan }]);
    // What the ledger says stands above it, which is kept beneath.
    const [customer] = await company.rows<{ id: string }>("select id from customers where email = $1", [
      email,
    ]);
    await withTenantClient(company.app.db, company.companyId, ({ client }) =>
      writeLedgerValues(client, company.companyId, [
        { customerId: customer?.id ?? "", known: { plan: "Billed" } },
      ]),
    );
    peer().data.edit("contacts", contact?.id ?? "", { plan_name: plan === "Team" ? "Starter" : "Team" });
    await company.sync();
    expect(await stored()).toMatchObject([{ plan: "Billed" }]);
    expect(
      await company.rows("select file_values ->> 'plan' as plan from customers where email = $1", [email]),
    ).toEqual([{ plan: plan === "Team" ? "Starter" : "Team" }]);
    expect((await saveMap({ lines: null })).body.connection).toMatchObject({ fieldMap: "standard" });
    expect((await readMap()).isStandard).toBe(true);
  }, 180_000);

  it("refuses at its line what makes no sense, and what somebody else changed meanwhile", async () => {
    company = await connectedCompany("hubspot", startHubSpot);
    const standard = lines(await readMap());
    const at = (field: string) =>
      standard.findIndex((line) => line.object === "contacts" && line.field === field);
    const withTarget = (field: string, target: string) =>
      standard.map((line, index) => (index === at(field) ? { ...line, target } : line));
    const problem = async (changedLines: typeof standard) => {
      const { status, body } = await saveMap({ lines: changedLines });
      expect(status).toBe(400);
      return (body as unknown as { fields: Record<string, string> }).fields;
    };
    expect(await problem(withTarget("seats", "attributes.Plan"))).toEqual({
      [`lines.${at("seats")}.target`]: "'Plan' goes there already: two fields cannot go into one.",
    });
    expect(await problem(withTarget("plan_name", "monthlyRevenue"))).toEqual({
      [`lines.${at("plan_name")}.target`]:
        "'Monthly revenue, in the company's currency' takes numbers; 'Plan' holds text.",
    });
    expect(await problem([...standard, { object: "companies", field: "domain", target: "email" }])).toEqual({
      [`lines.${standard.length}.target`]: "This is said of each customer, by its own record alone.",
    });
    expect(await problem([...standard, { object: "contacts", field: "wings", target: "plan" }])).toEqual({
      [`lines.${standard.length}.field`]: "HubSpot has no field 'wings' that can come in.",
    });
    expect(
      await problem(standard.filter(({ target }) => target !== "email" && target !== "fullName")),
    ).toEqual({
      lines: "Name or e-mail has to come from somewhere: without either nobody can be told apart.",
    });
    expect((await saveMap({ lines: standard, version: 99 })).status).toBe(409);
    expect((await readMap()).isStandard).toBe(true);
  }, 60_000);
});

it("takes Salesforce's fields, also of accounts, and leaves out one that was taken away there", async () => {
  company = await connectedCompany("salesforce", startSalesforce);
  const saved = await saveMap({
    lines: await changed({ "contacts.Plan__c": "plan", "accounts.BillingCountry": "attributes.Land" }),
  });
  expect(saved.status).toBe(200);
  await company.rows(`update integrations set field_map = field_map ||
    '[{"object":"contacts","field":"Gone__c","kind":"text","target":"attributes.Gone"}]'`);
  await company.sync();
  const customers = await company.rows<{ plan: string | null; attributes: Record<string, unknown> }>(
    "select plan, attributes from customers",
  );
  expect(customers.length).toBeGreaterThan(100);
  expect(customers.every(({ plan }) => ["Starter", "Team", "Business"].includes(plan ?? ""))).toBe(true);
  expect(customers.every(({ attributes }) => !("Plan" in attributes) && !("Country" in attributes))).toBe(
    true,
  );
  expect(customers.some(({ attributes }) => typeof attributes["Land"] === "string")).toBe(true);
}, 120_000);

it("takes Mailchimp's merge fields", async () => {
  company = await connectedCompany("mailchimp", startMailchimp);
  const map = await readMap();
  expect(map.fields.find(({ field }) => field === "merge_fields.SEATS")).toMatchObject({
    label: "Seats",
    kind: "number",
    target: null,
  });
  const [email] = [...(company.peer as Awaited<ReturnType<typeof startMailchimp>>).data.members.values()].map(
    ({ email_address: address }) => address,
  );
  await withTenantClient(company.app.db, company.companyId, ({ client }) =>
    upsertCustomerBatch(client, company.companyId, [{ email: email ?? "" }]),
  );
  expect(
    (await saveMap({ lines: await changed({ "members.merge_fields.SEATS": "attributes.Seats" }) })).status,
  ).toBe(200);
  await company.sync();
  expect(await company.rows("select attributes from customers")).toMatchObject([
    { attributes: { Seats: expect.any(Number), "Mailing list": expect.any(String) } },
  ]);
}, 120_000);

it("takes metadata of Stripe's customers", async () => {
  company = await connectedCompany("stripe", (options: object) => startStripe({ ...options, data: "empty" }));
  const { data } = company.peer as Awaited<ReturnType<typeof startStripe>>;
  await fetch(`${company.peer.url}/v1/customers`, {
    method: "POST",
    headers: {
      authorization: `Bearer ${(company.peer as Awaited<ReturnType<typeof startStripe>>).keys.secret}`,
      "content-type": "application/x-www-form-urlencoded",
    },
    body: "name=One&email=one@one.example&metadata[region]=North&metadata[seats]=12",
  });
  expect([...data.account.customers.all()]).toHaveLength(1);
  expect(
    (
      await saveMap({
        lines: await changed({
          "customers.metadata.region": "attributes.Region",
          "customers.metadata.seats": "attributes.Seats",
        }),
      })
    ).status,
  ).toBe(200);
  await company.sync();
  expect(await company.rows("select attributes from customers")).toEqual([
    { attributes: { Region: "North", Seats: 12 } },
  ]);
}, 60_000);
