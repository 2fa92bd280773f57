import { describe, expect, test } from "vitest";

import { createRandom } from "../random.ts";
import type { LeakFinding, TrainingReport } from "../report.ts";
import type { TrainingSet } from "../table.ts";
import { simulateCustomers } from "../testing/simulated-customers.ts";
import { doubted, doubtsAbout, HONEST_AUC, type DoubtedModel } from "./doubts.ts";
import { trainChurnModel } from "./train-churn-model.ts";

const model = (changed: Partial<DoubtedModel>): DoubtedModel => ({
  auc: 0.85,
  drivers: [
    { feature: "a", label: "A", share: 0.4 },
    { feature: "b", label: "B", share: 0.3 },
    { feature: "c", label: "C", share: 0.3 },
  ],
  leaks: [],
  known: [],
  sums: new Map(),
  labelOf: (name) => name.toUpperCase(),
  ...changed,
});
const warned = (name: string): LeakFinding => ({
  name,
  label: name.toUpperCase(),
  action: "warned",
  sign: "value",
  confirmed: false,
  screenAuc: 0.7,
  detail: "",
});

describe("a model is doubted", () => {
  test("not for honest figures", () => {
    expect(doubtsAbout(model({}))).toEqual({ findings: [], reasons: [] });
    expect(doubtsAbout(model({ leaks: [warned("b")] }))).toEqual({ findings: [], reasons: [] });
  });

  test("when it ranks better than churn data do: the columns that carry most of it are asked about", () => {
    const { findings, reasons } = doubtsAbout(model({ auc: 0.99 }));
    expect(findings.map(({ name, action, sign }) => [name, action, sign])).toEqual([
      ["a", "warned", "drivers"],
      ["b", "warned", "drivers"],
    ]);
    expect(reasons).toEqual([expect.stringContaining("Most of it comes from A and B")]);
  });

  test("until a person has said of these that they are known beforehand", () => {
    expect(doubtsAbout(model({ auc: 0.99, known: ["a"] })).findings.map(({ name }) => name)).toEqual(["b"]);
    expect(doubtsAbout(model({ auc: 0.99, known: ["a", "b"] }))).toEqual({ findings: [], reasons: [] });
  });

  test("when columns that were warned of carry most of what moves its scores, however modest its figures", () => {
    const leaks = [warned("a"), warned("b")];
    expect(doubtsAbout(model({ leaks })).reasons).toEqual([expect.stringContaining("70% of what moves")]);
    expect(doubtsAbout(model({ leaks, known: ["a"] })).reasons).toEqual([]);
  });

  test("for what a sum of columns carries, by the columns in it", () => {
    const drivers = [{ feature: "sum of x", label: "Sum of x", share: 1 }];
    const { findings } = doubtsAbout(
      model({ auc: 0.99, drivers, sums: new Map([["sum of x", ["x 1", "x 2"]]]) }),
    );
    expect(findings.map(({ name }) => name)).toEqual(["x 1"]);
  });

  test("and is not called good then; what is less says its doubts as well", () => {
    const doubts = { findings: [], reasons: ["Too good."] };
    const judged = (verdict: TrainingReport["verdict"]) =>
      doubted({ verdict, verdictReasons: ["As measured."] }, doubts);
    expect(judged("good")).toEqual({ verdict: "unconfirmed", verdictReasons: ["Too good.", "As measured."] });
    expect(judged("provisional")).toEqual({
      verdict: "provisional",
      verdictReasons: ["As measured.", "Too good."],
    });
    expect(judged("not_reliable").verdictReasons).toEqual(["As measured."]);
  });
});

test("a leak spread over four modest columns: asked about, good once confirmed, honest once left out", async () => {
  const random = createRandom(5);
  const { table, labels } = simulateCustomers(1500, 31);
  const leaks = ["m1", "m2", "m3", "m4"];
  const set: TrainingSet = {
    labels,
    table: {
      ...table,
      columns: [
        ...table.columns,
        ...leaks.map((name) => ({
          name,
          kind: "numeric" as const,
          values: Float64Array.from(labels, (label) => random.normal() + 1.4 * label),
        })),
      ],
    },
  };
  const reportOf = async (options: { keep?: string[]; drop?: string[] }): Promise<TrainingReport> => {
    const outcome = await trainChurnModel(set, {
      seed: 1,
      recipe: "logistic",
      evaluation: "folds",
      ...options,
    });
    if (outcome.kind === "refused") throw new Error(outcome.message);
    return outcome.report;
  };
  const asked = await reportOf({});
  expect(asked.metrics.rocAuc.estimate).toBeGreaterThan(HONEST_AUC);
  expect(asked.verdict).toBe("unconfirmed");
  const named = asked.leaks.map(({ name }) => name);
  expect(named.length).toBeGreaterThan(1);
  for (const name of named) {
    expect(leaks).toContain(name);
    expect(asked.verdictReasons[0]).toContain(name);
  }
  expect((await reportOf({ keep: leaks })).verdict).toBe("good");
  const honest = await reportOf({ drop: leaks });
  expect(honest).toMatchObject({ verdict: "good", leaks: [] });
  expect(honest.metrics.rocAuc.estimate).toBeLessThan(HONEST_AUC);
});
