import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { withTenant } from "#platform/db/transaction.ts";
import { createTestDatabase, type TestDatabase } from "#testing/index.ts";
import {
  attempt,
  day,
  event,
  invoice,
  NOW,
  openLedgerCompany,
  subscription,
  type LedgerCompany,
} from "#testing/ledger-company.ts";
import { findLaterLedgerImport, forgetLedgerSource, undoLedgerImport } from "./index.ts";

let database: TestDatabase;
let ledger: LedgerCompany;
beforeAll(async () => {
  database = await createTestDatabase();
});
beforeEach(async () => {
  ledger = await openLedgerCompany(database);
  await ledger.customers([{ externalId: "C-1" }, { externalId: "C-2" }]);
});
afterAll(() => database.drop());

describe("undoing an import whose rows a later one brought again", () => {
  const dearer = {
    plan: "Max",
    currency: "USD",
    amountMinor: 9000,
    every: { unit: "month", count: 1 } as const,
  };
  const rowsOf = async (importId: string, on: string) => {
    const options = { importId, toldAt: day(on) };
    await ledger.write("subscriptions", [subscription({ price: dearer })], options);
    await ledger.write("invoices", [invoice({ status: 2 }), invoice({ sourceId: "I-2" })], options);
    await ledger.write("payment_attempts", [attempt()], options);
  };
  const standing = async () => ({
    bills: await ledger.query(
      "select source_id as id, status from invoices where company_id = $1 order by source_id",
    ),
    tries: (await ledger.query("select 1 from payment_attempts where company_id = $1")).length,
    prices: await ledger.query("select plan from subscription_prices where company_id = $1 order by from_at"),
  });
  const all = {
    bills: [
      { id: "I-1", status: 2 },
      { id: "I-2", status: 1 },
    ],
    tries: 1,
    prices: [{ plan: "Max" }],
  };
  const undoWhole = async (importId: string) => {
    while (await ledger.run((client) => undoLedgerImport(client, ledger.companyId, importId, NOW)));
    await database.queryAsAdmin("update import_jobs set undone_at = $2 where id = $1", [importId, NOW]);
  };
  const later = (importId: string) =>
    ledger.run((client) => findLaterLedgerImport(client, ledger.companyId, importId));

  it("leaves them, and the last that is undone brings back what was before all", async () => {
    await ledger.write("subscriptions", [subscription()], { toldAt: day("2026-05-01") });
    await ledger.write("invoices", [invoice()], { toldAt: day("2026-05-01") });
    const before = await standing();
    const [first, second, third] = [
      await ledger.startImport(),
      await ledger.startImport(),
      await ledger.startImport(),
    ];
    await rowsOf(first, "2026-05-02");
    const after = await standing();
    expect(after).not.toEqual(before);
    await rowsOf(second, "2026-05-03");
    await rowsOf(third, "2026-05-04");
    expect(await later(first)).toBeNull();
    await undoWhole(first);
    expect(await standing()).toEqual(after);
    expect(await ledger.customer("C-1")).toMatchObject({ plan: "Max", monthly_revenue_cents: 9000 });
    await undoWhole(third);
    expect(await standing()).toEqual(after);
    await undoWhole(second);
    expect(await standing()).toEqual(before);
    expect(await ledger.query("select 1 from ledger_undo where company_id = $1")).toEqual([]);
  });

  it("takes them along where the later one was undone before it", async () => {
    const [first, second] = [await ledger.startImport(), await ledger.startImport()];
    await rowsOf(first, "2026-05-02");
    await rowsOf(second, "2026-05-03");
    await undoWhole(second);
    expect(await standing()).toEqual(all);
    await undoWhole(first);
    expect(await standing()).toEqual({ bills: [], tries: 0, prices: [] });
  });

  it("leaves them to a later one that was told of earlier, where it says the same", async () => {
    const [first, second] = [await ledger.startImport(), await ledger.startImport()];
    await rowsOf(first, "2026-05-03");
    await rowsOf(second, "2026-05-02");
    const other = { sourceId: "I-3", amountMinor: 700 };
    await ledger.write("invoices", [invoice(other)], { importId: first, toldAt: day("2026-05-03") });
    await ledger.write("invoices", [invoice({ ...other, amountMinor: 800 })], {
      importId: second,
      toldAt: day("2026-05-02"),
    });
    await undoWhole(first);
    expect(await standing()).toEqual(all);
    await undoWhole(second);
    expect(await standing()).toEqual({ bills: [], tries: 0, prices: [] });
  });

  it("does not count what was said before the row changed", async () => {
    const [first, second, third] = [
      await ledger.startImport(),
      await ledger.startImport(),
      await ledger.startImport(),
    ];
    await ledger.write("invoices", [invoice()], { importId: first, toldAt: day("2026-05-02") });
    await ledger.write("invoices", [invoice()], { importId: second, toldAt: day("2026-05-03") });
    await ledger.write("invoices", [invoice({ status: 2 })], { importId: third, toldAt: day("2026-05-04") });
    await undoWhole(third);
    expect((await standing()).bills).toEqual([{ id: "I-1", status: 1 }]);
    await undoWhole(first);
    expect((await standing()).bills).toEqual([{ id: "I-1", status: 1 }]);
    await undoWhole(second);
    expect((await standing()).bills).toEqual([]);
  });

  it("names the later one where they are events, which are not told apart", async () => {
    const [first, second] = [await ledger.startImport(), await ledger.startImport()];
    await ledger.write("events", [event(), event({ value: 2 })], { importId: first });
    await ledger.write("events", [event({ value: 3 })], { importId: second });
    expect(await later(first)).toBeNull();
    await ledger.write("events", [event(), event({ value: 4 })], { importId: second });
    expect([await later(first), await later(second)]).toEqual([second, null]);
    await undoWhole(second);
    expect(await later(first)).toBeNull();
    expect(await ledger.query("select 1 from events where company_id = $1")).toHaveLength(2);
  });

  it("does not name one that only took the number of a batch that is gone", async () => {
    const [first, second] = [await ledger.startImport(), await ledger.startImport()];
    const another = async () => {
      const importId = await ledger.startImport();
      await ledger.write("events", [event({ customer: { externalId: "C-2" } })], { importId });
      return importId;
    };
    await ledger.write("events", [event()], { importId: first });
    await ledger.write("events", [event()], { importId: second });
    await undoWhole(second);
    const third = await another();
    expect(await later(first)).toBeNull();
    await undoWhole(third);
    await ledger.write("events", [event()], { source: "stripe" });
    await withTenant(database.db, ledger.companyId, (tx) =>
      forgetLedgerSource(tx, ledger.companyId, "stripe"),
    );
    await another();
    expect(await later(first)).toBeNull();
  });
});
