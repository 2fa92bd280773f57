import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  dayCalendar,
  dayNumber,
  daysFrom,
  firstSpanFrom,
  isoDay,
  overdueBefore,
  spanStart,
} from "./day-calendar.ts";
import { monthPeriods } from "./month-periods.ts";

const at = (text: string) => Date.parse(text);

describe("days of a company's time zone", () => {
  it("begin at local midnight and hold what is before the next, on both sides of a change of clocks", () => {
    const days = dayCalendar("Europe/Stockholm");
    expect(new Date(days.startOf(dayNumber("2026-03-29"))).toISOString()).toBe("2026-03-28T23:00:00.000Z");
    expect(new Date(days.startOf(dayNumber("2026-03-30"))).toISOString()).toBe("2026-03-29T22:00:00.000Z");
    expect(isoDay(days.dayAt(at("2026-03-29T21:59:59.999Z")))).toBe("2026-03-29");
    expect(isoDay(days.dayAt(at("2026-03-29T22:00:00Z")))).toBe("2026-03-30");
  });

  it("follow on one another and agree with the months, wherever it is", () => {
    for (const zone of [
      "UTC",
      "Pacific/Apia",
      "Africa/Cairo",
      "America/Havana",
      "Pacific/Kiritimati",
      "Australia/Lord_Howe",
    ]) {
      const days = dayCalendar(zone);
      for (let day = dayNumber("2011-11-01"); day < dayNumber("2013-01-01"); day++) {
        expect(days.startOf(day + 1)).toBeGreaterThanOrEqual(days.startOf(day));
        if (days.startOf(day + 1) > days.startOf(day)) expect(days.dayAt(days.startOf(day))).toBe(day);
        expect(days.dayAt(days.startOf(day) - 1)).toBeLessThan(day);
      }
      for (const { startMs, month } of monthPeriods(
        at("2012-01-15T00:00:00Z"),
        at("2013-01-15T00:00:00Z"),
        zone,
      ))
        expect(isoDay(days.dayAt(startMs))).toBe(`${month}-01`);
    }
  });
});

describe("days counted from today", () => {
  const zones = [
    "UTC",
    "Europe/Berlin",
    "America/New_York",
    "Asia/Kolkata",
    "Pacific/Apia",
    "America/Havana",
    "Pacific/Kiritimati",
  ];
  const shownDay = (atMs: number, zone: string) =>
    new Intl.DateTimeFormat("en-CA", { timeZone: zone, dateStyle: "short" }).format(atMs);
  const earliest = at("2025-01-01T00:00:00Z");

  it("are those that its clocks show, whatever the hour and however long a day is", () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...zones),
        fc.integer({ min: 0, max: 2 * 365 * 24 * 60 }),
        fc.integer({ min: -800, max: 800 }),
        (zone, minutes, after) => {
          const now = earliest + minutes * 60_000;
          const days = daysFrom(now, zone);
          expect(days.isoOf(0)).toBe(shownDay(now, zone));
          expect(dayNumber(days.isoOf(after))).toBe(dayNumber(days.isoOf(0)) + after);
          expect(shownDay(days.startOf(after), zone)).toBe(days.isoOf(after));
          expect(shownDay(days.startOf(after) - 1, zone)).toBe(days.isoOf(after - 1));
        },
      ),
      { numRuns: 400, seed: 12 },
    );
  });
});

describe("a bill", () => {
  it("is overdue from the midnight after the day on which it is due, by the company's clocks", () => {
    const due = at("2026-03-29T12:00:00Z");
    const isOverdue = (now: string, zone: string) => due < overdueBefore(at(now), zone);
    expect(isOverdue("2026-03-29T21:59:59Z", "Europe/Berlin")).toBe(false);
    expect(isOverdue("2026-03-29T22:00:00Z", "Europe/Berlin")).toBe(true);
    expect(isOverdue("2026-03-30T06:59:59Z", "America/Los_Angeles")).toBe(false);
    expect(isOverdue("2026-03-30T07:00:00Z", "America/Los_Angeles")).toBe(true);
  });
});

describe("spans that look back from a day", () => {
  it("reach as many days or months back, to the last day of a shorter month", () => {
    const start = (span: Parameters<typeof spanStart>[0], day: string) =>
      isoDay(spanStart(span, dayNumber(day)));
    expect(start("30_days", "2026-03-31")).toBe("2026-03-01");
    expect(start("1_month", "2026-03-31")).toBe("2026-02-28");
    expect(start("1_month", "2026-01-01")).toBe("2025-12-01");
    expect(start("12_months", "2024-02-29")).toBe("2023-02-28");
  });

  it("are the first to begin at a day or later where they say so", () => {
    for (const span of ["30_days", "1_month", "12_months"] as const) {
      for (let day = dayNumber("2023-12-01"); day < dayNumber("2025-04-01"); day++) {
        const first = firstSpanFrom(span, day);
        expect(spanStart(span, first)).toBeGreaterThanOrEqual(day);
        expect(spanStart(span, first - 1)).toBeLessThan(day);
      }
    }
  });
});
