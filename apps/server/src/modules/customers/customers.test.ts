import { customerRoutes } from "@forestay/contracts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { withTenantClient } from "#platform/db/transaction.ts";
import { buildCompany } from "#testing/index.ts";
import { buildFiveCustomers, type FiveCustomers } from "./fixtures/five-customers.ts";
import { appendEvents, readSelection } from "./index.ts";

let five: FiveCustomers;

beforeAll(async () => {
  five = await buildFiveCustomers();
});
afterAll(() => five.app.close());

describe("one customer", () => {
  it("is shown with its attributes and its timeline, newest first", async () => {
    const id = await five.idOf("C-1");
    await withTenantClient(five.app.db, five.companyId, ({ client }) =>
      appendEvents(client, five.companyId, [
        {
          customerId: id,
          type: "invoice",
          title: "Invoice paid",
          amountCents: 4990,
          occurredAt: five.daysAgo(30),
        },
        { customerId: id, type: "ticket", title: "Cannot sign in", occurredAt: five.daysAgo(3) },
      ]),
    );
    const detail = await five.app.call(five.user, customerRoutes.get, { params: { id } });
    expect(detail.body).toMatchObject({ fullName: "Ann Lee", tenureDisplay: "2y 3m", eventCount: 2 });
    expect(detail.body.attributes).toEqual([
      { key: "region", label: "Region", kind: "text", value: "EU" },
      { key: "seats", label: "Seats", kind: "number", value: 12 },
    ]);
    const events = await five.app.call(five.user, customerRoutes.events, { params: { id } });
    expect(events.body.items.map((event) => [event.type, event.amount])).toEqual([
      ["ticket", null],
      ["invoice", 49.9],
    ]);
    const ofKind = async (kind: "billing" | "use" | "work") =>
      (
        await five.app.call(five.user, customerRoutes.events, { params: { id }, query: { kind } })
      ).body.items.map(({ type }) => type);
    expect(await ofKind("billing")).toContain("invoice");
    expect(await ofKind("billing")).not.toContain("login");
    expect(await ofKind("work")).toEqual([]);
    const invoices = await five.app.call(five.user, customerRoutes.events, {
      params: { id },
      query: { type: "invoice" },
    });
    expect(invoices.body.totalCount).toBe(1);
  });

  it("of another company does not exist", async () => {
    const params = { id: await five.idOf("C-1") };
    expect((await five.app.call(five.stranger, customerRoutes.get, { params })).status).toBe(404);
    expect((await five.app.call(five.stranger, customerRoutes.events, { params })).status).toBe(404);
    const selection = { customerIds: [params.id] };
    const summary = await five.app.call(five.stranger, customerRoutes.selectionSummary, { body: selection });
    expect(summary.body).toEqual({ count: 0, lifetimeValue: 0, currency: "USD" });
    expect((await five.app.call(five.stranger, customerRoutes.list, {})).body.totalCount).toBe(0);
  });
});

describe("a selection", () => {
  it("is summed up by ids, or by filter less some", async () => {
    const byFilter = {
      filter: { conditions: [{ field: "plan", operator: "NotEquals" as const, value: null }] },
      exceptIds: [await five.idOf("C-3")],
    };
    const { body } = await five.app.call(five.user, customerRoutes.selectionSummary, { body: byFilter });
    expect(body).toEqual({ count: 2, lifetimeValue: 1090, currency: "USD" });
  });

  it("is read in batches, each customer once", async () => {
    const seen: (string | null)[] = [];
    const selection = { filter: { conditions: [] }, exceptIds: [] };
    for await (const batch of readSelection(five.app.db, five.companyId, selection, {
      now: five.app.clock.now(),
      batchSize: 2,
    })) {
      expect(batch.length).toBeLessThanOrEqual(2);
      seen.push(...batch.map((customer) => customer.externalId));
    }
    expect(seen.toSorted()).toEqual(["C-1", "C-2", "C-3", "C-4", "c-900"]);
  });
});

