import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createRandom } from "../random.ts";
import type { Column, Table } from "../table.ts";
import {
  driftBaseline,
  driftBaselineFromJSON,
  measureDrift,
  measureScoreDrift,
  scoreDriftBaseline,
} from "./drift-baseline.ts";
import { coarseBins, driftLevelOf, driftTransition, populationStability } from "./population-stability.ts";

const tableOf = (...columns: Column[]): Table => ({
  rowIds: Array.from({ length: columns[0]!.values.length }, (_, row) => String(row)),
  columns,
});
const numeric = (name: string, values: number[]): Column => ({
  name,
  kind: "numeric",
  values: Float64Array.from(values),
});
const categorical = (name: string, values: (string | null)[]): Column => ({
  name,
  kind: "categorical",
  values,
});
const normals = (rows: number, seed: number, mean = 0): number[] => {
  const random = createRandom(seed);
  return Array.from({ length: rows }, () => random.normal() + mean);
};

describe("population stability index", () => {
  it("is the sum over bins by hand", () => {
    // Shares .5/.3/.2 against .4/.3/.3, on rows enough for the added halves to vanish.
    const { psi } = populationStability([5e6, 3e6, 2e6], [4e6, 3e6, 3e6]);
    expect(psi).toBeCloseTo(-0.1 * Math.log(0.8) + 0.1 * Math.log(1.5), 6);
  });

  it("is never negative nor non-finite, and the same both ways round", () => {
    const counts = fc.array(fc.tuple(fc.nat(1000), fc.nat(1000)), { minLength: 1, maxLength: 15 });
    fc.assert(
      fc.property(counts, (bins) => {
        const then = bins.map((bin) => bin[0]);
        const now = bins.map((bin) => bin[1]);
        const one = populationStability(then, now);
        expect(one.psi).toBeGreaterThanOrEqual(0);
        expect(Number.isFinite(one.psi)).toBe(true);
        expect(one.pValue).toBeGreaterThanOrEqual(0);
        expect(one.pValue).toBeLessThanOrEqual(1);
        expect(populationStability(now, then).psi).toBeCloseTo(one.psi, 10);
        expect(populationStability(then, then).psi).toBe(0);
      }),
    );
  });

  it("is taken over fewer bins where rows are few, and never over none", () => {
    expect(coarseBins([10, 10, 10, 10, 10], [10, 10, 10, 10, 10])).toEqual([
      [20, 30],
      [20, 30],
    ]);
    expect(coarseBins([1, 2], [3, 4])).toEqual([[3], [7]]);
    const counts = fc.array(fc.tuple(fc.nat(60), fc.nat(60)), { minLength: 1, maxLength: 15 });
    fc.assert(
      fc.property(counts, (bins) => {
        const sum = (values: number[]): number => values.reduce((total, value) => total + value, 0);
        const [then, now] = [bins.map((bin) => bin[0]), bins.map((bin) => bin[1])];
        const coarse = coarseBins(then, now);
        expect(coarse.map(sum)).toEqual([sum(then), sum(now)]);
        expect(coarse[0].length).toBeGreaterThan(0);
      }),
    );
  });

  it("says by chance how large it gets when nothing has changed", () => {
    let small = 0;
    for (let trial = 0; trial < 300; trial++) {
      const random = createRandom(trial);
      const draw = (): number[] => {
        const counts = Array.from({ length: 10 }, () => 0);
        for (let i = 0; i < 400; i++) counts[random.int(10)]! += 1;
        return counts;
      };
      if (populationStability(draw(), draw()).pValue < 0.05) small++;
    }
    expect(small).toBeGreaterThan(4);
    expect(small).toBeLessThan(30);
  });
});

