import { DAY_MS } from "@forestay/contracts";
import { describe, expect, it } from "vitest";
import { landmarks } from "./landmarks.ts";

describe("the days that customers are looked back at", () => {
  const knownUntilMs = Date.UTC(2026, 5, 1) + 3 * 3_600_000;
  const known = { knownUntilMs, firstLeftAtMs: 0, horizonDays: 90, customers: 1000 };
  const newest = Date.UTC(2026, 5, 1) - 90 * DAY_MS;

  it("are a month apart over a year, the newest the last whose outcome is known", () => {
    expect(landmarks(known)).toEqual(Array.from({ length: 13 }, (_, month) => newest - 30 * month * DAY_MS));
  });

  it("begin where leaving begins to be recorded, and are none where that is less than the horizon ago", () => {
    const since = (days: number) => landmarks({ ...known, firstLeftAtMs: knownUntilMs - days * DAY_MS });
    expect(since(200)).toHaveLength(4);
    expect(since(80)).toEqual([]);
  });

  it("lie further apart with more customers, and still reach back a year", () => {
    for (const customers of [20_000, 50_000, 1_000_000]) {
      const days = landmarks({ ...known, customers });
      expect(days.length).toBeLessThanOrEqual(Math.max(5, 200_000 / customers));
      expect(days.length).toBeGreaterThanOrEqual(4);
      expect(newest - days.at(-1)!).toBeGreaterThanOrEqual(270 * DAY_MS);
    }
  });
});
