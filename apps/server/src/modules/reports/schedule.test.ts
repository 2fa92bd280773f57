import { describe, expect, it } from "vitest";
import { dueWeek, nextReportAt, type ReportTime } from "./schedule.ts";

const MONDAY_8: ReportTime = { weekday: 1, hour: 8 };
const LONG_AGO = new Date("2025-01-01T00:00:00Z");
const due = (time: ReportTime, now: string, zone: string, since = LONG_AGO) =>
  dueWeek(time, since, new Date(now), zone);
const next = (time: ReportTime, now: string, zone: string, had: readonly string[] = []) =>
  nextReportAt(time, new Date(now), zone, (week) => had.includes(week)).toISOString();

describe("the week that is due", () => {
  it("begins at the hour on the person's own clock, in winter and in summer", () => {
    // Eight in Berlin is seven in UTC, and six from March 29 on; in New York thirteen, and twelve from March 8 on.
    for (const [zone, before, at, week] of [
      ["Europe/Berlin", "2026-03-23T06:59:59Z", "2026-03-23T07:00:00Z", "2026-03-23"],
      ["Europe/Berlin", "2026-03-30T05:59:59Z", "2026-03-30T06:00:00Z", "2026-03-30"],
      ["America/New_York", "2026-03-02T12:59:59Z", "2026-03-02T13:00:00Z", "2026-03-02"],
      ["America/New_York", "2026-03-09T11:59:59Z", "2026-03-09T12:00:00Z", "2026-03-09"],
      ["Asia/Kathmandu", "2026-03-09T02:14:59Z", "2026-03-09T02:15:00Z", "2026-03-09"],
    ] as const) {
      expect([zone, due(MONDAY_8, before, zone)]).not.toEqual([zone, week]);
      expect([zone, due(MONDAY_8, at, zone)]).toEqual([zone, week]);
    }
  });

  it("comes with the leap where its hour is leapt over, and is one where its hour comes twice", () => {
    const sunday2 = { weekday: 7, hour: 2 };
    // From two to three there is no such hour in Berlin on March 29.
    expect(due(sunday2, "2026-03-29T00:59:00Z", "Europe/Berlin")).toBe("2026-03-16");
    expect(due(sunday2, "2026-03-29T01:00:00Z", "Europe/Berlin")).toBe("2026-03-23");
    for (const at of ["2026-10-25T00:00:00Z", "2026-10-25T01:00:00Z", "2026-10-25T01:45:00Z"])
      expect(due(sunday2, at, "Europe/Berlin")).toBe("2026-10-19");
    const sunday1 = { weekday: 7, hour: 1 };
    for (const at of ["2026-11-01T05:00:00Z", "2026-11-01T06:30:00Z"])
      expect(due(sunday1, at, "America/New_York")).toBe("2026-10-26");
  });

  it("is the latest alone after weeks in which nobody was there to send", () => {
    expect(due(MONDAY_8, "2026-06-03T10:00:00Z", "UTC")).toBe("2026-06-01");
    expect(due({ weekday: 5, hour: 8 }, "2026-06-03T10:00:00Z", "UTC")).toBe("2026-05-25");
  });

  it("is none where its moment was over when it was asked for", () => {
    const since = new Date("2026-06-01T09:00:00Z");
    expect(due(MONDAY_8, "2026-06-03T10:00:00Z", "UTC", since)).toBeNull();
    expect(due(MONDAY_8, "2026-06-08T08:00:00Z", "UTC", since)).toBe("2026-06-08");
    expect(due({ weekday: 1, hour: 10 }, "2026-06-01T10:00:00Z", "UTC", since)).toBe("2026-06-01");
  });
});

describe("the next report", () => {
  it("is said as the moment it is written, on either side of a changed clock", () => {
    expect(next(MONDAY_8, "2026-03-24T00:00:00Z", "Europe/Berlin")).toBe("2026-03-30T06:00:00.000Z");
    expect(next(MONDAY_8, "2026-10-20T00:00:00Z", "Europe/Berlin")).toBe("2026-10-26T07:00:00.000Z");
    expect(next({ weekday: 7, hour: 2 }, "2026-03-24T00:00:00Z", "America/New_York")).toBe(
      "2026-03-29T06:00:00.000Z",
    );
    expect(next({ weekday: 7, hour: 2 }, "2026-03-05T00:00:00Z", "America/New_York")).toBe(
      "2026-03-08T07:00:00.000Z",
    );
    expect(next({ weekday: 1, hour: 0 }, "2026-06-03T00:00:00Z", "Pacific/Kiritimati")).toBe(
      "2026-06-07T10:00:00.000Z",
    );
  });

  it("is a week later where the week has one already", () => {
    const friday = { weekday: 5, hour: 8 };
    expect(next(friday, "2026-06-03T10:00:00Z", "UTC")).toBe("2026-06-05T08:00:00.000Z");
    expect(next(friday, "2026-06-03T10:00:00Z", "UTC", ["2026-06-01"])).toBe("2026-06-12T08:00:00.000Z");
  });
});
