import { driftBaseline, scoreTable, trainChurnModel, type ModelDocument } from "@forestay/churn-model";
import { describe, expect, it } from "vitest";
import { buildTable, type FeaturePlan, type FeatureRow } from "#modules/features/index.ts";
import { labelledCustomers } from "#testing/labelled-customers.ts";
import { measureModelDrift, readDriftBaselines, type DriftBaselines } from "./measure-model-drift.ts";

const now = new Date("2030-03-10T02:30:00Z");
const plan: FeaturePlan = {
  version: 1,
  source: "customers",
  excluded: [],
  columns: [
    { name: "charge", base: "charge", label: "Charge", kind: "numeric", form: "value", unit: "money" },
    { name: "tenure", base: "tenure", label: "Tenure", kind: "numeric", form: "value", unit: "days" },
    {
      name: "contract",
      base: "contract",
      label: "Contract",
      kind: "categorical",
      form: "value",
      unit: "text",
    },
  ],
};
interface Customer extends FeatureRow {
  left: boolean;
}
const customersOf = (count: number, seed: number): Customer[] =>
  labelledCustomers({ count, seed }).map((customer, index) => ({
    rowId: `${seed}-${index}`,
    values: {
      charge: (customer.monthlyRevenueCents ?? 0) / 100,
      tenure: customer.tenureMonths ?? null,
      contract: String(customer.attributes?.["contract"]),
    },
    earlier: [],
    left: customer.churned === true,
  }));

async function modelOf(
  customers: Customer[],
  seed: number,
): Promise<{ document: ModelDocument; baselines: DriftBaselines }> {
  const labels = Uint8Array.from(customers, ({ left }) => (left ? 1 : 0));
  const table = buildTable(plan, customers);
  const outcome = await trainChurnModel({ table, labels }, { seed, evaluation: "folds" });
  if (outcome.kind !== "trained") throw new Error(outcome.message);
  const stayed = buildTable(
    plan,
    customers.filter(({ left }) => !left),
  );
  return { document: outcome.document, baselines: { features: driftBaseline(stayed), firstScores: null } };
}
const scored = (document: ModelDocument, rows: Customer[]) => ({
  table: buildTable(plan, rows),
  probabilities: Array.from(scoreTable(document, buildTable(plan, rows)).probabilities),
});

describe("drift of a model of 130 customers", () => {
  it("is not made of new customers like the old ones, nor of another seed of the training", async () => {
    for (let seed = 1; seed <= 4; seed++) {
      const customers = customersOf(130, 1);
      const { document, baselines } = await modelOf(customers, seed);
      const active = customers.filter(({ left }) => !left);
      const first = measureModelDrift(baselines, scored(document, active), { before: null, now });
      expect(first?.report.score).toMatchObject({ psi: 0, level: "stable" });
      const grown = [...active, ...customersOf(60, 100 + seed).filter(({ left }) => !left)];
      const stored = readDriftBaselines(JSON.parse(JSON.stringify(first?.baselines)));
      const second = measureModelDrift(stored!, scored(document, grown), {
        before: first!.report,
        now,
      });
      expect(second?.report.score.level).toBe("stable");
      expect(second?.alerts).toEqual([]);
    }
  });

  it("is found in the field that moved and in the score, told once, and measured on the first look's scores", async () => {
    const customers = customersOf(130, 2);
    const { document, baselines } = await modelOf(customers, 1);
    const active = customers.filter(({ left }) => !left);
    const first = measureModelDrift(baselines, scored(document, active), { before: null, now })!;
    const moved = active.map((row) => ({
      ...row,
      values: { ...row.values, contract: "Month-to-month", tenure: 1 },
    }));
    const second = measureModelDrift(first.baselines, scored(document, moved), {
      before: first.report,
      now,
    })!;
    expect(second.baselines).toEqual(first.baselines);
    expect(second.report.features.map(({ feature, level }) => [feature, level])).toEqual([
      ["tenure", "drifted"],
      ["contract", "drifted"],
      ["charge", "stable"],
    ]);
    expect(second.alerts).toMatchObject([
      expect.stringContaining("Churn score has drifted since the model was first used"),
      expect.stringContaining("Tenure has drifted since training"),
      expect.stringContaining("Contract has drifted since training"),
    ]);
    const third = measureModelDrift(first.baselines, scored(document, moved), {
      before: second.report,
      now,
    })!;
    expect(third.alerts).toEqual([]);
  });

  it("starts anew where scores of training were stored, as they once were", () => {
    const [score] = driftBaseline({
      rowIds: ["a"],
      columns: [{ name: "score", kind: "numeric", values: Float64Array.of(0.5) }],
    });
    expect(readDriftBaselines({ features: [], score })).toEqual({ features: [], firstScores: null });
    expect(readDriftBaselines(null)).toBeNull();
  });
});
