import { describe, expect, it } from "vitest";
import { encodeTable } from "../preprocess/preprocessor.ts";
import { parseModelDocument, type ModelDocument } from "../document/document.ts";
import { logLoss } from "../metrics/log-loss.ts";
import { trainChurnModel } from "../pipeline/train-churn-model.ts";
import type { TrainingOptions } from "../pipeline/contract.ts";
import { scoreAndExplain, scoreTable } from "../scoring/use-model.ts";
import { selectRows, type TrainingSet } from "../table.ts";
import { simulateLeaving } from "../testing/simulated-leaving.ts";
import { timingOf } from "./timing.ts";

const cheap: TrainingOptions = { seed: 1, horizonDays: 90, recipe: "gbdt", evaluation: "folds" };

async function trained(set: TrainingSet, options: TrainingOptions = cheap) {
  const outcome = await trainChurnModel(set, options);
  if (outcome.kind === "refused") throw new Error(outcome.message);
  return outcome;
}

const meanOf = (values: Float64Array): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length;

/** Mean divergence from the truth of what was said, in nats. */
const divergence = (truth: Float64Array, said: Float64Array): number =>
  meanOf(truth.map((p, i) => p * Math.log(p / said[i]!) + (1 - p) * Math.log((1 - p) / (1 - said[i]!))));

describe("when customers leave", async () => {
  const company = simulateLeaving(4000, 1);
  const model = await trained(company);
  const fresh = simulateLeaving(3000, 101);
  const { probabilities, times } = scoreAndExplain(model.document, fresh.table, []);
  const matrix = encodeTable(model.document.model.preprocessor, fresh.table).matrix;
  const timing = timingOf(model.document.model.timing!);

  it("the chance within the horizon is the score, and no longer time has a smaller one", () => {
    expect(times!.chances[2]).toEqual(probabilities);
    expect(probabilities).toEqual(scoreTable(model.document, fresh.table).probabilities);
    const days = [1, 15, 30, 31, 59.5, 60, 89.9, 90, 91, 120, 200, 365, 450];
    const { chances } = timing.timesOf(matrix, probabilities, days);
    for (let i = 1; i < days.length; i++)
      expect(chances[i]!.every((chance, row) => chance >= chances[i - 1]![row]! && chance < 1)).toBe(true);
  });

  it("30 and 60 days are as near the truth of customers not seen as models of their own for each", async () => {
    for (const [i, days] of [30, 60].entries()) {
      const labels = Uint8Array.from(company.leaving.leftAfterDays, (day) => (day <= days ? 1 : 0));
      const own = await trained({ table: company.table, labels }, { ...cheap, horizonDays: days });
      const truth = fresh.truth(i + 1);
      const byOne = divergence(truth, times!.chances[i]!);
      const byItsOwn = divergence(truth, scoreTable(own.document, fresh.table).probabilities);
      const ifLevel = divergence(
        truth,
        probabilities.map((p) => 1 - (1 - p) ** (days / 90)),
      );
      expect(byOne).toBeLessThan(1.15 * byItsOwn);
      expect(byOne).toBeLessThan(0.7 * ifLevel);
      expect(meanOf(times!.chances[i]!)).toBeCloseTo(meanOf(truth), 1.7);
    }
  });

  it("is measured by number of days on customers held out, and is calibrated at each", () => {
    expect(model.report.timing!.byDays.map(({ days, rows }) => [days, rows])).toEqual([
      [30, 4000],
      [60, 4000],
      [90, 4000],
    ]);
    for (const { rows, outcomes, meanPredicted, metrics, baseLogLoss } of model.report.timing!.byDays) {
      expect(Math.abs(meanPredicted! - outcomes / rows)).toBeLessThan(0.01);
      expect(metrics!.ece.lower).toBe(0);
      expect(metrics!.logLoss.upper).toBeLessThan(baseLogLoss!);
    }
    const labels = Uint8Array.from(company.labels);
    expect(model.report.timing!.byDays[2]!.metrics!.logLoss.estimate).toBe(
      logLoss(labels, model.heldOutProbabilities),
    );
  });

  it("half of those told a day have left by it, and of who is told none fewer than half leave while watched", () => {
    const { medianDays } = times!;
    const told = Int32Array.from(medianDays.keys()).filter((row) => medianDays[row]! <= 360);
    expect(told.length).toBeGreaterThan(500);
    const truthAt = Array.from({ length: 12 }, (_, period) => fresh.truth(period + 1));
    const gone = Float64Array.from(told, (row) => truthAt[Math.ceil(medianDays[row]! / 30) - 1]![row]!);
    const before = Float64Array.from(
      told,
      (row) => truthAt[Math.ceil(medianDays[row]! / 30) - 2]?.[row] ?? 0,
    );
    expect(meanOf(before)).toBeLessThan(0.53);
    expect(meanOf(gone)).toBeGreaterThan(0.47);
    const untold = Int32Array.from(medianDays.keys()).filter((row) => Number.isNaN(medianDays[row]!));
    const year = fresh.truth(15);
    expect(meanOf(Float64Array.from(untold, (row) => year[row]!))).toBeLessThan(0.5);
    expect(timing.timesOf(matrix, probabilities, [451]).chances[0]!.every(Number.isNaN)).toBe(true);
  });

  it("the same data and seed give the same bytes, and a stored document says the same", async () => {
    const text = JSON.stringify(model.document);
    expect(JSON.stringify((await trained(company)).document)).toBe(text);
    const parsed = parseModelDocument(text);
    if (parsed.kind === "refused") throw new Error(parsed.message);
    expect(scoreAndExplain(parsed.document, fresh.table, []).times).toEqual(times);
    expect(parseModelDocument(text.replace('"periodDays":30', '"periodDays":31'))).toMatchObject({
      reason: "tampered",
    });
  });

  it("what is said of a customer does not depend on whom it is asked with", () => {
    const some = scoreAndExplain(model.document, selectRows(fresh.table, [7, 3]), []).times!;
    expect(some.medianDays).toEqual(Float64Array.of(times!.medianDays[7]!, times!.medianDays[3]!));
    expect(some.chances[0]).toEqual(Float64Array.of(times!.chances[0]![7]!, times!.chances[0]![3]!));
  });

  it("a horizon of a month says two and three months too, as far as customers were watched", async () => {
    const months = simulateLeaving(4000, 3, { horizonDays: 30 });
    const short = await trained(months, { ...cheap, horizonDays: 30 });
    const said = scoreAndExplain(short.document, fresh.table, []);
    expect(said.times!.chances[0]).toEqual(said.probabilities);
    for (const i of [1, 2])
      expect(meanOf(said.times!.chances[i]!)).toBeCloseTo(meanOf(fresh.truth(i + 1)), 1.5);
    expect(short.report.timing!.byDays[2]!.rows).toBeLessThan(short.report.timing!.byDays[0]!.rows);

    const { leftAfterDays } = months.leaving;
    const until = leftAfterDays.map((day) => (day <= 30 ? day : Number.NaN));
    const leaving = { leftAfterDays: until, watchedDays: new Float64Array(4000).fill(30) };
    const brief = await trained({ ...months, leaving }, { ...cheap, horizonDays: 30 });
    const { times: known } = scoreAndExplain(brief.document, fresh.table, []);
    expect(known!.chances[1]!.every(Number.isNaN)).toBe(true);
    expect(brief.report.timing!.byDays[1]).toMatchObject({ rows: 0, metrics: null });
  });

  it("with few leavers leaving is spread evenly, whatever the horizon", async () => {
    const few = simulateLeaving(150, 5, { horizonDays: 75, level: -4.5 });
    const { document } = await trained(few, { seed: 1, horizonDays: 75 });
    expect(document.model.timing!.within).toBeNull();
    const said = scoreAndExplain(document, few.table, []);
    said.times!.chances[0]!.forEach((chance, row) =>
      expect(chance).toBeCloseTo(1 - (1 - said.probabilities[row]!) ** (30 / 75), 12),
    );
  });
});

