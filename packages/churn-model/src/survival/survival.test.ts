import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { kaplanMeier, numbersAtRisk, survivalAt } from "./kaplan-meier.ts";
import { logRank } from "./log-rank.ts";
import { expandPersonPeriods } from "./person-periods.ts";

// Weeks of remission under 6-MP and placebo (Freireich et al. 1963), the textbook data; reference figures are of
// R's survival package 3.5 (survfit with conf.type = "log-log", survdiff).
const treated = {
  durations: [6, 6, 6, 6, 7, 9, 10, 10, 11, 13, 16, 17, 19, 20, 22, 23, 25, 32, 32, 34, 35],
  events: [1, 1, 1, 0, 1, 0, 1, 0, 0, 1, 1, 0, 0, 0, 1, 1, 0, 0, 0, 0, 0],
};
const placebo = [1, 1, 2, 2, 3, 4, 4, 5, 5, 8, 8, 8, 8, 11, 11, 12, 12, 15, 17, 22, 23];
const both = {
  durations: [...treated.durations, ...placebo],
  events: [...treated.events, ...placebo.map(() => 1)],
};

const followUps = fc
  .array(fc.tuple(fc.integer({ min: 1, max: 30 }), fc.constantFrom(0, 1), fc.nat(29)), {
    minLength: 1,
    maxLength: 60,
  })
  .map((rows) => ({
    durations: rows.map((row) => row[0]),
    events: rows.map((row) => row[1]),
    entries: rows.map((row) => Math.min(row[2], row[0] - 1)),
  }));

/** The same rows, each standing for some customers, and those customers one by one. */
const weighted = fc
  .tuple(followUps, fc.infiniteStream(fc.integer({ min: 1, max: 4 })))
  .map(([rows, stream]) => {
    const weights = rows.durations.map(() => stream.next().value);
    const each = <T>(of: readonly T[]) => of.flatMap((value, row) => Array<T>(weights[row]!).fill(value));
    const { durations, events, entries } = rows;
    return {
      rows: { ...rows, weights },
      one: { durations: each(durations), events: each(events), entries: each(entries) },
      each,
    };
  });

describe("rows that stand for several customers", () => {
  it("give what those customers give one by one", () => {
    fc.assert(
      fc.property(weighted, ({ rows, one, each }) => {
        expect(kaplanMeier(rows)).toEqual(kaplanMeier(one));
        const times = [0, 5, 10, 20, 30];
        expect(numbersAtRisk(rows, times)).toEqual(numbersAtRisk(one, times));
        const names = rows.durations.map((_, row) => ["a", "b", "c"][row % 3]!);
        const [test, plain] = [logRank(rows, names), logRank(one, each(names))];
        expect(test?.groups).toEqual(plain?.groups);
        expect(test?.chiSquared ?? null).toEqual(plain === null ? null : expect.closeTo(plain.chiSquared, 9));
      }),
    );
  });

  it("are refused where they stand for none", () => {
    expect(() => kaplanMeier({ durations: [3], events: [1], weights: [0] })).toThrow("weight of row 0 is 0");
  });
});

