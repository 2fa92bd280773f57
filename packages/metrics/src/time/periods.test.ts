import { describe, expect, it } from "vitest";
import { monthAt, monthPeriods } from "./month-periods.ts";
import { periodIndexAt, requirePeriods } from "./periods.ts";

const at = (text: string) => Date.parse(text);
const starts = (from: string, to: string, timeZone: string) =>
  monthPeriods(at(from), at(to), timeZone).map(({ month, startMs }) => [
    month,
    new Date(startMs).toISOString(),
  ]);

describe("months of a company's time zone", () => {
  it("begin at local midnight, on both sides of a change of clocks", () => {
    expect(starts("2026-03-15T00:00:00Z", "2026-05-01T00:00:00Z", "Europe/Stockholm")).toEqual([
      ["2026-03", "2026-02-28T23:00:00.000Z"],
      ["2026-04", "2026-03-31T22:00:00.000Z"],
      ["2026-05", "2026-04-30T22:00:00.000Z"],
    ]);
    expect(starts("2025-12-31T20:00:00Z", "2025-12-31T23:00:00Z", "Asia/Kolkata")).toEqual([
      ["2026-01", "2025-12-31T18:30:00.000Z"],
    ]);
    expect(starts("2026-01-01T00:00:00Z", "2026-01-02T00:00:00Z", "America/New_York")).toEqual([
      ["2025-12", "2025-12-01T05:00:00.000Z"],
      ["2026-01", "2026-01-01T05:00:00.000Z"],
    ]);
  });

  it("begin at the skip where midnight is skipped, and at the first midnight where it comes twice", () => {
    // Paraguay put its clocks on at midnight of 1 October 2017; Cuba puts them back from 1:00 to 0:00 on 1 November 2026.
    expect(starts("2017-10-05T00:00:00Z", "2017-10-06T00:00:00Z", "America/Asuncion")).toEqual([
      ["2017-10", "2017-10-01T04:00:00.000Z"],
    ]);
    expect(starts("2026-11-05T00:00:00Z", "2026-11-06T00:00:00Z", "America/Havana")).toEqual([
      ["2026-11", "2026-11-01T04:00:00.000Z"],
    ]);
  });

  it("follow on one another without a gap for years, wherever it is", () => {
    for (const zone of ["UTC", "Pacific/Apia", "Africa/Cairo", "America/Sao_Paulo", "Australia/Lord_Howe"]) {
      const months = monthPeriods(at("2010-01-15T00:00:00Z"), at("2026-01-15T00:00:00Z"), zone);
      expect(months.length).toBe(193);
      for (const [index, { startMs, endMs, month }] of months.entries()) {
        expect(monthAt(startMs, zone)).toBe(month);
        expect(monthAt(startMs - 1, zone)).not.toBe(month);
        expect(endMs).toBe(months[index + 1]?.startMs ?? endMs);
      }
    }
  });

  it("hold an instant by half-open bounds", () => {
    const months = monthPeriods(at("2026-01-01T00:00:00Z"), at("2026-04-01T00:00:00Z"), "UTC");
    expect(months.map(({ month }) => month)).toEqual(["2026-01", "2026-02", "2026-03"]);
    expect(periodIndexAt(months, at("2026-02-01T00:00:00Z") - 1)).toBe(0);
    expect(periodIndexAt(months, at("2026-02-01T00:00:00Z"))).toBe(1);
    expect(periodIndexAt(months, at("2025-12-31T00:00:00Z"))).toBe(-1);
    expect(periodIndexAt(months, at("2026-04-01T00:00:00Z"))).toBe(3);
    expect(periodIndexAt([], 0)).toBe(-1);
  });

  it("are refused in words where they make no sense", () => {
    expect(() => monthPeriods(0, 1, "Mars/Olympus")).toThrow(RangeError);
    expect(() => monthPeriods(Number.NaN, 1, "UTC")).toThrow("months from NaN to 1");
    expect(() => requirePeriods([{ startMs: 5, endMs: 5 }])).toThrow("period 0 goes from 5 to 5");
    expect(monthPeriods(0, 0, "UTC")).toEqual([]);
  });
});
