import { describe, expect, it } from "vitest";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "../time-units.ts";
import {
  findingWords,
  formatBytes,
  formatChance,
  formatCounted,
  formatDate,
  formatDateTime,
  formatDuration,
  formatMoney,
  formatMonth,
  formatNumber,
  formatRelative,
  formatShare,
  formatWeekday,
  HIGH_RISK_WORDS,
  plural,
} from "./index.ts";

describe("money and numbers", () => {
  it("shows money without decimals unless asked, and currencies by their sign", () => {
    expect(formatMoney(48_119.6, "USD")).toBe("$48,120");
    expect(formatMoney(1200, "EUR")).toBe("€1,200");
    expect(formatMoney(4.519, "USD", 2)).toBe("$4.52");
    expect(formatMoney(1200, "USD", 2)).toBe("$1,200.00");
    // To the smallest unit there is.
    expect(formatMoney(1.234, "KWD", 2).replaceAll(/\s/g, " ")).toBe("KWD 1.234");
    expect(formatMoney(1200, "JPY", 2)).toBe("¥1,200");
  });

  it("gives a number no more decimals than asked for", () => {
    expect([formatNumber(2418.255, 2), formatNumber(3, 2), formatNumber(2.55, 0)]).toEqual([
      "2,418.26",
      "3",
      "3",
    ]);
  });

  it("gives a percentage one decimal only below 10", () => {
    expect([0.023, 0.1, 0.4249, 0].map(formatShare)).toEqual(["2.3%", "10%", "42%", "0%"]);
  });

  it("agrees the noun with the count", () => {
    expect([formatCounted(1, "customer"), formatCounted(2418, "customer")]).toEqual([
      "1 customer",
      "2,418 customers",
    ]);
    expect([0, 1, 2].map((count) => plural(count, "needs", "need"))).toEqual(["need", "needs", "need"]);
  });

  it("says a chance in the smallest counts that are true enough", () => {
    expect([0.61, 0.5, 0.33, 0.92, 0.05, 0.002, 0.03].map(formatChance)).toEqual([
      "about 3 in 5",
      "about 1 in 2",
      "about 1 in 3",
      "about 92 in 100",
      "about 1 in 20",
      "fewer than 1 in 100",
      "about 3 in 100",
    ]);
  });

  it("writes file sizes in decimal units", () => {
    expect([999, 1400, 955_000_000].map(formatBytes)).toEqual(["999 bytes", "1.4 KB", "955 MB"]);
  });
});

describe("time", () => {
  const now = new Date("2026-11-21T12:00:00Z");
  it.each([
    [59_000, "Just now"],
    [MINUTE_MS, "1m ago"],
    [59 * MINUTE_MS, "59m ago"],
    [HOUR_MS, "1h ago"],
    [23.9 * HOUR_MS, "23h ago"],
    [DAY_MS, "1d ago"],
    [6.9 * DAY_MS, "6d ago"],
    [7 * DAY_MS, "Nov 14"],
    [340 * DAY_MS, "Dec 16, 2025"],
  ])("says %d ms before now as %s", (elapsedMs, expected) => {
    expect(formatRelative(now.getTime() - elapsedMs, now, "UTC")).toBe(expected);
  });

  it("never says 'Just now' of a date to come", () => {
    expect(formatRelative("2026-12-24T12:00:00Z", now, "UTC")).toBe("Dec 24");
  });

  it("goes by the calendar of the zone it is given", () => {
    const newYearsEve = "2026-12-31T23:30:00Z";
    expect(formatDate(newYearsEve, "UTC", "medium")).toBe("Dec 31, 2026");
    expect(formatDate(newYearsEve, "Asia/Tokyo", "long")).toBe("January 1, 2027");
    expect(formatDateTime(newYearsEve, "Asia/Tokyo")).toBe("January 1, 2027 at 8:30 AM");
    expect(formatMonth(newYearsEve, "UTC")).toBe("Dec 2026");
    expect(formatWeekday(newYearsEve, now, "UTC")).toBe("Thursday, December 31");
    expect(formatWeekday(newYearsEve, now, "Asia/Tokyo")).toBe("Friday, January 1, 2027");
  });

  it("writes durations in words", () => {
    expect([400, 48_000, 200_000].map(formatDuration)).toEqual([
      "under a second",
      "48 seconds",
      "3 min 20 s",
    ]);
  });
});

describe("risk", () => {
  it("names the levels that need attention as their labels are", () => {
    expect(HIGH_RISK_WORDS).toBe("High or Critical");
  });

  it.each([
    [0, 0, "No customer could be scored"],
    [412, 0, "412 customers analyzed, none needs attention"],
    [1, 1, "1 customer analyzed, 1 needs attention"],
    [2418, 1200, "2,418 customers analyzed, 1,200 need attention"],
  ])("says what %d customers with %d at risk come to", (customersAnalyzed, needAttention, expected) => {
    expect(findingWords({ customersAnalyzed, needAttention })).toBe(expected);
  });
});
