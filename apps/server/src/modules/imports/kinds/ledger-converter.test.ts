import type { ColumnMapping, ImportTarget, LedgerOptions } from "@forestay/contracts";
import type { CellValue } from "@forestay/tabular";
import { monthAt } from "@forestay/metrics";
import { describe, expect, it } from "vitest";
import { createLedgerConverter } from "./ledger-converter.ts";
import type { LedgerImportKind } from "./ledger-synonyms.ts";
import { endedByOf, intervalOf } from "./ledger-words.ts";

/** Converts a row that was uploaded on 20 November 2026, of a company that counts in dollars; columns are called as their targets. */
function convert(
  kind: LedgerImportKind,
  cells: Partial<Record<ImportTarget, CellValue>>,
  options: LedgerOptions = {},
  reads: Partial<ColumnMapping> = {},
) {
  const targets = Object.keys(cells) as ImportTarget[];
  const columns = targets.map((target) => ({ column: target, target, dateOrder: "YMD" as const, ...reads }));
  const converter = createLedgerConverter(kind, targets, {
    mapping: { columns, options },
    currency: "USD",
    timeZone: "UTC",
    referenceTime: "2026-11-20T12:00:00.000Z",
  });
  return converter(targets.map((target) => cells[target] ?? null));
}
/** The same of a company in New York. */
function recordThere(kind: LedgerImportKind, cells: Partial<Record<ImportTarget, CellValue>>) {
  const targets = Object.keys(cells) as ImportTarget[];
  const columns = targets.map((target) => ({ column: target, target, dateOrder: "YMD" as const }));
  const converted = createLedgerConverter(kind, targets, {
    mapping: { columns, options: { every: "month" } },
    currency: "USD",
    timeZone: "America/New_York",
    referenceTime: "2026-11-20T12:00:00.000Z",
  })(targets.map((target) => cells[target] ?? null));
  if (!converted.ok) throw new Error(JSON.stringify(converted.problems));
  return converted;
}
function record(...row: Parameters<typeof convert>): unknown {
  const converted = convert(...row);
  if (!converted.ok) throw new Error(JSON.stringify(converted.problems));
  return converted.record;
}
function facts(...row: Parameters<typeof convert>) {
  const converted = convert(...row);
  return converted.ok && converted.record !== null ? converted.facts : null;
}
const codes = (...row: Parameters<typeof convert>) => {
  const converted = convert(...row);
  return converted.ok ? [] : converted.problems.map(({ column, code }) => [column, code]);
};

describe("a day in a file", () => {
  it("begins at the company's midnight, so that what begins on the first of March is March's", () => {
    const sold = recordThere("subscriptions", {
      externalId: "C-1",
      price: "49",
      subscriptionStart: "2026-03-01",
      subscriptionEnd: "2026-04-01 00:00:00",
      trialEnd: "2026-03-08",
    });
    expect(sold.record).toMatchObject({
      startedAt: "2026-03-01T05:00:00.000Z",
      endedAt: "2026-04-01T04:00:00.000Z",
      trialEndsAt: "2026-03-08T05:00:00.000Z",
    });
    expect(monthAt(Date.parse("2026-03-01T05:00:00.000Z"), "America/New_York")).toBe("2026-03");
    expect(sold.record !== null && sold.facts.day).toBe("2026-03-01");
    expect(
      recordThere("invoices", {
        externalId: "C-1",
        amount: "49",
        issuedAt: "2026-03-01",
        dueAt: "2026-03-15",
        paidAt: "2026-03-02T10:00:00Z",
      }).record,
    ).toMatchObject({
      issuedAt: "2026-03-01T05:00:00.000Z",
      dueAt: "2026-03-15T04:00:00.000Z",
      paidAt: "2026-03-02T10:00:00Z",
    });
    const paid = { externalId: "C-1", amount: "49", attemptedAt: "2026-03-01" };
    expect(recordThere("payments", paid).record).toMatchObject({ attemptedAt: "2026-03-01T05:00:00.000Z" });
    const used = { externalId: "C-1", eventType: "login", occurredAt: "2026-03-01 09:30" };
    expect(recordThere("events", used).record).toMatchObject({ occurredAt: "2026-03-01T14:30:00.000Z" });
  });

  it("makes the same id of a row in every zone", () => {
    const bill = { externalId: "C-1", amount: "49", issuedAt: "2026-03-01" };
    expect(recordThere("invoices", bill).record).toMatchObject({
      sourceId: (record("invoices", bill) as { sourceId: string }).sourceId,
    });
  });
});

