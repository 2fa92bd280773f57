import { upsertCustomerBatch } from "#modules/customers/index.ts";
import { withTenantClient } from "#platform/db/transaction.ts";
import type { TestApp } from "./test-app.ts";

/** The moment that its figures are looked at. */
export const LEDGER_NOW = new Date("2026-06-15T09:00:00Z");

/** Eleven customers in two currencies and plans: who stays, grows, changes plan, leaves, comes back; three failed bills. */
export async function writeElevenCustomers(app: TestApp, companyId: string): Promise<void> {
  type Price = readonly [
    from: string,
    until: string | null,
    amount: number,
    plan: string | null,
    currency?: string,
  ];
  type Sold = { prices: readonly Price[]; end?: string; endedBy?: "voluntary" | "involuntary" };
  const customers: readonly (readonly Sold[])[] = [
    [{ prices: [["2025-09-05", null, 5000, "Basic"]] }],
    [
      {
        prices: [
          ["2025-09-10", "2026-02-10", 5000, "Basic"],
          ["2026-02-10", null, 12_000, "Pro"],
        ],
      },
    ],
    [{ prices: [["2025-10-01", null, 12_000, "Pro"]], end: "2026-05-25", endedBy: "involuntary" }],
    [{ prices: [["2025-10-15", null, 12_000, "Pro"]], end: "2026-06-01", endedBy: "voluntary" }],
    [{ prices: [["2025-11-01", null, 700, null]], end: "2026-06-10" }],
    [
      { prices: [["2025-11-03", null, 5000, "Basic"]], end: "2026-01-03", endedBy: "voluntary" },
      { prices: [["2026-03-03", null, 6000, "Basic"]] },
    ],
    [
      { prices: [["2025-12-24", null, 5000, "Basic"]], end: "2026-06-02" },
      { prices: [["2025-12-24", null, 9000, "Pro"]] },
    ],
    [{ prices: [["2026-01-31", null, 4500, "Basic", "EUR"]] }],
    [
      { prices: [["2026-02-02", null, 5000, "Basic"]], end: "2026-06-05" },
      { prices: [["2026-06-05", null, 4500, "Basic", "EUR"]] },
    ],
    [{ prices: [["2026-05-30", null, 5000, "Basic"]], end: "2026-06-11", endedBy: "voluntary" }],
    [{ prices: [["2026-02-01", null, 5000, "Basic", "EUR"]], end: "2026-06-03", endedBy: "voluntary" }],
  ];
  await withTenantClient(app.db, companyId, async ({ client }) => {
    await upsertCustomerBatch(
      client,
      companyId,
      customers.map((_, at) => ({ externalId: `C-${at}`, fullName: `Customer ${at}` })),
    );
    for (const [at, sold] of customers.entries()) {
      for (const [number, { prices, end, endedBy }] of sold.entries()) {
        await client.query(
          `with made as (
             insert into subscriptions (company_id, customer_id, source, source_id, status, started_at, ended_at, ended_by, told_at)
             select $1, id, 'file', $3, 1, $4, $5, $6, $7 from customers where company_id = $1 and external_id = $2 returning id)
           insert into subscription_prices (company_id, subscription_id, from_at, until_at, plan, currency, amount_minor, interval_unit, interval_count)
           select $1, made.id, p.from_at, p.until_at, p.plan, p.currency, p.amount, 'month', 1
           from made, jsonb_to_recordset($8::jsonb) as p (from_at timestamptz, until_at timestamptz, plan text, currency text, amount bigint)`,
          [
            companyId,
            `C-${at}`,
            `S-${at}-${number}`,
            prices[0]![0],
            end ?? null,
            endedBy ?? null,
            LEDGER_NOW,
            JSON.stringify(
              prices.map(([from, until, amount, plan, currency = "USD"]) => ({
                from_at: from,
                until_at: until,
                amount,
                plan,
                currency,
              })),
            ),
          ],
        );
      }
    }
    const bills = [
      {
        id: "I-1",
        amount: 5000,
        status: 2,
        paid: 5000,
        paidAt: "2026-06-08",
        tries: ["2026-06-03", "2026-06-06"],
      },
      { id: "I-2", amount: 7000, status: 1, paid: 0, paidAt: null, tries: ["2026-06-04"] },
      { id: "I-3", amount: 9000, status: 2, paid: 9000, paidAt: "2026-05-02", tries: [] },
    ];
    for (const { id, amount, status, paid, paidAt, tries } of bills) {
      await client.query(
        `insert into invoices (company_id, customer_id, source, source_id, kind, status, currency, amount_minor, paid_minor, issued_at, paid_at, told_at)
         select $1, id, 'file', $2, 'invoice', $3, 'USD', $4, $5, '2026-05-01', $6, $7 from customers where company_id = $1 and external_id = 'C-0'`,
        [companyId, id, status, amount, paid, paidAt, LEDGER_NOW],
      );
      for (const at of tries) {
        await client.query(
          `insert into payment_attempts (company_id, customer_id, source, source_id, invoice_source_id, attempted_at, succeeded, currency, amount_minor, told_at)
           select $1, id, 'file', $2 || $3, $2, $3::timestamptz, false, 'USD', $4, $5 from customers where company_id = $1 and external_id = 'C-0'`,
          [companyId, id, at, amount, LEDGER_NOW],
        );
      }
    }
  });
}
