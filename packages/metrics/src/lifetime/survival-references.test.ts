import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { kaplanMeier, logRank, numbersAtRisk, type FollowUp } from "../index.ts";

/*
 * Published data. Freireich et al. 1963, Blood 21: weeks of remission under 6-mercaptopurine and placebo, as in Cox and
 * Oakes 1984 and Kleinbaum and Klein 2012. Embury et al. 1977 as in Miller 1981: the `aml` data of R's survival package,
 * whose manual prints for survdiff 7 and 11 observed, 10.69 and 7.31 expected, chi-squared 3.4.
 * Figures to twelve places: SciPy 1.17.1 (stats.ecdf with log-log intervals, stats.logrank) and, for more than two groups,
 * exact fractions solved by NumPy.
 */
const followed = (durations: number[], events: number[]): FollowUp => ({ durations, events });
const mercaptopurine = followed(
  [6, 6, 6, 6, 7, 9, 10, 10, 11, 13, 16, 17, 19, 20, 22, 23, 25, 32, 32, 34, 35],
  [1, 1, 1, 0, 1, 0, 1, 0, 0, 1, 1, 0, 0, 0, 1, 1, 0, 0, 0, 0, 0],
);
const remissions = [1, 1, 2, 2, 3, 4, 4, 5, 5, 8, 8, 8, 8, 11, 11, 12, 12, 15, 17, 22, 23];
const placebo = followed(
  remissions,
  remissions.map(() => 1),
);
const maintained = followed([9, 13, 13, 18, 23, 28, 31, 34, 45, 48, 161], [1, 1, 0, 1, 1, 0, 1, 1, 0, 1, 0]);
const unmaintained = followed(
  [5, 5, 8, 8, 12, 16, 23, 27, 30, 33, 43, 45],
  [1, 1, 1, 1, 1, 0, 1, 1, 1, 1, 1, 1],
);

const testOf = (groups: Record<string, FollowUp>) => {
  const all = Object.entries(groups).flatMap(([name, { durations, events }]) =>
    Array.from(durations, (duration, row) => ({ name, duration, event: events[row]! })),
  );
  return logRank(
    { durations: all.map((row) => row.duration), events: all.map((row) => row.event) },
    all.map((row) => row.name),
  )!;
};

describe("Kaplan-Meier against published values", () => {
  it("of the maintained group of aml", () => {
    const reference = [
      [9, 11, 0.909090909091, 0.50808020577, 0.986673822668],
      [13, 10, 0.818181818182, 0.447428614682, 0.951162228582],
      [18, 8, 0.715909090909, 0.350190385908, 0.899023974191],
      [23, 7, 0.613636363636, 0.26575204, 0.83529924325],
      [31, 5, 0.490909090909, 0.167330909777, 0.753399790371],
      [34, 4, 0.368181818182, 0.092829574937, 0.657040832398],
      [48, 2, 0.184090909091, 0.011738480123, 0.525014842727],
    ] as const;
    const curve = kaplanMeier(maintained);
    expect(curve.points.map(({ time, atRisk }) => [time, atRisk])).toEqual(
      reference.map(([time, atRisk]) => [time, atRisk]),
    );
    for (const [at, [, , survival, low, high]] of reference.entries()) {
      expect(curve.points[at]!.survival).toBeCloseTo(survival, 9);
      expect(curve.points[at]!.low).toBeCloseTo(low, 9);
      expect(curve.points[at]!.high).toBeCloseTo(high, 9);
    }
    expect(curve.median).toBe(31);
    expect(numbersAtRisk(maintained, [0, 12, 24, 36, 48])).toEqual([11, 10, 6, 3, 2]);
  });

  it("of 6-mercaptopurine: the textbook's table and median", () => {
    const curve = kaplanMeier(mercaptopurine);
    expect(curve.points.map(({ survival }) => survival.toFixed(4))).toEqual([
      "0.8571",
      "0.8067",
      "0.7529",
      "0.6902",
      "0.6275",
      "0.5378",
      "0.4482",
    ]);
    expect(curve.median).toBe(23);
    expect(kaplanMeier(placebo).median).toBe(8);
  });

  it("equals the definition, worked out in whole fractions, for any follow-up", () => {
    const rows = fc.array(fc.tuple(fc.integer({ min: 1, max: 9 }), fc.constantFrom(0, 1)), {
      minLength: 1,
      maxLength: 12,
    });
    fc.assert(
      fc.property(rows, (watched) => {
        const curve = kaplanMeier(
          followed(
            watched.map(([duration]) => duration),
            watched.map(([, event]) => event),
          ),
        );
        let above = 1n;
        let below = 1n;
        for (const { time, survival } of curve.points) {
          const atRisk = watched.filter(([duration]) => duration >= time).length;
          const gone = watched.filter(([duration, event]) => duration === time && event === 1).length;
          above *= BigInt(atRisk - gone);
          below *= BigInt(atRisk);
          expect(survival).toBeCloseTo(Number((above * 10n ** 15n) / below) / 1e15, 12);
        }
      }),
    );
  });
});

describe("the log-rank test against published values", () => {
  it("of two groups", () => {
    const freireich = testOf({ mercaptopurine, placebo });
    expect(freireich.chiSquared).toBeCloseTo(16.792940989217, 9);
    expect(freireich.pValue).toBeCloseTo(4.168809109334e-5, 12);
    expect(freireich.groups.map(({ observed }) => observed)).toEqual([9, 21]);
    expect(freireich.groups[0]!.expected).toBeCloseTo(19.250500948031, 9);
    const aml = testOf({ maintained, unmaintained });
    expect(aml.chiSquared).toBeCloseTo(3.396388698978, 9);
    expect(aml.pValue).toBeCloseTo(0.065339322041, 9);
    expect(aml.groups.map(({ expected }) => expected.toFixed(2))).toEqual(["10.69", "7.31"]);
  });

  it("of three groups and of four", () => {
    const three = testOf({ mercaptopurine, maintained, unmaintained });
    expect(three).toMatchObject({ degreesOfFreedom: 2 });
    expect(three.chiSquared).toBeCloseTo(3.396886489726, 9);
    expect(three.pValue).toBeCloseTo(0.182968139048, 9);
    const four = testOf({ mercaptopurine, placebo, maintained, unmaintained });
    expect(four).toMatchObject({ degreesOfFreedom: 3 });
    expect(four.chiSquared).toBeCloseTo(32.986649020608, 9);
    expect(four.pValue).toBeCloseTo(3.241624810143e-7, 13);
  });
});
