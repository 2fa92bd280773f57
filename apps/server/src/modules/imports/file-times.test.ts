import { describe, expect, it } from "vitest";
import { fileTimes } from "./file-times.ts";

describe("what a file's dates and times stand for", () => {
  it("is the company's midnight of the day, and a time as its clocks show it", () => {
    const read = (zone: string) =>
      ["2026-03-01", "2026-07-01", "2026-03-01T09:30:00", "2026-03-01T00:00:00", "2026-03-01T09:30:00Z"].map(
        (written) => fileTimes(zone).instantOf(written),
      );
    expect(read("America/New_York")).toEqual([
      "2026-03-01T05:00:00.000Z",
      "2026-07-01T04:00:00.000Z",
      "2026-03-01T14:30:00.000Z",
      "2026-03-01T05:00:00.000Z",
      "2026-03-01T09:30:00Z",
    ]);
    expect(read("Australia/Sydney").slice(0, 2)).toEqual([
      "2026-02-28T13:00:00.000Z",
      "2026-06-30T14:00:00.000Z",
    ]);
    expect(read("UTC")).toEqual([
      "2026-03-01",
      "2026-07-01",
      "2026-03-01T09:30:00Z",
      "2026-03-01T00:00:00Z",
      "2026-03-01T09:30:00Z",
    ]);
  });

  it("is of UTC where the heading says so", () => {
    const { instantOf } = fileTimes("America/New_York");
    const time = "2026-03-01T01:30:00";
    expect(
      ["Created (UTC)", "created_utc", "UTC time", "Created", "Dutch"].map((c) => instantOf(time, c)),
    ).toEqual([
      "2026-03-01T01:30:00Z",
      "2026-03-01T01:30:00Z",
      "2026-03-01T01:30:00Z",
      "2026-03-01T06:30:00.000Z",
      "2026-03-01T06:30:00.000Z",
    ]);
  });

  it("is of UTC in the years of placeholders, which no zone may carry out of those that are stored", () => {
    for (const zone of ["America/New_York", "Australia/Sydney"]) {
      const { instantOf, sharedInstantOf } = fileTimes(zone);
      for (const time of ["9999-12-31T23:59:59", "0001-01-01T00:00:00", "0099-12-31T23:59:59"])
        expect([instantOf(time), sharedInstantOf(time)]).toEqual([`${time}Z`, `${time}Z`]);
      expect(["9999-12-31", "0001-01-01"].map((day) => instantOf(day))).toEqual(["9999-12-31", "0001-01-01"]);
      for (const day of ["9999-12-31", "0001-01-01"]) expect(sharedInstantOf(day).slice(0, 10)).toBe(day);
      expect(new Date(instantOf("0100-01-02T00:00:00")).getUTCFullYear()).toBe(100);
      expect(instantOf("9998-12-31T23:59:59")).toMatch(/^999[89]-/);
    }
  });

  it("is the first instant of a day where clocks skip or repeat its midnight", () => {
    // Lebanon's clocks went from 23:59 to 01:00; Cuba's showed midnight twice.
    expect(fileTimes("Asia/Beirut").instantOf("2024-03-31")).toBe("2024-03-30T22:00:00.000Z");
    expect(fileTimes("America/Havana").instantOf("2025-11-02")).toBe("2025-11-02T04:00:00.000Z");
    expect(fileTimes("America/New_York").instantOf("2026-03-08T02:30:00")).toBe("2026-03-08T07:30:00.000Z");
    expect(fileTimes("America/New_York").instantOf("2026-11-01T01:30:00")).toBe("2026-11-01T05:30:00.000Z");
  });

  it("is of a customer an instant that is of the day by the company's clocks and by UTC's, in every zone", () => {
    const wrong = Intl.supportedValuesOf("timeZone").flatMap((zone) => {
      const { sharedInstantOf } = fileTimes(zone);
      const day = new Intl.DateTimeFormat("en-CA", { timeZone: zone });
      return ["2026-01-01", "2026-03-29", "2026-07-31"].filter((written) => {
        const instant = sharedInstantOf(written);
        return day.format(new Date(instant)) !== written || instant.slice(0, 10) !== written;
      });
    });
    expect(wrong).toEqual([]);
  });
});
