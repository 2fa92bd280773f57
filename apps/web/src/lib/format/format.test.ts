import { describe, expect, it } from "vitest";
import {
  formatBytes,
  formatChance,
  formatCounted,
  formatDuration,
  formatMoney,
  formatRelative,
  formatShare,
  formatTenure,
} from "./index.ts";

describe("money and numbers", () => {
  it("shows dollars without decimals and other currencies by their sign", () => {
    expect(formatMoney(48_119.6)).toBe("$48,120");
    expect(formatMoney(1200, "EUR")).toBe("€1,200");
  });

  it("gives a percentage one decimal only below 10", () => {
    expect([0.023, 0.1, 0.4249, 0].map(formatShare)).toEqual(["2.3%", "10%", "42%", "0%"]);
  });

  it("agrees the noun with the count", () => {
    expect([formatCounted(1, "customer"), formatCounted(2418, "customer")]).toEqual([
      "1 customer",
      "2,418 customers",
    ]);
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
  const ago = (ms: number) => new Date(now.getTime() - ms).toISOString();
  it.each([
    [59_000, "Just now"],
    [60_000, "1m ago"],
    [59 * 60_000, "59m ago"],
    [3_600_000, "1h ago"],
    [23.9 * 3_600_000, "23h ago"],
    [86_400_000, "1d ago"],
    [6.9 * 86_400_000, "6d ago"],
    [7 * 86_400_000, "Nov 14"],
    [340 * 86_400_000, "Dec 16, 2025"],
  ])("says %d ms before now as %s", (elapsedMs, expected) => {
    expect(formatRelative(ago(elapsedMs), now)).toBe(expected);
  });

  it("never says 'Just now' of a date to come", () => {
    expect(formatRelative("2026-12-24T12:00:00Z", now)).toBe("Dec 24");
  });

  it("writes tenure in days, months, years", () => {
    expect([12, 243, 852, 730.5].map(formatTenure)).toEqual(["12d", "8m", "2y 4m", "2y"]);
  });

  it("writes durations in words", () => {
    expect([400, 48_000, 200_000].map(formatDuration)).toEqual([
      "under a second",
      "48 seconds",
      "3 min 20 s",
    ]);
  });
});
