import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { anyLines, day, line, monthly, quarterly, weekly, yearly } from "../testing/ledgers.ts";
import { mrrAt, mrrBefore, mrrOfCustomer } from "./mrr-timeline.ts";
import type { ChurnDate, SubscriptionLine } from "./subscription-line.ts";
import { splitMrr } from "./split-mrr.ts";
import { totalMrrAt } from "./total-mrr.ts";

const NOW = day("2026-03-15");
const mrrOf = (lines: readonly SubscriptionLine[]) =>
  mrrOfCustomer("c", lines).timelines.map((timeline) => [timeline.currency, mrrAt(timeline, NOW)]);

describe("MRR of a customer", () => {
  it("is a month of each price: weekly x 52/12, quarterly / 3, annual / 12", () => {
    expect(mrrOf([line(1_200, yearly, "2026-01-01")])).toEqual([["EUR", 100]]);
    expect(mrrOf([line(300, quarterly, "2026-01-01")])).toEqual([["EUR", 100]]);
    expect(mrrOf([line(300, weekly, "2026-01-01")])).toEqual([["EUR", 1_300]]);
    expect(mrrOf([line(900, { unit: "week", count: 4 }, "2026-01-01")])).toEqual([["EUR", 975]]);
    expect(mrrOf([line(2_400, { unit: "year", count: 2 }, "2026-01-01")])).toEqual([["EUR", 100]]);
    expect(mrrOf([line(100, monthly, "2026-01-01")])).toEqual([["EUR", 100]]);
  });

  it("is after discounts, and without tax, one-offs and trials", () => {
    const price = line(12_000, yearly, "2026-01-01", null, { discountMinor: 1_200, includedTaxMinor: 1_800 });
    expect(mrrOf([price, line(99_900, null, "2026-01-01")])).toEqual([["EUR", 750]]);
    expect(mrrOf([line(500, monthly, "2026-03-01", null, { trialEndMs: day("2026-03-16") })])).toEqual([
      ["EUR", 0],
    ]);
    expect(mrrOf([line(500, monthly, "2026-03-01", null, { discountMinor: 500 })])).toEqual([]);
    expect(mrrOf([line(500, monthly, "2026-03-01", null, { trialEndMs: day("2026-03-15") })])).toEqual([
      ["EUR", 500],
    ]);
  });

  it("is rounded once, over all subscriptions of a currency, half up", () => {
    // 10 / 12 + 10 / 12 + 10 / 12 = 2.5: rounded one by one it would be 3 x 1.
    const ten = line(10, yearly, "2026-01-01");
    expect(mrrOf([ten, ten, ten])).toEqual([["EUR", 3]]);
    expect(mrrOf([line(5, yearly, "2026-01-01")])).toEqual([]);
    expect(mrrOf([line(6, yearly, "2026-01-01")])).toEqual([["EUR", 1]]);
    // 999,999,999,999,999 / 12 has no exact double, its twelfths have.
    expect(mrrOf([line(999_999_999_999_999, yearly, "2026-01-01")])).toEqual([["EUR", 83_333_333_333_333]]);
  });

  it("never adds up two currencies", () => {
    const lines = [
      line(100, monthly, "2026-01-01"),
      line(70, monthly, "2026-01-01", null, { currency: "USD" }),
    ];
    expect(mrrOf(lines)).toEqual([
      ["EUR", 100],
      ["USD", 70],
    ]);
    expect([...totalMrrAt([mrrOfCustomer("a", lines), mrrOfCustomer("b", lines.slice(1))], NOW)]).toEqual([
      ["EUR", { mrrMinor: 100, activeCustomers: 1 }],
      ["USD", { mrrMinor: 140, activeCustomers: 2 }],
    ]);
  });

  it("ends with the paid term, or when the customer asked, as the company has it", () => {
    const leaving = [
      line(100, monthly, "2026-01-01", "2026-04-01", { cancelRequestedMs: day("2026-03-10") }),
      line(50, monthly, "2026-01-01"),
    ];
    const ends = (churnDate: "end_of_paid_term" | "request") =>
      mrrOfCustomer("c", leaving, churnDate).timelines[0];
    expect(ends("end_of_paid_term")).toMatchObject({
      atMs: [day("2026-01-01"), day("2026-04-01")],
      mrrMinor: [150, 50],
    });
    expect(ends("request")).toMatchObject({ atMs: [day("2026-01-01"), day("2026-03-10")] });
    const beforeItPaid = line(100, monthly, "2026-02-01", null, {
      trialEndMs: day("2026-03-01"),
      cancelRequestedMs: day("2026-02-10"),
    });
    expect(mrrOfCustomer("c", [beforeItPaid], "request").timelines).toEqual([]);
  });

  it("is half-open: a start counts at its instant, an end no more", () => {
    const { timelines } = mrrOfCustomer("c", [line(100, monthly, "2026-01-01", "2026-02-01")]);
    const [timeline] = timelines;
    expect(mrrBefore(timeline!, day("2026-01-01"))).toBe(0);
    expect(mrrAt(timeline!, day("2026-01-01"))).toBe(100);
    expect(mrrBefore(timeline!, day("2026-02-01"))).toBe(100);
    expect(mrrAt(timeline!, day("2026-02-01"))).toBe(0);
  });

  it("takes what happens at one instant for one step", () => {
    const changed = [line(100, monthly, "2026-01-01", "2026-02-01"), line(160, monthly, "2026-02-01")];
    expect(mrrOfCustomer("c", changed).timelines[0]).toMatchObject({ mrrMinor: [100, 160] });
    const same = [line(100, monthly, "2026-01-01", "2026-02-01"), line(1_200, yearly, "2026-02-01")];
    expect(mrrOfCustomer("c", same).timelines[0]).toMatchObject({ mrrMinor: [100] });
  });

  it("says in words which line cannot be counted", () => {
    const refused = (more: object) => () =>
      mrrOfCustomer("c", [line(100, monthly, "2026-01-01", null, more)]);
    expect(refused({ amountMinor: -1 })).toThrow("the amount of subscription s1 is -1, which is below zero");
    expect(refused({ amountMinor: 9.5 })).toThrow("the amount of subscription s1 is 9.5, which is no whole");
    expect(refused({ discountMinor: 200 })).toThrow(
      "the amount after discount and tax of subscription s1 is -100, which is below zero",
    );
    expect(refused({ currency: "eur" })).toThrow('"eur" is no currency code');
    expect(refused({ every: { unit: "month", count: 0 } })).toThrow("every 0 months");
    expect(refused({ endMs: day("2025-12-31") })).toThrow("the end of subscription s1 is before its start");
    expect(refused({ startMs: Number.NaN })).toThrow("the start of subscription s1 is NaN, which is no time");
    expect(refused({ amountMinor: Number.MAX_SAFE_INTEGER, every: weekly })).toThrow(
      "no whole, exact number",
    );
  });

  it("is split among its lines to the minor unit", () => {
    const ten = line(10, yearly, "2026-01-01");
    expect(splitMrr([ten, ten, ten], NOW).map((part) => part.mrrMinor)).toEqual([1, 1, 1]);
    const seven = [line(7, yearly, "2026-01-01"), line(11, yearly, "2026-01-01")];
    expect(splitMrr(seven, NOW).map((part) => part.mrrMinor)).toEqual([1, 1]);
    const uneven = [
      line(4, yearly, "2026-01-01"),
      line(5, yearly, "2026-01-01"),
      line(21, yearly, "2026-01-01"),
    ];
    // 0.33 + 0.42 + 1.75 = 2.5, so 3: the missing two go to 0.75 and 0.42.
    expect(splitMrr(uneven, NOW).map((part) => part.mrrMinor)).toEqual([0, 1, 2]);
    fc.assert(
      fc.property(
        anyLines,
        fc.integer({ min: day("2024-01-01"), max: day("2026-02-01") }),
        fc.constantFrom<ChurnDate>("end_of_paid_term", "request"),
        (lines, atMs, churnDate) => {
          const parts = splitMrr(lines, atMs, churnDate);
          for (const timeline of mrrOfCustomer("c", lines, churnDate).timelines) {
            const own = parts.filter((part) => part.line.currency === timeline.currency);
            expect(own.reduce((sum, part) => sum + part.mrrMinor, 0)).toBe(mrrAt(timeline, atMs));
          }
        },
      ),
    );
  });
});
