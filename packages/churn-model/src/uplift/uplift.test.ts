import { describe, expect, test } from "vitest";
import type { FeatureMatrix } from "../preprocess/feature-matrix.ts";
import { createRandom } from "../random.ts";
import { judgeUplift } from "./judge-uplift.ts";
import { qiniOf } from "./qini.ts";
import { canLearnUplift, fitUplift, upliftModel } from "./uplift-model.ts";

const feature = (name: string, values: Float64Array) => ({
  name,
  label: name,
  kind: "numeric" as const,
  values,
});

/** Customers of campaigns whose effect is known: silence is what it helps against, and who is content it disturbs. */
function simulate(count: number, campaigns: number, effectOf: (silence: number) => number) {
  const random = createRandom(7);
  const silence = new Float64Array(count);
  const tenure = new Float64Array(count);
  const treated = new Uint8Array(count);
  const kept = new Uint8Array(count);
  const campaignOf: string[] = [];
  const truth = new Float64Array(count);
  for (let row = 0; row < count; row++) {
    silence[row] = random.next();
    tenure[row] = random.next() < 0.1 ? Number.NaN : 900 * random.next();
    treated[row] = random.next() < 0.5 ? 1 : 0;
    truth[row] = effectOf(silence[row]!);
    const stays = 0.85 - 0.25 * silence[row]! + (treated[row] === 1 ? truth[row]! : 0);
    kept[row] = random.next() < stays ? 1 : 0;
    campaignOf.push(`campaign ${row % campaigns}`);
  }
  const matrix: FeatureMatrix = {
    rows: count,
    features: [feature("silence", silence), feature("tenure", tenure)],
  };
  return { rows: { matrix, treated, kept }, campaignOf, truth, silence };
}

describe("the Qini curve", () => {
  const treated = Uint8Array.from([1, 0, 1, 0, 1, 0, 1, 0]);
  // Who stands first is kept only by getting it; the last four stay or leave whatever is done.
  const kept = Uint8Array.from([1, 0, 1, 0, 1, 1, 0, 0]);

  test("rises with those who are kept by it and ends where everybody gets it, by hand", () => {
    const predicted = Float64Array.from([4, 4, 3, 3, 2, 2, 1, 1]);
    const qini = qiniOf({ treated, kept, predicted })!;
    expect(qini.curve).toEqual([
      { share: 0, gain: 0 },
      { share: 0.25, gain: 0.25 },
      { share: 0.5, gain: 0.5 },
      { share: 0.75, gain: 0.75 * (1 - 1 / 3) },
      { share: 1, gain: 0.5 },
    ]);
    expect(qini.all).toBe(0.5);
    expect(qini.best).toEqual({ share: 0.5, gain: 0.5 });
    // Trapezoids of these points, less the triangle below the line to the end.
    expect(qini.coefficient).toBeCloseTo(0.25 * (0.125 + 0.375 + 0.5 + 0.5) - 0.25, 12);
  });

  test("of an order that says nothing gains nothing, of the reverse order loses, and of one arm alone is none", () => {
    expect(qiniOf({ treated, kept, predicted: new Float64Array(8) })!.coefficient).toBe(0);
    const reversed = Float64Array.from([1, 1, 2, 2, 3, 3, 4, 4]);
    expect(qiniOf({ treated, kept, predicted: reversed })!.coefficient).toBeLessThan(0);
    expect(qiniOf({ treated: new Uint8Array(8), kept, predicted: reversed })).toBeNull();
  });
});

describe("uplift learnt from campaigns with a holdout", () => {
  test("finds who is helped and who is driven away, is sure of both, and survives being stored", () => {
    const { rows, silence, truth } = simulate(6000, 3, (one) => 0.3 * one - 0.1);
    const model = fitUplift(rows, 3);
    const told = upliftModel(JSON.parse(JSON.stringify(model))).predict(rows.matrix);
    expect(told).toEqual(model.predict(rows.matrix));
    let error = 0;
    told.uplift.forEach((one, row) => (error += Math.abs(one - truth[row]!) / truth.length));
    expect(error).toBeLessThan(0.05);
    const most = silence.indexOf(Math.max(...silence));
    const least = silence.indexOf(Math.min(...silence));
    expect(told.harmShare[most]).toBe(0);
    expect(told.harmShare[least]).toBeGreaterThan(0.9);
  });

  test("is judged better than chance on campaigns that were left out, where there is something to find", () => {
    const { rows, campaignOf } = simulate(6000, 3, (one) => 0.3 * one - 0.1);
    const judged = judgeUplift(rows, campaignOf, 3)!;
    expect(judged.customers).toBe(6000);
    expect(judged.interval.low).toBeGreaterThan(0);
    expect(judged.best.share).toBeLessThan(0.95);
    expect(judged.best.gain).toBeGreaterThan(judged.all);
  });

  test("is not, where the same effect reaches everybody, and learns nothing from too few", () => {
    const { rows, campaignOf } = simulate(6000, 3, () => 0.05);
    const judged = judgeUplift(rows, campaignOf, 3)!;
    expect(judged.interval.low).toBeLessThan(0);
    const few = simulate(60, 2, () => 0);
    expect(canLearnUplift(few.rows)).toBe(false);
    expect(() => fitUplift(few.rows, 1)).toThrow(RangeError);
    expect(judgeUplift(few.rows, few.campaignOf, 1)).toBeNull();
  });
});