describe("Kaplan-Meier", () => {
  it("has the reference curve, Greenwood error and log-log band", () => {
    const curve = kaplanMeier(treated);
    const reference = [
      [6, 21, 3, 0.857142857143, 0.0763603548321, 0.619717955266, 0.951551747647],
      [7, 17, 1, 0.806722689076, 0.0869352851801, 0.563146564622, 0.922809019203],
      [10, 15, 1, 0.752941176471, 0.0963496529943, 0.5031995108, 0.889361835169],
      [13, 12, 1, 0.690196078431, 0.106814707775, 0.431610222486, 0.849065963349],
      [16, 11, 1, 0.627450980392, 0.1140538652568, 0.367510855988, 0.804912189472],
      [22, 7, 1, 0.53781512605, 0.128233751693, 0.267778936767, 0.746790717635],
      [23, 6, 1, 0.448179271709, 0.1345914567558, 0.188052005959, 0.680142628495],
    ] as const;
    expect(curve.points).toHaveLength(reference.length);
    for (const [i, [time, atRisk, events, survival, standardError, low, high]] of reference.entries()) {
      expect(curve.points[i]).toEqual({
        time,
        atRisk,
        events,
        survival: expect.closeTo(survival, 11),
        standardError: expect.closeTo(standardError, 11),
        low: expect.closeTo(low, 10),
        high: expect.closeTo(high, 10),
      });
    }
    expect(curve).toMatchObject({
      rows: 21,
      events: 9,
      lastTime: 35,
      median: 23,
      medianLow: 13,
      medianHigh: null,
    });
    const untreated = kaplanMeier({ durations: placebo, events: placebo.map(() => 1) });
    expect(untreated).toMatchObject({ median: 8, medianLow: 4, medianHigh: 11 });
    expect(untreated.points.at(-1)).toMatchObject({ survival: 0, low: 0 });
  });

  it("has the reference curve with delayed entry", () => {
    const entries = [0, 5, 3, 5, 6, 0, 0, 8, 3, 12, 15, 0, 0, 8, 3, 12, 15, 0, 0, 8, 3];
    const curve = kaplanMeier({ ...treated, entries });
    expect(curve.points.map((point) => point.atRisk)).toEqual([13, 10, 11, 10, 11, 7, 6]);
    expect(curve.points.at(-1)).toMatchObject({
      survival: expect.closeTo(0.367814004178, 11),
      low: expect.closeTo(0.138705869832, 10),
      high: expect.closeTo(0.602657157891, 10),
    });
  });

  it("answers between the steps and not beyond the last customer seen", () => {
    const curve = kaplanMeier(treated);
    expect(survivalAt(curve, 5)).toEqual({ survival: 1, low: 1, high: 1 });
    expect(survivalAt(curve, 12)!.survival).toBeCloseTo(0.752941176471, 11);
    expect(survivalAt(curve, 36)).toBeNull();
    expect(numbersAtRisk(treated, [0, 10, 20, 30])).toEqual([21, 15, 8, 4]);
    expect(kaplanMeier({ durations: [], events: [] })).toMatchObject({ rows: 0, points: [], median: null });
  });

  it("falls from one step to the next inside its band, never non-finite, for any follow-up", () => {
    fc.assert(
      fc.property(followUps, (followUp) => {
        let before = 1;
        for (const point of kaplanMeier(followUp).points) {
          expect(point.survival).toBeLessThanOrEqual(before);
          expect(point.low).toBeLessThanOrEqual(point.survival);
          expect(point.high).toBeGreaterThanOrEqual(point.survival);
          expect(Number.isFinite(point.standardError)).toBe(true);
          before = point.survival;
        }
      }),
    );
  });

  it("is the plain share still there when nobody is cut off", () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 50 }), (durations) => {
        const curve = kaplanMeier({ durations, events: durations.map(() => 1) });
        for (const point of curve.points) {
          const there = durations.filter((duration) => duration > point.time).length / durations.length;
          expect(point.survival).toBeCloseTo(there, 12);
        }
      }),
    );
  });

  it("refuses durations that make no sense", () => {
    expect(() => kaplanMeier({ durations: [-1], events: [1] })).toThrow("duration of row 0 is -1");
    expect(() => kaplanMeier({ durations: [3], events: [1], entries: [3] })).toThrow("entry of row 0 is 3");
    expect(() => kaplanMeier({ durations: [3], events: [2] })).toThrow("event of row 0 is 2");
    expect(() => kaplanMeier({ durations: [3, 4], events: [1] })).toThrow("2 durations for 1 events");
  });
});

