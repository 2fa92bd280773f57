import { describe, expect, it } from "vitest";
import { day } from "../testing/ledgers.ts";
import { monthPeriods } from "../time/month-periods.ts";
import { recoveryByPeriod, type FailedInvoice } from "./recovery-rate.ts";

const months = monthPeriods(day("2026-01-01"), day("2026-03-01"), "UTC");
const failed = (amountMinor: number, on: string, more: Partial<FailedInvoice> = {}): FailedInvoice => ({
  currency: "EUR",
  amountMinor,
  firstFailedMs: day(on),
  paid: null,
  firstMessageMs: null,
  cancelledMs: null,
  ...more,
});
const paid = (on: string, amountMinor: number) => ({ paid: { atMs: day(on), amountMinor } });

const invoices = [
  // Silent: paid before anybody wrote.
  failed(1_000, "2026-01-05", { ...paid("2026-01-07", 1_000), firstMessageMs: day("2026-01-08") }),
  failed(2_000, "2026-01-05", { ...paid("2026-01-09", 2_000), firstMessageMs: day("2026-01-08") }),
  failed(3_000, "2026-01-31"),
  // The sixtieth day after 31 January is 1 April, and no longer within.
  failed(4_000, "2026-01-31", paid("2026-04-01", 4_000)),
  failed(500, "2026-01-31", paid("2026-03-31", 500)),
  failed(500, "2026-01-10", { ...paid("2026-01-20", 200), firstMessageMs: day("2026-01-11") }),
  // Ended before it paid.
  failed(600, "2026-01-10", { ...paid("2026-01-20", 600), cancelledMs: day("2026-01-15") }),
  failed(900, "2026-02-10", { ...paid("2026-02-11", 900), currency: "USD", cancelledMs: day("2026-03-01") }),
  failed(7_777, "2025-12-31", paid("2026-01-01", 7_777)),
];

describe("recovery rate", () => {
  it("is what was paid within 60 days of the first failure, by the month of that", () => {
    const [january, february, ...more] = recoveryByPeriod(invoices, months, day("2026-04-10"));
    expect(january).toEqual({
      period: months[0],
      currency: "EUR",
      failedInvoices: 7,
      failedMinor: 11_600,
      recoveredInvoices: 3,
      recoveredMinor: 3_700,
      silentInvoices: 2,
      silentMinor: 1_500,
      byAmount: 3_700 / 11_600,
      byCount: 3 / 7,
      provisional: false,
    });
    expect(february).toMatchObject({ currency: "USD", byAmount: 1, byCount: 1, provisional: true });
    expect(more).toEqual([]);
  });

  it("reads nothing from after the day that data reaches", () => {
    const [january] = recoveryByPeriod(invoices, months, day("2026-01-09"));
    expect(january).toMatchObject({ failedInvoices: 2, recoveredMinor: 1_000, provisional: true });
  });

  it("refuses in words what makes no sense", () => {
    const of = (invoice: FailedInvoice) => () => recoveryByPeriod([invoice], months, day("2026-04-10"));
    expect(of(failed(-5, "2026-01-01"))).toThrow("the failed amount is -5, which is below zero");
    expect(of(failed(5, "2026-01-02", paid("2026-01-01", 5)))).toThrow("paid before its payment failed");
    expect(of(failed(5, "2026-01-01", { currency: "euro" }))).toThrow('"euro" is no currency code');
  });
});
