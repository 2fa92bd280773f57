import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { mrrBefore, mrrOfCustomer } from "../revenue/mrr-timeline.ts";
import { anyLedger, day, line, monthly } from "../testing/ledgers.ts";
import { monthPeriods } from "../time/month-periods.ts";
import { churnByReason } from "./churn-by-reason.ts";
import { retentionBetween, retentionByPeriod } from "./retention.ts";

const [january, february, march] = monthPeriods(day("2026-01-01"), day("2026-04-01"), "UTC");
const usd = { currency: "USD" };

const customers = [
  mrrOfCustomer("stays", [line(100, monthly, "2025-06-01")]),
  mrrOfCustomer("grows", [line(100, monthly, "2025-06-01"), line(40, monthly, "2026-02-05")]),
  mrrOfCustomer("shrinks", [line(60, monthly, "2025-06-01", "2026-02-05"), line(40, monthly, "2025-06-01")]),
  mrrOfCustomer("leaves", [line(100, monthly, "2025-06-01", "2026-02-20")]),
  mrrOfCustomer("comes", [line(500, monthly, "2026-02-10")]),
  mrrOfCustomer("comes and leaves", [line(70, monthly, "2026-02-10", "2026-02-24")]),
  mrrOfCustomer("comes back and leaves", [
    line(70, monthly, "2025-01-01", "2025-02-01"),
    line(70, monthly, "2026-02-10", "2026-02-24"),
  ]),
  mrrOfCustomer("goes to USD", [
    line(100, monthly, "2025-06-01", "2026-02-14"),
    line(110, monthly, "2026-02-14", null, usd),
  ]),
];

describe("logo churn, GRR and NRR", () => {
  it("look at those who paid at the start", () => {
    const [inFebruary] = retentionByPeriod(customers, [february!]);
    expect(inFebruary!.logos).toEqual({ activeAtStart: 5, left: 1, logoChurn: 0.2, cameAndLeft: 1 });
    // EUR: 5 x 100 at the start; kept 100 + 100 + 40, at the end 100 + 140 + 40.
    expect(inFebruary!.revenue).toEqual([
      {
        currency: "EUR",
        activeAtStart: 5,
        openingMinor: 500,
        keptMinor: 240,
        closingMinor: 280,
        grossRevenueRetention: 0.48,
        netRevenueRetention: 0.56,
      },
    ]);
  });

  it("are told of overlapping periods in one pass: months beside a longer time", () => {
    const quarter = { startMs: january!.startMs, endMs: march!.endMs };
    const told = retentionByPeriod(new Set(customers), [january!, february!, march!, quarter]);
    expect(told.map(({ logos }) => [logos.activeAtStart, logos.left, logos.cameAndLeft])).toEqual([
      [5, 0, 0],
      [5, 1, 1],
      [5, 0, 0],
      [5, 1, 1],
    ]);
    expect(told[2]!.revenue.map((revenue) => [revenue.currency, revenue.openingMinor])).toEqual([
      ["EUR", 780],
      ["USD", 110],
    ]);
    expect(told[3]!.revenue[0]!.netRevenueRetention).toBe(0.56);
  });

  it("are null where nobody paid at the start, never 0", () => {
    const [before] = retentionByPeriod(customers, [{ startMs: day("2024-01-01"), endMs: day("2024-02-01") }]);
    expect(before).toMatchObject({ logos: { activeAtStart: 0, left: 0, logoChurn: null }, revenue: [] });
    expect(retentionBetween({ currency: "EUR", openingMinor: [0], closingMinor: [9] })).toMatchObject({
      logoChurn: null,
      grossRevenueRetention: null,
      netRevenueRetention: null,
    });
  });

  it("are the same from balances, and GRR never lies above 100% or NRR", () => {
    const period = { startMs: day("2024-06-01"), endMs: day("2025-02-01") };
    fc.assert(
      fc.property(anyLedger, (ledger) => {
        const all = ledger.map((lines, at) => mrrOfCustomer(`c${at}`, lines));
        const [told] = retentionByPeriod(all, [period]);
        for (const revenue of told!.revenue) {
          const timelines = all.flatMap((one) =>
            one.timelines.filter(({ currency }) => currency === revenue.currency),
          );
          const { left, logoChurn, ...plain } = retentionBetween({
            currency: revenue.currency,
            openingMinor: timelines.map((timeline) => mrrBefore(timeline, period.startMs)),
            closingMinor: timelines.map((timeline) => mrrBefore(timeline, period.endMs)),
          });
          expect(plain).toEqual(revenue);
          expect(logoChurn).toBe(left / plain.activeAtStart);
          expect(revenue.grossRevenueRetention).toBeLessThanOrEqual(1);
          expect(revenue.grossRevenueRetention).toBeLessThanOrEqual(revenue.netRevenueRetention!);
        }
        expect(told!.logos.left).toBeLessThanOrEqual(told!.logos.activeAtStart);
      }),
    );
  });

  it("refuse periods and columns that make no sense", () => {
    expect(() => retentionByPeriod([], [{ startMs: 2, endMs: 1 }])).toThrow("period 0 goes from 2 to 1");
    expect(() => retentionBetween({ currency: "EUR", openingMinor: [1], closingMinor: [] })).toThrow(
      "1 opening balances for 0 closing ones",
    );
  });
});

describe("churn by reason", () => {
  it("adds up to all who left, and tells what ended unpaid apart", () => {
    const told = churnByReason({
      currency: "EUR",
      openingMinor: [100, 200, 300, 400, 50, 0, 0, 10],
      closingMinor: [0, 0, 0, 0, 50, 0, 70, 5],
      reasons: [
        "voluntary",
        "involuntary",
        "involuntary",
        null,
        "voluntary",
        "voluntary",
        null,
        "involuntary",
      ],
    });
    expect(told).toEqual({
      currency: "EUR",
      activeAtStart: 6,
      byReason: {
        voluntary: { customers: 1, lostMinor: 100, logoChurn: 1 / 6 },
        involuntary: { customers: 2, lostMinor: 500, logoChurn: 2 / 6 },
        unknown: { customers: 1, lostMinor: 400, logoChurn: 1 / 6 },
      },
    });
    const none = churnByReason({ currency: "EUR", openingMinor: [0], closingMinor: [0], reasons: [null] });
    expect(none.byReason.involuntary.logoChurn).toBeNull();
    expect(() =>
      churnByReason({ currency: "EUR", openingMinor: [1], closingMinor: [0], reasons: [] }),
    ).toThrow("1 opening balances for 1 closing ones and 0 reasons");
  });
});