describe("a row of subscriptions", () => {
  const row = {
    externalId: "C-1",
    subscriptionId: "S-1",
    plan: "Team",
    price: "49.00",
    currency: "usd",
    quantity: "3",
    billingInterval: "month",
    subscriptionStart: "2025-01-31",
  };

  it("has its price per interval for all seats, as the mapping says what the price stands for", () => {
    expect(record("subscriptions", row)).toMatchObject({
      customer: { externalId: "C-1" },
      sourceId: "S-1",
      startedAt: "2025-01-31",
      price: {
        plan: "Team",
        currency: "USD",
        amountMinor: 4900,
        every: { unit: "month", count: 1 },
        quantity: 3,
      },
    });
    expect(record("subscriptions", row, { priceMeans: "seat" })).toMatchObject({
      price: { amountMinor: 14_700 },
    });
    const yearly = { ...row, billingInterval: "yearly" };
    expect(record("subscriptions", yearly, { priceMeans: "month" })).toMatchObject({
      price: { amountMinor: 4900, every: { unit: "month", count: 1 } },
    });
    const { billingInterval: _none, ...fixed } = row;
    for (const [every, expected] of [
      ["quarter", { unit: "month", count: 3 }],
      ["half_year", { unit: "month", count: 6 }],
      ["once", null],
    ] as const)
      expect(record("subscriptions", fixed, { every })).toMatchObject({ price: { every: expected } });
  });

  it("tells the monthly revenue that it makes at the time of the upload", () => {
    expect(facts("subscriptions", row)).toMatchObject({
      amountMinor: 4900,
      currency: "USD",
      day: "2025-01-31",
    });
    expect(facts("subscriptions", { ...row, billingInterval: "year", price: "588" })?.amountMinor).toBe(4900);
    expect(facts("subscriptions", { ...row, subscriptionEnd: "2026-01-31" })?.amountMinor).toBe(0);
    expect(facts("subscriptions", { ...row, trialEnd: "2027-01-31" })?.amountMinor).toBe(0);
    expect(facts("subscriptions", { ...row, discount: "9", includedTax: "4" })?.amountMinor).toBe(3600);
  });

  it("has ended when it was cancelled, where no other end is named and the status says that it has", () => {
    const asked = { ...row, cancelRequestedAt: "2026-02-01" };
    expect(record("subscriptions", { ...asked, subscriptionStatus: "canceled" })).toMatchObject({
      endedAt: "2026-02-01",
      cancelRequestedAt: "2026-02-01",
    });
    expect(record("subscriptions", { ...asked, subscriptionStatus: "active" })).toMatchObject({
      endedAt: null,
    });
  });

  it("is refused where it ends before it starts, and where its interval is none", () => {
    expect(codes("subscriptions", { ...row, subscriptionEnd: "2025-01-30" })).toEqual([
      ["subscriptionEnd", "end_before_start"],
    ]);
    expect(codes("subscriptions", { ...row, priceFrom: "2025-03-01", priceUntil: "2025-02-01" })).toEqual([
      ["priceUntil", "end_before_start"],
    ]);
    expect(codes("subscriptions", { ...row, billingInterval: "now and then" })).toEqual([
      ["billingInterval", "bad_interval"],
    ]);
    expect(codes("subscriptions", { ...row, billingInterval: "" })).toEqual([
      ["billingInterval", "missing_value"],
    ]);
    expect(codes("subscriptions", { ...row, discount: "50" })).toEqual([["discount", "out_of_range"]]);
    expect(codes("subscriptions", { ...row, quantity: "2.5" })).toEqual([["quantity", "out_of_range"]]);
  });

  it("keeps to one id where the file has none: its customer's of that start, whatever the price", () => {
    const { subscriptionId: _none, ...without } = row;
    const idOf = (cells: Parameters<typeof convert>[1]) =>
      (record("subscriptions", cells) as { sourceId: string }).sourceId;
    expect(idOf({ ...without, price: "99" })).toBe(idOf(without));
    expect(idOf({ ...without, subscriptionStart: "2025-02-01" })).not.toBe(idOf(without));
  });
});

