import { DAY_MS, JobStatus } from "@forestay/contracts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { withTenantClient } from "#platform/db/transaction.ts";
import { appendSnapshots, upsertCustomerBatch } from "#modules/customers/index.ts";
import { writeLedger, type LedgerInputs, type LedgerKind } from "#modules/ledger/index.ts";
import { buildCompany, createTestApp, type TestApp } from "#testing/index.ts";
import { rebuildHistory, rebuildHistoryJob } from "./rebuild-history.ts";

const NOW = new Date("2026-06-01T00:00:00Z");
const daysBefore = (days: number) => new Date(NOW.getTime() - days * DAY_MS).toISOString();

let app: TestApp;
let companyId: string;
let importId: string;
beforeAll(async () => {
  app = await createTestApp();
  companyId = (await buildCompany(app.db)).id;
  const [row] = await app.queryAsAdmin<{ id: string }>(
    `insert into import_jobs (company_id, file_name, file_key, file_size_bytes, file_sha256, format, encoding,
       table_format, columns, created_by, status, step, created_at)
     values ($1, 'ledger.csv', 'ledger', 1, '', 'csv', 'utf-8', '{}', '[]', 'Maya', $2, 'done', $3) returning id`,
    [companyId, JobStatus.Completed, NOW],
  );
  importId = row!.id;
  await withTenantClient(app.db, companyId, ({ client }) =>
    upsertCustomerBatch(client, companyId, [
      { externalId: "C-1" },
      { externalId: "C-2" },
      { externalId: "C-3" },
    ]),
  );
  await write("subscriptions", [subscription("C-1", 400, null), subscription("C-2", 200, 50)]);
  await write("payment_attempts", [
    {
      customer: { externalId: "C-1" },
      sourceId: "p1",
      attemptedAt: daysBefore(40),
      succeeded: false,
      currency: "USD",
      amountMinor: 5000,
    },
  ]);
  await write(
    "events",
    ["C-1", "C-2"].flatMap((externalId) =>
      [380, 70, 65, 35, 3].flatMap((days) =>
        externalId === "C-2" && (days < 50 || days > 200)
          ? []
          : [{ customer: { externalId }, type: "login", occurredAt: daysBefore(days) }],
      ),
    ),
  );
});
afterAll(() => app.close());

const subscription = (
  externalId: string,
  since: number,
  until: number | null,
): LedgerInputs["subscriptions"] => ({
  customer: { externalId },
  sourceId: `s-${externalId}`,
  startedAt: daysBefore(since),
  endedAt: until === null ? null : daysBefore(until),
  price: { plan: "Growth", currency: "USD", amountMinor: 5000, every: { unit: "month", count: 1 } },
  priceFrom: daysBefore(since),
});

const write = <K extends LedgerKind>(kind: K, records: LedgerInputs[K][]) =>
  withTenantClient(app.db, companyId, ({ client }) =>
    writeLedger(client, companyId, kind, records, {
      source: "file",
      importId,
      toldAt: NOW,
      unknownCustomers: "reject",
    }),
  );
const rebuild = () => rebuildHistory(app.db, companyId, NOW, new AbortController().signal);
const stored = () =>
  app.queryAsAdmin<{ who: string; day: string; features: Record<string, unknown>; rebuilt: boolean }>(
    `select c.external_id as who, s.taken_on::text as day, s.features, s.rebuilt from customer_snapshots s
     join customers c on c.company_id = s.company_id and c.id = s.customer_id
     where s.company_id = $1 order by 1, 2`,
    [companyId],
  );