describe("the log-rank test", () => {
  it("has the reference statistic for two groups", () => {
    const test = logRank(
      both,
      both.durations.map((_, row) => (row < 21 ? "6-MP" : "placebo")),
    )!;
    expect(test.chiSquared).toBeCloseTo(16.7929409892, 9);
    expect(test.degreesOfFreedom).toBe(1);
    expect(test.pValue).toBeCloseTo(4.17e-5, 6);
    expect(test.groups).toEqual([
      { name: "6-MP", rows: 21, observed: 9, expected: expect.closeTo(19.250500948, 9) },
      { name: "placebo", rows: 21, observed: 21, expected: expect.closeTo(10.749499052, 9) },
    ]);
  });

  it("has the reference statistic for three groups, in whatever order they come", () => {
    const names = both.durations.map((_, row) => ["a", "b", "c"][row % 3]!);
    const test = logRank(both, names)!;
    expect(test.chiSquared).toBeCloseTo(0.716380589169, 10);
    expect(test.degreesOfFreedom).toBe(2);
    const turned = logRank(
      { durations: both.durations.toReversed(), events: both.events.toReversed() },
      names.toReversed(),
    )!;
    expect(turned.chiSquared).toBeCloseTo(test.chiSquared, 10);
  });

  it("is null when there is nothing to compare", () => {
    expect(
      logRank(
        treated,
        treated.durations.map(() => "all"),
      ),
    ).toBeNull();
    expect(logRank({ durations: [1, 2], events: [0, 0] }, ["a", "b"])).toBeNull();
    expect(() => logRank(treated, ["a"])).toThrow("1 groups for 21 rows");
  });

  it("expects as many leavers as there were, and is never non-finite", () => {
    fc.assert(
      fc.property(followUps, fc.integer({ min: 2, max: 4 }), (followUp, count) => {
        const names = followUp.durations.map((_, row) => `g${row % count}`);
        const test = logRank(followUp, names);
        if (test === null) return;
        const sum = (of: "observed" | "expected"): number =>
          test.groups.reduce((total, group) => total + group[of], 0);
        expect(sum("expected")).toBeCloseTo(sum("observed"), 9);
        expect(test.pValue).toBeGreaterThanOrEqual(0);
        expect(test.pValue).toBeLessThanOrEqual(1);
      }),
    );
  });
});

describe("person-periods", () => {
  const rowsOf = (expanded: ReturnType<typeof expandPersonPeriods>) =>
    Array.from(expanded.sourceRows, (row, i) => [row, expanded.periods[i], expanded.labels[i]]);

  it("hold a row per period survived in full and one for the period of leaving", () => {
    const followUp = { durations: [75, 60, 100, 30, 10], events: [1, 0, 0, 1, 0] };
    expect(rowsOf(expandPersonPeriods(followUp, { periodLength: 30, maxPeriods: 3 }))).toEqual([
      [0, 0, 0],
      [0, 1, 0],
      [0, 2, 1],
      [1, 0, 0],
      [1, 1, 0],
      [2, 0, 0],
      [2, 1, 0],
      [2, 2, 0],
      [3, 0, 1],
    ]);
  });

  it("begin after the entry and leave out what could not be watched in full", () => {
    const late = { durations: [100, 50], events: [1, 1], entries: [40, 40] };
    expect(rowsOf(expandPersonPeriods(late, { periodLength: 30, maxPeriods: 9 }))).toEqual([
      [0, 2, 0],
      [0, 3, 1],
    ]);
    const cut = { durations: [35, 35], events: [1, 1] };
    expect(
      rowsOf(expandPersonPeriods(cut, { periodLength: 30, maxPeriods: 3, observable: [40, 60] })),
    ).toEqual([
      [0, 0, 0],
      [1, 0, 0],
      [1, 1, 1],
    ]);
    expect(() => expandPersonPeriods(cut, { periodLength: 0, maxPeriods: 3 })).toThrow("length 0");
  });

  it("give back Kaplan-Meier when durations are whole periods", () => {
    fc.assert(
      fc.property(followUps, (followUp) => {
        const expanded = expandPersonPeriods(followUp, { periodLength: 1, maxPeriods: 100 });
        for (const point of kaplanMeier(followUp).points) {
          const inPeriod = [...expanded.labels].filter((_, i) => expanded.periods[i] === point.time - 1);
          expect(inPeriod.length).toBe(point.atRisk);
          expect(inPeriod.reduce((sum, label) => sum + label, 0)).toBe(point.events);
        }
      }),
    );
  });
});
