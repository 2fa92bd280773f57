import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { monthPeriods } from "../time/month-periods.ts";
import { anyLedger, day, line, monthly, yearly } from "../testing/ledgers.ts";
import { movementsBetween } from "./movements-between.ts";
import { movementKind } from "./mrr-flow.ts";
import { joinFlows, movementsByPeriod, movementsOf } from "./mrr-movements.ts";
import { mrrBefore, mrrOfCustomer } from "./mrr-timeline.ts";
import { averageRevenuePerAccount, grossMrrChurn, netMrrChurn, quickRatio } from "./revenue-rates.ts";
import type { ChurnDate, SubscriptionLine } from "./subscription-line.ts";

const months = monthPeriods(day("2026-01-01"), day("2026-05-01"), "UTC");
const kinds = (lines: SubscriptionLine[]) =>
  mrrOfCustomer("c", lines).timelines.flatMap((timeline) =>
    [...movementsOf(timeline)].map(({ kind, amountMinor }) => [kind, amountMinor]),
  );

describe("MRR movements", () => {
  it("are new, expansion, contraction, churn and reactivation", () => {
    expect(movementKind(0, 5, false)).toBe("new");
    expect(movementKind(0, 5, true)).toBe("reactivation");
    expect(movementKind(5, 6, true)).toBe("expansion");
    expect(movementKind(6, 5, true)).toBe("contraction");
    expect(movementKind(5, 0, true)).toBe("churn");
    expect(movementKind(5, 5, true)).toBeNull();
  });

  it("call the end of one of two subscriptions a contraction, and the end of both churn", () => {
    const two = [
      line(100, monthly, "2026-01-01", "2026-03-01"),
      line(60, monthly, "2026-01-10", "2026-04-01", { subscriptionId: "s2" }),
    ];
    expect(kinds(two)).toEqual([
      ["new", 100],
      ["expansion", 60],
      ["contraction", 100],
      ["churn", 60],
    ]);
    const together = [
      line(100, monthly, "2026-01-01", "2026-03-01"),
      line(60, monthly, "2026-01-01", "2026-03-01"),
    ];
    expect(kinds(together)).toEqual([
      ["new", 160],
      ["churn", 160],
    ]);
  });

  it("call a trial that begins to pay new, and one that comes back later a reactivation", () => {
    expect(
      kinds([
        line(100, monthly, "2026-01-01", "2026-02-01", { trialEndMs: day("2026-01-15") }),
        line(1_200, yearly, "2026-03-01"),
      ]),
    ).toEqual([
      ["new", 100],
      ["churn", 100],
      ["reactivation", 100],
    ]);
  });

  it("stand in the period that holds them, what happens at its first instant included", () => {
    const customers = [
      mrrOfCustomer("a", [line(100, monthly, "2025-06-01", "2026-02-01")]),
      mrrOfCustomer("b", [line(50, monthly, "2026-02-01", "2026-02-20"), line(80, monthly, "2026-02-20")]),
      mrrOfCustomer("c", [line(30, monthly, "2026-01-05", "2026-01-25"), line(20, monthly, "2026-03-01")]),
      mrrOfCustomer("d", [line(7, monthly, "2026-02-03", null, { currency: "USD" })]),
    ];
    const flows = movementsByPeriod(customers, months);
    const counts = { new: 0, expansion: 0, contraction: 0, churn: 0, reactivation: 0 };
    const zero = {
      currency: "EUR",
      newMinor: 0,
      expansionMinor: 0,
      reactivationMinor: 0,
      contractionMinor: 0,
      churnMinor: 0,
    };
    expect(flows.get("EUR")).toEqual([
      {
        ...zero,
        period: months[0],
        startMinor: 100,
        newMinor: 30,
        churnMinor: 30,
        endMinor: 100,
        counts: { ...counts, new: 1, churn: 1 },
      },
      {
        ...zero,
        period: months[1],
        startMinor: 100,
        newMinor: 50,
        expansionMinor: 30,
        churnMinor: 100,
        endMinor: 80,
        counts: { ...counts, new: 1, expansion: 1, churn: 1 },
      },
      {
        ...zero,
        period: months[2],
        startMinor: 80,
        reactivationMinor: 20,
        endMinor: 100,
        counts: { ...counts, reactivation: 1 },
      },
      { ...zero, period: months[3], startMinor: 100, endMinor: 100, counts },
    ]);
    expect(flows.get("USD")?.map((flow) => [flow.startMinor, flow.endMinor])).toEqual([
      [0, 0],
      [0, 7],
      [7, 7],
      [7, 7],
    ]);
    expect(joinFlows(flows.get("EUR")!)).toMatchObject({
      startMinor: 100,
      newMinor: 80,
      reactivationMinor: 20,
      churnMinor: 130,
      endMinor: 100,
      period: { startMs: day("2026-01-01"), endMs: day("2026-05-01") },
    });
    expect(() => joinFlows([flows.get("EUR")![0]!, flows.get("USD")![1]!])).toThrow(
      "movements in USD do not join those in EUR",
    );
    expect(() => joinFlows([flows.get("EUR")![0]!, flows.get("EUR")![2]!])).toThrow("does not begin");
    expect(() => joinFlows([])).toThrow("no movements to join");
  });

  it("add up to the minor unit in every month, currency and time zone, for any ledger", () => {
    fc.assert(
      fc.property(
        anyLedger,
        fc.constantFrom<ChurnDate>("end_of_paid_term", "request"),
        fc.constantFrom("UTC", "America/New_York", "Asia/Kolkata", "Pacific/Auckland"),
        (ledger, churnDate, timeZone) => {
          const periods = monthPeriods(day("2024-03-10"), day("2025-11-10"), timeZone);
          const customers = ledger.map((lines, at) => mrrOfCustomer(`c${at}`, lines, churnDate));
          for (const [currency, flows] of movementsByPeriod(customers, periods)) {
            for (const [at, flow] of flows.entries()) {
              expect(flow.startMinor).toBe(plainMrr(ledger, currency, periods[at]!.startMs, churnDate));
              expect(flow.endMinor).toBe(plainMrr(ledger, currency, periods[at]!.endMs, churnDate));
              expect(
                flow.startMinor +
                  flow.newMinor +
                  flow.expansionMinor +
                  flow.reactivationMinor -
                  flow.contractionMinor -
                  flow.churnMinor,
              ).toBe(flow.endMinor);
            }
            expect(joinFlows(flows).endMinor).toBe(flows.at(-1)!.endMinor);
            for (const { startMs, endMs } of periods) {
              const timelines = customers.flatMap((customer) =>
                customer.timelines.filter((timeline) => timeline.currency === currency),
              );
              const netted = movementsBetween({
                currency,
                openingMinor: timelines.map((timeline) => mrrBefore(timeline, startMs)),
                closingMinor: timelines.map((timeline) => mrrBefore(timeline, endMs)),
                paidBefore: timelines.map((timeline) => (timeline.atMs[0]! < startMs ? 1 : 0)),
              });
              expect(netted.endMinor).toBe(plainMrr(ledger, currency, endMs, churnDate));
            }
          }
        },
      ),
    );
  });

  it("are netted between two balances, where only those are known", () => {
    expect(
      movementsBetween({
        currency: "EUR",
        openingMinor: [100, 100, 100, 0, 0, 0],
        closingMinor: [100, 130, 0, 40, 25, 0],
        paidBefore: [1, 1, 1, 0, 1, 1],
      }),
    ).toEqual({
      currency: "EUR",
      startMinor: 300,
      newMinor: 40,
      expansionMinor: 30,
      reactivationMinor: 25,
      contractionMinor: 0,
      churnMinor: 100,
      endMinor: 295,
      counts: { new: 1, expansion: 1, contraction: 0, churn: 1, reactivation: 1 },
    });
    expect(() =>
      movementsBetween({ currency: "EUR", openingMinor: [1], closingMinor: [], paidBefore: [] }),
    ).toThrow("1 opening balances for 0 closing ones and 0 pasts");
    const most = Number.MAX_SAFE_INTEGER;
    expect(() =>
      movementsBetween({
        currency: "EUR",
        openingMinor: [most, most],
        closingMinor: [most, most],
        paidBefore: [1, 1],
      }),
    ).toThrow("the MRR at the start in EUR");
    expect(() => movementsByPeriod([], [months[0]!, months[2]!])).toThrow("period 1 does not begin");
  });
});

