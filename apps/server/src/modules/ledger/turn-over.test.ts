import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { createTestApp, type TestApp } from "#testing/index.ts";
import {
  event,
  invoice,
  openLedgerCompany,
  subscription,
  type LedgerCompany,
} from "#testing/ledger-company.ts";
import { withTenant } from "#platform/db/transaction.ts";
import { isAnotherDay, turnOverJob } from "./turn-over.ts";

let app: TestApp;
let ledger: LedgerCompany;
beforeAll(async () => {
  app = await createTestApp();
});
beforeEach(async () => {
  app.clock.set(new Date("2026-06-01T00:00:00Z"));
  ledger = await openLedgerCompany(app);
  await ledger.customers([{ externalId: "C-1" }]);
});
afterAll(() => app.close());

const nightOf = async (date: string) => {
  app.clock.set(new Date(`${date}T01:10:00Z`));
  await app.runForCompanies(turnOverJob);
  return ledger.customer("C-1");
};

describe("what time alone changes", () => {
  it("is seen the night after: a beginning, a trial, a price and an end", async () => {
    const monthly = { unit: "month", count: 1 } as const;
    const price = { plan: "Pro", currency: "USD", amountMinor: 5000, every: monthly };
    await ledger.write("subscriptions", [
      subscription({
        startedAt: "2026-06-03T00:00:00Z",
        trialEndsAt: "2026-06-05T00:00:00Z",
        endedAt: "2026-07-01T00:00:00Z",
        priceFrom: "2026-06-03T00:00:00Z",
        price,
      }),
      subscription({
        startedAt: "2026-06-03T00:00:00Z",
        priceFrom: "2026-06-10T00:00:00Z",
        price: { ...price, plan: "Max", amountMinor: 9000 },
      }),
    ]);
    const revenue = [];
    for (const date of ["2026-06-02", "2026-06-04", "2026-06-05", "2026-06-10", "2026-07-01"]) {
      const row = await nightOf(date);
      revenue.push([row["monthly_revenue_cents"], row["subscription_status"]]);
    }
    expect(revenue).toEqual([
      [0, 1],
      [0, 1],
      [5000, 1],
      [9000, 1],
      [0, 2],
    ]);
  });

  it.each([
    ["Etc/GMT+12", "2026-06-16T12:10:00Z"],
    ["America/New_York", "2026-06-16T04:10:00Z"],
    ["Pacific/Tongatapu", "2026-06-15T11:10:00Z"],
  ])("is seen within the hour after midnight in %s", async (timeZone, firstLook) => {
    await app.queryAsAdmin("update companies set time_zone = $2 where id = $1", [ledger.companyId, timeZone]);
    const [due] = await app.queryAsAdmin<{ at: Date }>(
      "select timestamp '2026-06-15 00:00' at time zone $1 as at",
      [timeZone],
    );
    await ledger.write("invoices", [invoice({ dueAt: due!.at.toISOString() })]);
    // Every hour the cron comes by: it is due in one of them a day.
    const first = new Date(firstLook).getTime();
    const turned: number[] = [];
    for (let hour = -30; hour <= 23; hour++) {
      app.clock.set(new Date(first + hour * 3_600_000));
      if (
        await withTenant(app.db, ledger.companyId, (tx) =>
          isAnotherDay(tx, ledger.companyId, app.clock.now()),
        )
      ) {
        await app.runForCompanies(turnOverJob);
        turned.push(hour);
      }
      expect((await ledger.customer("C-1"))["payment_status"], String(hour)).toBe(hour < 0 ? 3 : 2);
    }
    expect(turned).toEqual([-30, -24, 0]);
  });

  it("is a bill that falls due, too", async () => {
    await ledger.write("invoices", [invoice({ dueAt: "2026-06-15T00:00:00Z" })]);
    expect((await nightOf("2026-06-14"))["payment_status"]).toBe(3);
    expect((await nightOf("2026-06-16"))["payment_status"]).toBe(2);
  });

  it("is a bill that falls due: overdue from the company's midnight after the day, not on it", async () => {
    await app.queryAsAdmin("update companies set time_zone = 'America/New_York' where id = $1", [
      ledger.companyId,
    ]);
    // June 15 in a file of that company.
    await ledger.write("invoices", [invoice({ dueAt: "2026-06-15T04:00:00Z" })]);
    const statusAt = async (time: string) => {
      app.clock.set(new Date(time));
      await app.runForCompanies(turnOverJob);
      return (await ledger.customer("C-1"))["payment_status"];
    };
    expect(await statusAt("2026-06-15T12:00:00Z")).toBe(3);
    expect(await statusAt("2026-06-16T03:59:00Z")).toBe(3);
    expect(await statusAt("2026-06-16T04:10:00Z")).toBe(2);
  });

  it("takes along who was only marked, and touches nobody else", async () => {
    await ledger.write("subscriptions", [subscription()]);
    await nightOf("2026-06-02");
    const [before] = await ledger.query("select updated_at from customers where company_id = $1");
    await nightOf("2026-06-03");
    expect(await ledger.query("select updated_at from customers where company_id = $1")).toEqual([before]);
    await ledger.write("events", [event()], { summary: "later" });
    expect(await nightOf("2026-06-04")).toMatchObject({ last_activity_at: "2026-05-20T10:00:00+00:00" });
  });
});