describe("drift of features", () => {
  it("stays quiet on another sample of the same customers", () => {
    const plans = (seed: number): string[] => {
      const random = createRandom(seed);
      return Array.from({ length: 2000 }, () => ["basic", "pro", "max"][random.int(3)]!);
    };
    const baseline = driftBaseline(
      tableOf(numeric("logins", normals(2000, 1)), categorical("plan", plans(2))),
    );
    const drifts = measureDrift(
      baseline,
      tableOf(numeric("logins", normals(2000, 3)), categorical("plan", plans(4))),
    );
    expect(drifts.map((drift) => drift.level)).toEqual(["stable", "stable"]);
    expect(drifts.every((drift) => drift.message === null)).toBe(true);
  });

  it("names what moved", () => {
    const baseline = driftBaseline(
      tableOf(
        numeric("logins", normals(2000, 1)),
        categorical(
          "plan",
          Array.from({ length: 2000 }, (_, row) => (row % 4 === 0 ? "pro" : "basic")),
        ),
        numeric("seats", normals(2000, 9)),
      ),
    );
    const drifts = measureDrift(
      baseline,
      tableOf(
        numeric("logins", normals(2000, 3, 1)),
        categorical(
          "plan",
          Array.from({ length: 2000 }, (_, row) => (row % 2 === 0 ? "team" : "basic")),
        ),
      ),
    );
    expect(drifts.map((drift) => [drift.name, drift.level])).toEqual([
      ["seats", "drifted"],
      ["plan", "drifted"],
      ["logins", "drifted"],
    ]);
    expect(drifts[0]).toMatchObject({ missingThen: 0, missingNow: 1 });
    expect(drifts[0]!.message).toContain("no value was 0.0% of customers, now 100%");
    expect(drifts[1]).toMatchObject({ otherNow: 0.5 });
    expect(drifts[1]!.message).toContain("any other value was 0.0% of customers, now 50%");
    expect(drifts[2]!.message).toContain("more than 1.");
  });

  it("is not made of small numbers", () => {
    const baseline = driftBaseline(tableOf(numeric("logins", normals(2000, 1))));
    const [drift] = measureDrift(baseline, tableOf(numeric("logins", normals(25, 6))));
    expect(drift!.psi).toBeGreaterThan(0.1);
    expect(drift!.level).toBe("stable");
  });

  it("bears infinities, constants, empty columns and no rows", () => {
    const baseline = driftBaseline(
      tableOf(
        numeric("a", [Number.POSITIVE_INFINITY, 1, 2, Number.NaN]),
        numeric("b", [3, 3, 3, 3]),
        categorical("c", [null, null, null, null]),
      ),
    );
    expect(driftBaselineFromJSON(JSON.parse(JSON.stringify(baseline)))).toEqual(baseline);
    for (const drift of measureDrift(baseline, { rowIds: [], columns: [] })) {
      expect(drift).toMatchObject({ psi: 0, level: "stable" });
    }
  });

  it("follows the score", () => {
    const random = createRandom(2);
    const scores = Array.from({ length: 3000 }, () => random.next() ** 3);
    const baseline = scoreDriftBaseline(scores);
    expect(measureScoreDrift(baseline, scores).psi).toBe(0);
    expect(
      measureScoreDrift(
        baseline,
        scores.map((p) => Math.sqrt(p)),
      ).level,
    ).toBe("drifted");
  });

  it("refuses a baseline that was tampered with", () => {
    const [baseline] = driftBaseline(tableOf(numeric("a", [1, 2, 3])));
    expect(() => driftBaselineFromJSON({})).toThrow("not a list");
    expect(() => driftBaselineFromJSON([{ ...baseline, counts: [1] }])).toThrow("drift baseline of a");
    expect(() => driftBaselineFromJSON([{ ...baseline, edges: ["1"] }])).toThrow("drift baseline of a");
    expect(() => driftBaselineFromJSON([null])).toThrow("cannot be read");
  });
});