describe("rates of a period's movements", () => {
  const flow = {
    currency: "EUR",
    startMinor: 10_000,
    newMinor: 1_200,
    expansionMinor: 500,
    reactivationMinor: 300,
    contractionMinor: 200,
    churnMinor: 800,
    endMinor: 11_000,
    counts: { new: 1, expansion: 1, contraction: 1, churn: 1, reactivation: 1 },
  };

  it("are gross and net MRR churn, quick ratio and ARPA", () => {
    expect(grossMrrChurn(flow)).toBe(0.1);
    expect(netMrrChurn(flow)).toBe(0.02);
    expect(netMrrChurn({ ...flow, expansionMinor: 1_500 })).toBe(-0.08);
    expect(quickRatio(flow)).toBe(1.7);
    expect(averageRevenuePerAccount(11_000, 8)).toBe(1_375);
  });

  it("are null where they are undefined, never 0", () => {
    expect(grossMrrChurn({ ...flow, startMinor: 0 })).toBeNull();
    expect(netMrrChurn({ ...flow, startMinor: 0 })).toBeNull();
    expect(quickRatio({ ...flow, contractionMinor: 0, churnMinor: 0 })).toBeNull();
    expect(averageRevenuePerAccount(0, 0)).toBeNull();
  });
});

/** MRR of a ledger right before an instant, by another way: exact fractions of big whole numbers, customer by customer. */
function plainMrr(
  ledger: SubscriptionLine[][],
  currency: string,
  beforeMs: number,
  churnDate: ChurnDate,
): number {
  const scale = 12n * 420n;
  let total = 0n;
  for (const lines of ledger) {
    let parts = 0n;
    for (const line of lines) {
      if (line.currency !== currency || line.every === null) continue;
      const paysFrom = Math.max(line.startMs, line.trialEndMs ?? -Infinity);
      const asked = churnDate === "request" ? line.cancelRequestedMs : null;
      const paysTo = Math.min(line.endMs ?? Infinity, asked ?? Infinity);
      if (!(paysFrom < beforeMs && beforeMs <= paysTo && paysFrom < paysTo)) continue;
      const net = BigInt(line.amountMinor - line.discountMinor! - line.includedTaxMinor!);
      const monthsTimes12 = { week: 52n, month: 12n, year: 1n }[line.every.unit];
      parts += (net * monthsTimes12 * (scale / 12n)) / BigInt(line.every.count);
    }
    total += (2n * parts + scale) / (2n * scale);
  }
  return Number(total);
}
