import { describe, expect, it } from "vitest";
import { quietUntil } from "./quiet-hours.ts";

const night = { from: "22:00", to: "07:00" };
const until = (at: string, quiet = night, zone = "Europe/Berlin") =>
  quietUntil(new Date(at), quiet, zone)?.toISOString() ?? null;

describe("quiet hours", () => {
  it("run over midnight on the person's own clock and end on the minute", () => {
    // Berlin is an hour ahead of UTC in January.
    expect(until("2026-01-10T20:59:59Z")).toBeNull();
    expect(until("2026-01-10T21:00:00Z")).toBe("2026-01-11T06:00:00.000Z");
    expect(until("2026-01-11T05:59:30Z")).toBe("2026-01-11T06:00:00.000Z");
    expect(until("2026-01-11T06:00:00Z")).toBeNull();
  });

  it("lie within a day too, in zones that are off by half an hour", () => {
    const lunch = { from: "12:00", to: "13:30" };
    expect(until("2026-06-01T06:45:00Z", lunch, "Asia/Kolkata")).toBe("2026-06-01T08:00:00.000Z");
    expect(until("2026-06-01T08:00:00Z", lunch, "Asia/Kolkata")).toBeNull();
  });

  it("end when the wall clock says so in the nights when it is changed", () => {
    expect(until("2026-03-28T22:30:00Z")).toBe("2026-03-29T05:00:00.000Z");
    expect(until("2026-10-24T21:30:00Z")).toBe("2026-10-25T06:00:00.000Z");
  });

  it("do not end before an hour that the clock leaps over", () => {
    // At two it is three in Berlin: there is no half past two.
    expect(until("2026-03-28T22:30:00Z", { from: "22:00", to: "02:30" })).toBe("2026-03-29T01:00:00.000Z");
    expect(until("2026-03-29T00:45:00Z", { from: "22:00", to: "02:30" })).toBe("2026-03-29T01:00:00.000Z");
    expect(until("2026-10-24T22:30:00Z", { from: "22:00", to: "02:30" })).toBe("2026-10-25T00:30:00.000Z");
  });

  it("are none where none were chosen", () => {
    expect(quietUntil(new Date(), null, "UTC")).toBeNull();
  });
});