describe("another draw of unchanged customers", () => {
  const draw = (rows: number, random: ReturnType<typeof createRandom>, shift = 0): Table => {
    const numbers = (value: () => number): number[] => Array.from({ length: rows }, value);
    const words = (value: () => string): string[] => Array.from({ length: rows }, value);
    return tableOf(
      numeric(
        "logins",
        numbers(() => random.normal() + shift),
      ),
      numeric(
        "tickets",
        numbers(() => Math.floor(-2 * Math.log(1 - random.next()))),
      ),
      numeric(
        "seats",
        numbers(() => (random.next() < 0.3 ? Number.NaN : random.next())),
      ),
      categorical(
        "trial",
        words(() => (random.next() < 0.05 ? "yes" : "no")),
      ),
      categorical(
        "plan",
        words(() => `plan ${Math.floor(5 * random.next() ** 2)}`),
      ),
      categorical(
        "city",
        words(() => `city ${Math.floor(Math.exp(6 * random.next()))}`),
      ),
    );
  };
  const scoresOf = (table: Table): number[] =>
    [...table.columns[0]!.values].map((value) => 1 / (1 + Math.exp(2 - Number(value))));
  const sizes: [number, number, number][] = [
    [100, 100, 250],
    [130, 190, 250],
    [400, 400, 100],
    [100, 5000, 20],
    [5000, 100, 20],
    [1000, 150, 50],
    [5000, 5000, 10],
  ];

  it("is called drifted in fewer than one of a hundred looks, whatever the sizes", () => {
    let [looks, featureAlarms, scoreAlarms] = [0, 0, 0];
    for (const [then, now, draws] of sizes) {
      for (let trial = 0; trial < draws; trial++) {
        const random = createRandom(trial * 7919 + then * 13 + now);
        const [before, after] = [draw(then, random), draw(now, random)];
        const drifts = measureDrift(driftBaseline(before), after);
        const score = measureScoreDrift(scoreDriftBaseline(scoresOf(before)), scoresOf(after));
        looks++;
        if (drifts.some(({ level }) => level === "drifted")) featureAlarms++;
        if (score.level === "drifted") scoreAlarms++;
      }
    }
    expect(looks).toBe(700);
    expect(featureAlarms).toBeLessThan(7);
    expect(scoreAlarms).toBeLessThan(7);
  });

  it("differs from customers of whom one field and the score really moved, which are found", () => {
    for (const [then, now] of sizes) {
      for (let trial = 0; trial < 4; trial++) {
        const random = createRandom(trial + then + now);
        const [before, after] = [draw(then, random), draw(now, random, 1.2)];
        const drifted = measureDrift(driftBaseline(before), after).filter(({ level }) => level === "drifted");
        expect(drifted.map(({ name }) => name)).toEqual(["logins"]);
        const score = measureScoreDrift(scoreDriftBaseline(scoresOf(before)), scoresOf(after));
        expect(score.level).toBe("drifted");
      }
    }
  });
});

describe("an alert", () => {
  it("comes once on crossing, and again only after the index was well back", () => {
    const alerts: boolean[] = [];
    let level: Parameters<typeof driftTransition>[0] = null;
    for (const psi of [0.05, 0.3, 0.4, 0.24, 0.26, 0.15, 0.3, 0.3]) {
      const next = driftTransition(level, { psi, level: driftLevelOf({ psi, pValue: 0 }) });
      level = next.level;
      alerts.push(next.alert);
    }
    expect(alerts).toEqual([false, true, false, false, false, false, true, false]);
  });
});

it("counts rows with a category that training did not have, though they are too few to be drift", () => {
  const plan = (values: string[]): Table => ({
    rowIds: values.map((_, row) => String(row)),
    columns: [{ name: "plan", kind: "categorical", values }],
  });
  const training = Array.from({ length: 400 }, (_, row) => (row % 2 === 0 ? "Basic" : "Pro"));
  const now = training.map((value, row) => (row < 3 ? "Enterprise" : value));
  const [drift] = measureDrift(driftBaseline(plan(training)), plan(now));
  expect(drift).toMatchObject({ level: "stable", unseenNow: 3 });
  const many = Array.from({ length: 400 }, (_, row) => `plan ${row % 40}`);
  expect(measureDrift(driftBaseline(plan(many)), plan(many))[0]?.unseenNow).toBeNull();
});