describe("a past that nobody recorded", () => {
  it("is worked out of the ledger for the days on which a customer was there, each of what was dated before", async () => {
    expect(await rebuild()).toBe(14 + 5);
    const rows = await stored();
    const of = (who: string) => rows.filter((row) => row.who === who);
    // Every 30 days back from the last import.
    expect(of("C-2").map(({ day }) => day)).toEqual([
      "2025-12-02",
      "2026-01-01",
      "2026-01-31",
      "2026-03-02",
      "2026-04-01",
    ]);
    expect(of("C-1").at(-1)).toMatchObject({
      day: "2026-05-31",
      rebuilt: true,
      features: {
        plan: "Growth",
        monthly_revenue: 50,
        payment_status: "Failed",
        failed_payments_30d: 0,
        failed_payments_60d: 1,
        "event:login_days_since": 3,
        "event:login_7d": 1,
        "event:login_90d": 4,
      },
    });
    // The failure of forty days ago had not happened, nor had the last two logins.
    const april = of("C-1").find(({ day }) => day === "2026-04-01")!;
    expect(april.features).toMatchObject({ "event:login_90d": 2, "event:login_days_since": 5 });
    expect(april.features).not.toHaveProperty("payment_status");
    expect(of("C-3")).toEqual([]);
  });

  it("stays the same when it is worked out again, and never takes the place of what was recorded", async () => {
    const before = await stored();
    await app.runJob(rebuildHistoryJob, { companyId });
    const [known] = await app.queryAsAdmin<{ id: string }>(
      "select id from customers where company_id = $1 and external_id = 'C-1'",
      [companyId],
    );
    expect(await rebuild()).toBe(19);
    expect(await stored()).toEqual(before);
    const recorded = { customerId: known!.id, takenOn: "2026-05-01", features: { plan: "As recorded" } };
    await withTenantClient(app.db, companyId, ({ client }) => appendSnapshots(client, companyId, [recorded]));
    expect(await rebuild()).toBe(18);
    const row = (await stored()).find(({ who, day }) => who === "C-1" && day === "2026-05-01");
    expect(row).toMatchObject({ rebuilt: false, features: { plan: "As recorded" } });
  });

  it("is a shop's too, which has orders and nothing else", async () => {
    const shop = (await buildCompany(app.db)).id;
    const order = (externalId: string, days: number) => ({
      customer: { externalId },
      kind: "order" as const,
      sourceId: `o-${externalId}-${days}`,
      issuedAt: daysBefore(days),
      currency: "USD",
      amountMinor: 2_500,
    });
    const orders = [order("S-1", 95), order("S-1", 50), order("S-1", 5), order("S-2", 80)];
    await withTenantClient(app.db, shop, async ({ client }) => {
      await upsertCustomerBatch(client, shop, [{ externalId: "S-1" }, { externalId: "S-2" }]);
      const [{ id }] = (await app.queryAsAdmin<{ id: string }>(
        `insert into import_jobs (company_id, file_name, file_key, file_size_bytes, file_sha256, format, encoding,
             table_format, columns, created_by, status, step, created_at)
           values ($1, 'orders.csv', 'orders', 1, '', 'csv', 'utf-8', '{}', '[]', 'Maya', $2, 'done', $3) returning id`,
        [shop, JobStatus.Completed, NOW],
      )) as [{ id: string }];
      await writeLedger(client, shop, "invoices", orders, {
        source: "file",
        importId: id,
        toldAt: NOW,
        unknownCustomers: "reject",
      });
    });
    expect(await rebuildHistory(app.db, shop, NOW, new AbortController().signal)).toBe(4 + 3);
    const { rows } = await withTenantClient(app.db, shop, ({ client }) =>
      client.query<{ features: Record<string, unknown> }>(
        `select s.features from customer_snapshots s join customers c on c.company_id = s.company_id and c.id = s.customer_id
         where s.company_id = $1 and c.external_id = 'S-1' order by s.taken_on`,
        [shop],
      ),
    );
    expect(rows.map(({ features }) => [features["orders_days_since"], features["orders_30d"]])).toEqual([
      [5, undefined],
      [35, 0],
      [20, 1],
      [5, 1],
    ]);
    expect(rows.at(-1)?.features).toMatchObject({
      orders_90d: 2,
      order_average: 25,
      order_amount_90d: 50,
      days_since_last_activity: 5,
    });
  });

  it("is left alone where no import brought the ledger", async () => {
    const other = (await buildCompany(app.db)).id;
    expect(await rebuildHistory(app.db, other, NOW, new AbortController().signal)).toBe(0);
  });
});