describe("a billing interval", () => {
  it.each([
    ["month", { unit: "month", count: 1 }],
    ["every 3 months", { unit: "month", count: 3 }],
    ["Quarterly", { unit: "month", count: 3 }],
    ["jährlich", { unit: "year", count: 1 }],
    ["semestral", { unit: "month", count: 6 }],
    ["P1Y", { unit: "year", count: 1 }],
    ["30 days", { unit: "month", count: 1 }],
    ["90 days", { unit: "month", count: 3 }],
    ["365 days", { unit: "year", count: 1 }],
    ["2 weeks", { unit: "week", count: 2 }],
    ["one-time", null],
  ])("is read in words: %s", (text, every) => {
    expect(intervalOf(text)).toEqual({ every });
  });

  it("is none of a number of days that no bill has, nor of a word", () => {
    expect(intervalOf("45 days")).toBeNull();
    expect(intervalOf("sometimes")).toBeNull();
    expect(intervalOf("month", 999)).toBeNull();
  });
});

it("tells an end that was not paid from one that was wished", () => {
  expect(
    ["payment_failed", "not_paid", "Card declined", "Too expensive", "other", ""].map(endedByOf),
  ).toEqual(["involuntary", "involuntary", "involuntary", "voluntary", null, null]);
});

describe("a row of invoices", () => {
  const row = { email: "ann@acme.test", invoiceId: "R-1", amount: "1,200.50", issuedAt: "2026-10-01" };

  it("is paid where it says so, in whichever way", () => {
    expect(record("invoices", row)).toMatchObject({
      status: null,
      amountMinor: 120_050,
      currency: "USD",
      kind: "invoice",
    });
    const paid = { status: 2, paidMinor: 120_050 };
    expect(record("invoices", { ...row, invoiceStatus: "Paid" })).toMatchObject(paid);
    expect(record("invoices", { ...row, invoiceStatus: "true" })).toMatchObject(paid);
    expect(record("invoices", { ...row, paidAt: "2026-10-03" })).toMatchObject(paid);
    expect(record("invoices", { ...row, invoiceStatus: "past_due" })).toMatchObject({
      status: 1,
      paidMinor: null,
    });
    expect(record("invoices", { ...row, invoiceStatus: "Storniert" })).toMatchObject({ status: 3 });
    expect(record("invoices", { ...row, invoiceStatus: "refunded" })).toMatchObject({
      ...paid,
      refundedMinor: 120_050,
    });
  });

  it("of a shop is paid when it is placed, and its further lines add nothing", () => {
    expect(record("invoices", row, { areOrders: true })).toMatchObject({
      kind: "order",
      status: 2,
      paidMinor: 120_050,
      paidAt: "2026-10-01",
    });
    expect(record("invoices", { ...row, amount: "", issuedAt: "" }, { areOrders: true })).toBeNull();
  });

  it("keeps its own currency: of its column, of its mark, of the file", () => {
    expect(record("invoices", { ...row, currency: "jpy", amount: "1200" })).toMatchObject({
      currency: "JPY",
      amountMinor: 1200,
    });
    expect(record("invoices", { ...row, amount: "€1200" })).toMatchObject({
      currency: "EUR",
      amountMinor: 120_000,
    });
    expect(record("invoices", row, { currency: "GBP" })).toMatchObject({ currency: "GBP" });
    expect(codes("invoices", { ...row, currency: "USD", amount: "€1200" })).toEqual([
      ["amount", "two_currencies"],
    ]);
    expect(codes("invoices", { ...row, currency: "XYZ" })).toEqual([["currency", "bad_currency"]]);
  });

  it("is read in cents where the mapping says so", () => {
    expect(record("invoices", { ...row, amount: "4900" }, {}, { unit: "minor" })).toMatchObject({
      amountMinor: 4900,
    });
  });

  it("is refused without a customer, with a negative amount, dates that are none, or more back than in", () => {
    expect(codes("invoices", { ...row, email: "" })).toEqual([[null, "missing_key"]]);
    expect(codes("invoices", { ...row, amount: "-20.00" })).toEqual([["amount", "negative_amount"]]);
    expect(codes("invoices", { ...row, amount: "" })).toEqual([["amount", "missing_value"]]);
    expect(codes("invoices", { ...row, issuedAt: "1970-01-01" })).toEqual([["issuedAt", "zero_date"]]);
    expect(codes("invoices", { ...row, issuedAt: "0" })).toEqual([["issuedAt", "zero_date"]]);
    expect(codes("invoices", { ...row, issuedAt: "2026-11-22" })).toEqual([["issuedAt", "future_date"]]);
    expect(codes("invoices", { ...row, dueAt: "2027-11-22" })).toEqual([]);
    expect(codes("invoices", { ...row, paidAmount: "10", refundedAmount: "11" })).toEqual([
      ["refundedAmount", "refund_above_paid"],
    ]);
    // All that is wrong with a row is told at once.
    expect(codes("invoices", { ...row, email: "", amount: "much", issuedAt: "" })).toEqual([
      [null, "missing_key"],
      ["amount", "bad_money"],
      ["issuedAt", "missing_value"],
    ]);
  });

  it("without a number is known by its customer, date and amount", () => {
    const { invoiceId: _none, ...without } = row;
    const idOf = (cells: Parameters<typeof convert>[1]) =>
      (record("invoices", cells) as { sourceId: string }).sourceId;
    expect(idOf(without)).toBe(idOf({ ...without }));
    expect(idOf({ ...without, amount: "3" })).not.toBe(idOf(without));
  });
});