describe("the export", () => {
  it("streams every chosen customer with the chosen columns, safe for spreadsheets", async () => {
    await five.put([
      { externalId: "=X", fullName: '＝SUM(1) "q", x', plan: "Danger", monthlyRevenueCents: -500 },
    ]);
    const selection = {
      filter: { conditions: [{ field: "plan", operator: "In" as const, value: ["Danger", "Basic"] }] },
    };
    const columns = ["externalId", "fullName", "monthlyRevenue", "subscriptionStatus", "attributes.region"];
    const link = await five.app.call(five.user, customerRoutes.createExport, {
      body: { selection, columns },
    });
    const file = await five.app.inject({ method: "GET", url: link.body.downloadPath });
    expect(file.body).toBe(
      "\u{FEFF}external_id,full_name,monthly_revenue,subscription_status,Region\r\n" +
        "C-2,Bob Ray,9,Cancelled,US\r\n" +
        `'=X,"'＝SUM(1) ""q"", x",-5,,\r\n`,
    );
    expect((await five.app.inject({ method: "GET", url: link.body.downloadPath })).statusCode).toBe(404);
    const wrong = await five.app.call(five.user, customerRoutes.createExport, {
      body: { selection, columns: ["salary"] },
    });
    expect(wrong.status).toBe(400);
    await five.app.queryAsAdmin("delete from customers where external_id = '=X'");
    await five.app.queryAsAdmin(
      "update customer_totals set customer_count = customer_count - 1, version = version + 1 where company_id = $1",
      [five.companyId],
    );
  });
});

describe("the counts", () => {
  it("follow every write at once, by plan, level and status", async () => {
    const before = (await five.app.call(five.user, customerRoutes.facets)).body;
    expect(before).toMatchObject({ totalCount: 5, lastScoredAt: five.daysAgo(0) });
    expect(before.plans).toEqual([
      { plan: "Pro", count: 2 },
      { plan: "Basic", count: 1 },
    ]);
    expect(before.riskLevels.find(({ level }) => level === 3)?.count).toBe(1);
    await five.put([{ externalId: "C-5", plan: "Basic" }]);
    const after = (await five.app.call(five.user, customerRoutes.facets)).body;
    expect(after.totalCount).toBe(6);
    expect(after.plans.find(({ plan }) => plan === "Basic")?.count).toBe(2);
  });
});

describe("writing customers", () => {
  it("tells created, updated and unchanged apart, and keeps what is not said", async () => {
    const to = (await buildCompany(five.app.db)).id;
    expect(await five.put([{ externalId: "A", plan: "Pro" }, { email: "x@y.test" }], to)).toMatchObject({
      created: 2,
      updated: 0,
      unchanged: 0,
    });
    expect(
      await five.put(
        [
          { externalId: "A", plan: "Pro" },
          { email: "X@Y.test", plan: "Pro" },
        ],
        to,
      ),
    ).toMatchObject({ created: 0, updated: 1, unchanged: 1 });
    expect(await five.put([{ externalId: "A", fullName: "Ann" }], to)).toMatchObject({ updated: 1 });
    const stored = await five.app.queryAsAdmin(
      "select plan, full_name from customers where company_id = $1 and external_id = 'A'",
      [to],
    );
    expect(stored).toEqual([{ plan: "Pro", full_name: "Ann" }]);
  });

  it("lets the last of two rows with one key win, in one batch as in two", async () => {
    const to = (await buildCompany(five.app.db)).id;
    await five.put(
      [
        { externalId: "A", plan: "1" },
        { externalId: "A", plan: "2" },
        { externalId: "A", plan: "3" },
      ],
      to,
    );
    expect(await five.app.queryAsAdmin("select plan from customers where company_id = $1", [to])).toEqual([
      { plan: "3" },
    ]);
  });

  it("of two companies at once never mixes them", async () => {
    const [one, two] = [(await buildCompany(five.app.db)).id, (await buildCompany(five.app.db)).id];
    await Promise.all([
      five.put([{ externalId: "A", plan: "one" }], one),
      five.put([{ externalId: "A", plan: "two" }], two),
    ]);
    const stored = await five.app.queryAsAdmin(
      "select company_id, plan from customers where company_id in ($1, $2) order by plan",
      [one, two],
    );
    expect(stored).toEqual([
      { company_id: one, plan: "one" },
      { company_id: two, plan: "two" },
    ]);
  });

  it("in parallel for one company neither loses nor doubles a customer", async () => {
    const to = (await buildCompany(five.app.db)).id;
    const rows = Array.from({ length: 200 }, (_, n) => ({ externalId: `P-${n}`, plan: "Pro" }));
    await Promise.all([five.put(rows, to), five.put(rows.toReversed(), to), five.put(rows.slice(50), to)]);
    const [count] = await five.app.queryAsAdmin<{ count: string; total: string }>(
      "select count(*), (select customer_count from customer_totals where company_id = $1) as total from customers where company_id = $1",
      [to],
    );
    expect(count).toEqual({ count: "200", total: "200" });
  });
});
