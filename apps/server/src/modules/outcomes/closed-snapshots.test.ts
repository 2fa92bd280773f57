import { DAY_MS } from "@forestay/contracts";
import { describe, expect, it } from "vitest";
import { closedSnapshots } from "./closed-snapshots.ts";
import { snapshotTimeMs, type Snapshot } from "./snapshot.ts";

const monthly = (values: readonly number[]): Snapshot[] =>
  values.map((logins_30d, index) => ({
    takenOn: new Date(Date.UTC(2025, 0, 1) + index * 30 * DAY_MS).toISOString().slice(0, 10),
    features: { logins_30d, plan: "Growth" },
  }));

describe("the snapshots that a model learns from", () => {
  const snapshots = monthly(Array.from({ length: 24 }, () => 1));
  const endMs = snapshotTimeMs(snapshots[23] as Snapshot);
  const horizonMs = 90 * DAY_MS;

  it("are those whose horizon has passed, of the last year, whoever left when", () => {
    const stayed = closedSnapshots(snapshots, { leftAtMs: null, horizonMs, knownUntilMs: endMs });
    expect(stayed.map(({ index }) => index)).toEqual([20, 19, 18, 17, 16, 15, 14, 13, 12, 11, 10, 9, 8]);
    expect(stayed.every(({ left }) => !left)).toBe(true);
    const leftAtMs = snapshotTimeMs(snapshots[12] as Snapshot) + 5 * DAY_MS;
    const left = closedSnapshots(snapshots, { leftAtMs, horizonMs, knownUntilMs: endMs });
    expect(left.map(({ index, left }) => [index, left])).toEqual([
      [12, true],
      [11, true],
      [10, true],
      [9, false],
      [8, false],
    ]);
  });

  it("end in leaving where a later one shows a silence that lasted too long, though the customer came back", () => {
    // Silent from the end of the sixth month to within the ninth, back ever since.
    const silent = [5, 4, 6, 5, 4, 20, 50, 80, 3, 4, 5, 4, 6, 5, 4, 5].map((days, index) => ({
      takenOn: new Date(Date.UTC(2025, 0, 1) + index * 30 * DAY_MS).toISOString().slice(0, 10),
      features: { days_since_last_login: days },
    }));
    const closed = (horizonDays: number, inactiveDays: number) =>
      closedSnapshots(silent, {
        leftAtMs: null,
        horizonMs: horizonDays * DAY_MS,
        knownUntilMs: snapshotTimeMs(silent[15] as Snapshot),
        silence: { inactiveDays, isKnown: true },
      })
        .toReversed()
        .map(({ index, left }) => `${index}${left ? " left" : ""}`);
    // Sixty days were full ten days after snapshot 6: within thirty days of it, within ninety of 4 and 5 as well.
    expect(closed(30, 60).slice(2, 9)).toEqual(["4", "5", "6 left", "8", "9", "10", "11"]);
    expect(closed(90, 60).slice(2, 8)).toEqual(["2", "3", "4 left", "5 left", "6 left", "8"]);
    expect(closed(30, 90)).not.toContain("6 left");
  });

  it("say nothing where silence counts and no activity was ever recorded", () => {
    const window = { leftAtMs: null, horizonMs, knownUntilMs: endMs };
    const silence = { inactiveDays: 60, isKnown: false };
    expect(closedSnapshots(snapshots, { ...window, silence })).toEqual([]);
    expect(closedSnapshots(snapshots, { ...window, silence: { ...silence, isKnown: true } })).toHaveLength(
      13,
    );
  });

  it("lie at least 25 days apart where snapshots are daily", () => {
    const daily = Array.from({ length: 400 }, (_, day) => ({
      takenOn: new Date(Date.UTC(2025, 0, 1) + day * DAY_MS).toISOString().slice(0, 10),
      features: {},
    }));
    const closed = closedSnapshots(daily, { leftAtMs: null, horizonMs, knownUntilMs: Date.UTC(2026, 1, 5) });
    const gaps = closed
      .slice(1)
      .map((snapshot, index) => ((closed[index]?.timeMs ?? 0) - snapshot.timeMs) / DAY_MS);
    expect(gaps.length).toBeGreaterThan(8);
    expect(Math.min(...gaps)).toBeGreaterThanOrEqual(25);
  });
});
