import * as fc from "fast-check";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { mrrAt, mrrOfCustomer } from "@forestay/metrics";
import { createTestDatabase, type TestDatabase } from "#testing/index.ts";
import {
  attempt,
  day,
  event,
  fourCustomers,
  invoice,
  NOW,
  openLedgerCompany,
  subscription,
  type LedgerCompany,
} from "#testing/ledger-company.ts";
import type { SubscriptionInput } from "./encoding/index.ts";
import { refreshStaleCustomers, subscriptionLinesOf } from "./index.ts";

let database: TestDatabase;
let ledger: LedgerCompany;
beforeAll(async () => {
  database = await createTestDatabase();
});
beforeEach(async () => {
  ledger = await openLedgerCompany(database);
  await ledger.customers(fourCustomers);
});
afterAll(() => database.drop());

describe("a customer's own row", () => {
  it("says what the ledger knows, and keeps what it does not", async () => {
    await ledger.customers([
      {
        externalId: "C-1",
        plan: "Old",
        fullName: "Ann",
        monthlyRevenueCents: 1,
        startedAt: "2025-06-01T00:00:00Z",
      },
    ]);
    await ledger.write("subscriptions", [
      subscription(),
      // 1000.00 a year.
      subscription({
        sourceId: "S-2",
        price: { plan: "Add-on", currency: "USD", amountMinor: 100_000, every: { unit: "year", count: 1 } },
      }),
    ]);
    await ledger.write("invoices", [
      invoice({ status: 2 }),
      invoice({ sourceId: "I-2", status: 2, refundedMinor: 2000 }),
      invoice({ sourceId: "I-3" }),
    ]);
    await ledger.write("events", [
      event(),
      event({ type: "Ticket", occurredAt: "2026-05-30T00:00:00Z" }),
      event({ occurredAt: "2027-01-01T00:00:00Z" }),
    ]);
    expect(await ledger.customer("C-1")).toMatchObject({
      full_name: "Ann",
      plan: "Add-on",
      monthly_revenue_cents: 13_333,
      currency: "USD",
      lifetime_value_cents: 8000,
      subscription_status: 1,
      payment_status: 2,
      started_at: "2025-06-01T00:00:00+00:00",
      ended_at: null,
      last_activity_at: "2026-05-20T10:00:00+00:00",
    });
  });

  it("follows bills: failed, overdue, open, none", async () => {
    const status = async () => (await ledger.customer("C-1"))["payment_status"];
    await ledger.write("invoices", [invoice({ dueAt: "2026-06-15T00:00:00Z" })]);
    expect(await status()).toBe(3);
    await ledger.write("payment_attempts", [attempt()]);
    expect(await status()).toBe(1);
    await ledger.write("payment_attempts", [
      attempt({ sourceId: "A-2", succeeded: true, attemptedAt: "2026-05-03T00:00:00Z" }),
    ]);
    expect(await status()).toBe(3);
    const past = { dueAt: "2026-05-15T00:00:00Z" };
    await ledger.write("invoices", [invoice(past)], { toldAt: day("2026-06-02") });
    expect(await status()).toBe(2);
    await ledger.write("payment_attempts", [
      attempt({ sourceId: "A-3", attemptedAt: "2026-05-16T00:00:00Z" }),
    ]);
    expect(await status()).toBe(2);
    // Charged at once: then it has failed.
    await ledger.write("invoices", [invoice({ dueAt: "2026-05-01T00:00:00Z" })], {
      toldAt: day("2026-06-03"),
    });
    expect(await status()).toBe(1);
    await ledger.write("invoices", [invoice({ status: 2 })], { toldAt: day("2026-06-04") });
    expect(await status()).toBe(0);
  });

  it("has left when all its subscriptions have ended, and stays while one runs", async () => {
    const ended = { status: 2, endedAt: "2026-03-01T00:00:00Z" } as const;
    await ledger.write("subscriptions", [subscription(ended), subscription({ sourceId: "S-2" })]);
    expect(await ledger.customer("C-1")).toMatchObject({
      subscription_status: 1,
      ended_at: null,
      monthly_revenue_cents: 5000,
    });
    await ledger.write(
      "subscriptions",
      [subscription({ sourceId: "S-2", status: 2, endedAt: "2026-04-01T00:00:00Z" })],
      { toldAt: day("2026-06-02") },
    );
    expect(await ledger.customer("C-1")).toMatchObject({
      subscription_status: 2,
      ended_at: "2026-04-01T00:00:00+00:00",
      monthly_revenue_cents: 0,
    });
  });

  it("never adds up two currencies: the company's is shown where a customer pays in several", async () => {
    const euros = {
      price: {
        plan: "Euro",
        currency: "EUR",
        amountMinor: 9900,
        every: { unit: "month", count: 1 } as const,
      },
    };
    await ledger.write("subscriptions", [subscription({ ...euros, sourceId: "S-2" }), subscription()]);
    await ledger.write("invoices", [
      invoice({ status: 2 }),
      invoice({ sourceId: "I-2", status: 2, currency: "EUR", amountMinor: 9900 }),
    ]);
    expect(await ledger.customer("C-1")).toMatchObject({
      currency: "USD",
      monthly_revenue_cents: 5000,
      lifetime_value_cents: 5000,
    });
    await ledger.write("subscriptions", [
      subscription({ ...euros, customer: { externalId: "C-2" }, sourceId: "S-3" }),
    ]);
    expect(await ledger.customer("C-2")).toMatchObject({
      currency: "EUR",
      monthly_revenue_cents: 9900,
      lifetime_value_cents: null,
    });
    // Bills in another currency than a file's revenue leave both as they are.
    await ledger.customers([{ externalId: "C-3", monthlyRevenueCents: 700 }]);
    await ledger.write("invoices", [
      invoice({ customer: { externalId: "C-3" }, sourceId: "I-3", status: 2, currency: "EUR" }),
    ]);
    expect(await ledger.customer("C-3")).toMatchObject({
      currency: null,
      monthly_revenue_cents: 700,
      lifetime_value_cents: null,
    });
  });

  it("is not overwritten by a file where the ledger knows better; the file's word is kept beneath", async () => {
    await ledger.write("subscriptions", [subscription()]);
    await ledger.write("invoices", [invoice({ status: 2 })]);
    await ledger.write("events", [event()]);
    const before = await ledger.customer("C-1");
    const said = {
      externalId: "C-1",
      plan: "File",
      monthlyRevenueCents: 1,
      lifetimeValueCents: 2,
      currency: "EUR",
      subscriptionStatus: 2 as const,
      paymentStatus: 1 as const,
      startedAt: "2026-02-01T00:00:00Z",
      endedAt: "2026-05-01T00:00:00Z",
      lastActivityAt: "2026-05-01T00:00:00Z",
    };
    await ledger.customers([said]);
    const { file_values: files, ...after } = await ledger.customer("C-1");
    expect({ ...after, file_values: before["file_values"] }).toEqual(before);
    expect(files).toMatchObject({
      plan: "File",
      monthly_revenue_cents: 1,
      currency: "EUR",
      subscription_status: 2,
    });
    expect(await ledger.customers([said])).toMatchObject({ unchanged: 1 });
    // Of when it came and was last there both are evidence.
    await ledger.customers([
      { externalId: "C-1", startedAt: "2025-02-01T00:00:00Z", lastActivityAt: "2026-05-31T00:00:00Z" },
    ]);
    expect(await ledger.customer("C-1")).toMatchObject({
      started_at: "2025-02-01T00:00:00+00:00",
      last_activity_at: "2026-05-31T00:00:00+00:00",
    });
    // Once the ledger knows nothing of it any more, the file's word counts again.
    await database.queryAsAdmin("delete from subscriptions where company_id = $1", [ledger.companyId]);
    await database.queryAsAdmin("delete from invoices where company_id = $1", [ledger.companyId]);
    await database.queryAsAdmin(
      "insert into ledger_stale_customers select company_id, id from customers where company_id = $1",
      [ledger.companyId],
    );
    expect(await ledger.run((client) => refreshStaleCustomers(client, ledger.companyId, { now: NOW }))).toBe(
      false,
    );
    expect(await ledger.customer("C-1")).toMatchObject({
      plan: "File",
      monthly_revenue_cents: 1,
      lifetime_value_cents: 2,
      currency: "EUR",
      subscription_status: 2,
      payment_status: 1,
      ended_at: "2026-05-01T00:00:00+00:00",
      file_values: {
        last_activity_at: "2026-05-31T00:00:00+00:00",
        ledger: { last_activity_at: "2026-05-20T10:00:00.000Z" },
      },
    });
  });

  it("is only marked where it is to follow later, and follows once", async () => {
    await ledger.write("events", [event()], { summary: "later" });
    await ledger.write("subscriptions", [subscription()], { summary: "later" });
    expect(await ledger.customer("C-1")).toMatchObject({
      monthly_revenue_cents: null,
      last_activity_at: null,
    });
    expect(
      await ledger.run((client) => refreshStaleCustomers(client, ledger.companyId, { now: NOW, limit: 1 })),
    ).toBe(true);
    expect(
      await ledger.run((client) => refreshStaleCustomers(client, ledger.companyId, { now: NOW, limit: 1 })),
    ).toBe(false);
    expect(await ledger.customer("C-1")).toMatchObject({
      monthly_revenue_cents: 5000,
      last_activity_at: "2026-05-20T10:00:00+00:00",
    });
  });

  it("has the revenue that metrics count, whatever was sold", async () => {
    const every = fc.constantFrom(
      null,
      { unit: "week", count: 1 } as const,
      { unit: "month", count: 1 } as const,
      { unit: "month", count: 3 } as const,
      { unit: "month", count: 7 } as const,
      { unit: "year", count: 1 } as const,
    );
    const dates = fc
      .integer({ min: 0, max: 700 })
      .map((days) => new Date(day("2025-01-01").getTime() + days * 86_400_000).toISOString());
    const anySubscription = fc
      .record({
        price: fc.record({
          currency: fc.constantFrom("USD", "USD", "EUR"),
          amountMinor: fc.nat(100_000),
          every,
          discountMinor: fc.constantFrom(0, null),
        }),
        times: fc.tuple(dates, dates).map((pair) => pair.toSorted()),
        ends: fc.boolean(),
        trialEndsAt: fc.option(dates, { nil: null }),
        status: fc.constantFrom(null, 1, 2, 3) as fc.Arbitrary<NonNullable<
          SubscriptionInput["status"]
        > | null>,
      })
      .map(({ times, ends, ...more }) => ({
        ...more,
        startedAt: times[0]!,
        endedAt: ends ? times[1]! : null,
      }));
    let customers = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(anySubscription, { minLength: 1, maxLength: 4 }), async (sold) => {
        const externalId = `random-${(customers += 1)}`;
        await ledger.write(
          "subscriptions",
          sold.map((one, at) =>
            subscription({ ...one, sourceId: `${externalId}-${at}`, customer: { externalId } }),
          ),
          { unknownCustomers: "create" },
        );
        const [row] = await ledger.query<{ id: string; mrr: number; currency: string }>(
          `select id, monthly_revenue_cents::int as mrr, currency from customers where company_id = $1 and external_id = '${externalId}'`,
        );
        const [known] = await ledger.run((client) =>
          subscriptionLinesOf(client, ledger.companyId, { customerIds: [row!.id], limit: 1 }),
        );
        const { timelines } = mrrOfCustomer("c", known?.lines ?? []);
        const paying = timelines
          .map((one) => ({ currency: one.currency, mrr: mrrAt(one, NOW.getTime()) }))
          .filter(({ mrr }) => mrr > 0);
        const shown = paying.find(({ currency }) => currency === "USD") ?? paying[0];
        expect({ mrr: row?.mrr, ...(shown && { currency: row?.currency }) }).toEqual(shown ?? { mrr: 0 });
      }),
      { numRuns: 40 },
    );
  });
});