it("without days of leaving nothing is said of when", async () => {
  const { table, labels } = simulateLeaving(600, 4);
  const { document, report } = await trained({ table, labels });
  expect(document.model.timing).toBeUndefined();
  expect(report.timing).toBeUndefined();
  expect(scoreAndExplain(document, table, []).times).toBeUndefined();
});

it("days that do not fit the labels are refused, with the row", async () => {
  const { leaving, ...rest } = simulateLeaving(300, 6);
  const refusalOf = async (changed: Partial<typeof leaving>, options = cheap): Promise<string> => {
    const outcome = await trainChurnModel({ ...rest, leaving: { ...leaving, ...changed } }, options);
    return outcome.kind === "refused" ? outcome.message : "trained";
  };
  const left = rest.labels.indexOf(1);
  expect(await refusalOf({ leftAfterDays: leaving.leftAfterDays.with(left, Number.NaN) })).toContain(
    `Row ${left + 1} is labelled 1, left after NaN days`,
  );
  expect(await refusalOf({ watchedDays: leaving.watchedDays.with(2, 20) })).toContain("watched for 20");
  expect(await refusalOf({ watchedDays: new Float64Array(3) })).toContain("300 rows");
  const { horizonDays: _, ...open } = cheap;
  expect(await refusalOf({}, open)).toContain("need horizonDays");
  expect(() =>
    timingOf({ kind: "timing", version: 2 } as unknown as NonNullable<ModelDocument["model"]["timing"]>),
  ).toThrow("not a timing");
});