describe("a row of payments", () => {
  const row = { externalId: "C-1", paymentId: "P-1", amount: "49", attemptedAt: "2026-10-01T03:00:00Z" };

  it("succeeded or failed, by its result or by its decline code", () => {
    expect(record("payments", { ...row, paymentResult: "Paid", declineCode: "" })).toMatchObject({
      succeeded: true,
      declineCode: null,
    });
    expect(
      record("payments", { ...row, paymentResult: "Failed", declineCode: "do_not_honor" }),
    ).toMatchObject({
      succeeded: false,
      declineCode: "do_not_honor",
    });
    expect(record("payments", { ...row, declineCode: "insufficient_funds" })).toMatchObject({
      succeeded: false,
    });
    expect(record("payments", { ...row, declineCode: "" })).toMatchObject({ succeeded: true });
  });

  it("is no row before it is settled, nor with a result that nobody knows", () => {
    expect(codes("payments", { ...row, paymentResult: "pending" })).toEqual([
      ["paymentResult", "not_settled"],
    ]);
    expect(codes("payments", { ...row, paymentResult: "zig" })).toEqual([
      ["paymentResult", "unknown_status"],
    ]);
    expect(codes("payments", { ...row, paymentResult: "" })).toEqual([["paymentResult", "missing_value"]]);
    expect(record("payments", { ...row, paymentResult: "zig" }, {}, { valueMap: { zig: 0 } })).toMatchObject({
      succeeded: false,
    });
  });
});

describe("a row of events", () => {
  const row = { externalId: "u-1", eventType: "login", occurredAt: "1790000000" };

  it("is what was done, when and how much", () => {
    expect(record("events", { ...row, eventValue: "12.5", eventId: "e-1" })).toEqual({
      customer: { externalId: "u-1", email: null },
      sourceId: "e-1",
      type: "login",
      occurredAt: "2026-09-21T14:13:20Z",
      value: 12.5,
    });
    const { eventType: _none, ...untyped } = row;
    expect(record("events", untyped, { eventType: "ticket" })).toMatchObject({
      type: "ticket",
      sourceId: null,
    });
  });

  it("is refused to come, or of the year in which computers begin to count", () => {
    expect(codes("events", { ...row, occurredAt: "2026-11-21T11:00:00Z" })).toEqual([]);
    expect(codes("events", { ...row, occurredAt: "2026-11-21T13:00:00Z" })).toEqual([
      ["occurredAt", "future_date"],
    ]);
    expect(codes("events", { ...row, occurredAt: "1970-01-01T00:00:00Z" })).toEqual([
      ["occurredAt", "zero_date"],
    ]);
    expect(codes("events", { ...row, eventType: "" })).toEqual([["eventType", "missing_value"]]);
  });
});
