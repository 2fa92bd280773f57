import { describe, expect, test } from "vitest";

import { rocAuc } from "../metrics/roc-auc.ts";
import { createRandom } from "../random.ts";
import { selectRows, type TrainingSet } from "../table.ts";
import { simulateCustomers } from "../testing/simulated-customers.ts";
import type { TrainingOptions } from "./contract.ts";
import { foldsFor } from "./folds-for.ts";
import { trainChurnModel } from "./train-churn-model.ts";

const options: TrainingOptions = { seed: 1, recipe: "logistic" };
/** So many customers, each with a row per month; the first `leavers` of them left. */
const snapshotsOf = (customers: number, months: number, leavers: number): TrainingSet => {
  const { table } = simulateCustomers(customers * months, 61);
  const customerOf = (row: number): number => Math.floor(row / months);
  return {
    table,
    labels: Uint8Array.from({ length: customers * months }, (_, row) => (customerOf(row) < leavers ? 1 : 0)),
    groups: Array.from({ length: customers * months }, (_, row) => `customer ${customerOf(row)}`),
  };
};

describe("rows of few customers", () => {
  test.each([
    [1, 40, 1, "one_class"],
    [2, 30, 1, "too_few_outcomes"],
    [4, 30, 2, "too_few_outcomes"],
    [9, 20, 5, "too_few_outcomes"],
    [30, 6, 4, "too_few_outcomes"],
  ])(
    "%i with %i rows each, %i of whom left, are refused in words",
    async (customers, months, leavers, reason) => {
      const outcome = await trainChurnModel(snapshotsOf(customers, months, leavers), options);
      expect(outcome).toMatchObject({ kind: "refused", reason });
      if (outcome.kind === "refused" && reason === "too_few_outcomes") {
        const [rarer, verb] = leavers * 2 <= customers ? [leavers, "left"] : [customers - leavers, "stayed"];
        expect(outcome.message).toContain(`only ${rarer} of ${customers} customers ${verb}`);
        expect(outcome.details.outcomesStillNeeded).toBe(5 - rarer);
      }
    },
  );

  test.each(["full", "folds"] as const)("just enough of them are learnt from (%s)", async (evaluation) => {
    const outcome = await trainChurnModel(snapshotsOf(10, 12, 5), { ...options, evaluation });
    expect(outcome.kind).toBe("trained");
    if (outcome.kind === "trained")
      expect(outcome.heldOutProbabilities.every((p) => p > 0 && p < 1)).toBe(true);
  });

  test("months that customers share by chance do not make them copies of each other", async () => {
    const random = createRandom(8);
    const uses: number[] = [];
    const groups: string[] = [];
    const labels: number[] = [];
    for (let customer = 0; customer < 250; customer++) {
      let use = random.int(120);
      for (let month = 0; month < 6; month++) {
        uses.push(use);
        groups.push(`customer ${customer}`);
        labels.push(random.next() < (use < 48 ? 0.45 : 0.06) ? 1 : 0);
        use = Math.abs(use + random.int(21) - 10);
      }
    }
    const plans = uses.map((_, row) => (Math.floor(row / 6) % 2 === 0 ? "A" : "B"));
    const table = {
      rowIds: uses.map((_, row) => `r${row}`),
      columns: [
        { name: "use", kind: "numeric" as const, values: Float64Array.from(uses) },
        { name: "plan", kind: "categorical" as const, values: plans },
      ],
    };
    const outcome = await trainChurnModel({ table, groups, labels: Uint8Array.from(labels) }, options);
    expect(outcome.kind).toBe("trained");
    if (outcome.kind === "trained") expect(rocAuc(labels, outcome.heldOutProbabilities)).toBeGreaterThan(0.7);
  });

  test("one row copied many times is one row", async () => {
    const { table, labels } = simulateCustomers(60, 62);
    const stayers = [...labels.keys()].filter((row) => labels[row] === 0);
    const leavers = [...labels.keys()].filter((row) => labels[row] === 1).slice(0, 2);
    const rows = [...stayers, ...leavers, ...leavers, ...leavers];
    const copied = {
      table: { ...selectRows(table, rows), rowIds: rows.map((_, i) => `r${i}`) },
      labels: Uint8Array.from(rows, (row) => labels[row]!),
    };
    const outcome = await trainChurnModel(copied, options);
    expect(outcome).toMatchObject({ kind: "refused", reason: "too_few_outcomes" });
  });

  test("whatever the sizes of the groups, each part that is learnt from holds both outcomes", () => {
    for (let seed = 0; seed < 200; seed++) {
      const random = createRandom(seed);
      const labels: number[] = [];
      const groups: number[] = [];
      for (let group = 0; group < 5 + random.int(4) + 5; group++) {
        const size = random.next() < 0.3 ? 200 : 1 + random.int(3);
        for (let row = 0; row < size; row++) {
          labels.push(group < 5 ? 1 : group < 10 ? 0 : random.int(2));
          groups.push(group);
        }
      }
      const data = {
        labels: Uint8Array.from(labels),
        groups: Uint32Array.from(groups),
        rowIds: groups.map((_, row) => `${row}`),
      };
      const rows = Int32Array.from(labels.keys());
      const foldOf = foldsFor(data, rows, 5, seed, "inner")!;
      const folds = new Set(foldOf).size;
      expect(folds).toBeGreaterThan(2);
      for (let fold = 0; fold < folds; fold++) {
        const others = labels.filter((_, row) => foldOf[row] !== fold);
        expect(new Set(others).size).toBe(2);
      }
      for (const group of new Set(groups))
        expect(new Set([...foldOf].filter((_, row) => groups[row] === group)).size).toBe(1);
    }
  });
});

describe("options that make no sense are refused in words, not thrown after the training", () => {
  const set = simulateCustomers(60, 63);
  test.each([
    [{ horizonDays: 0 }, /horizon of 0 days/],
    [{ horizonDays: Number.NaN }, /horizon of NaN days/],
    [{ truePriorRate: 0 }, /true rate of 0/],
    [{ truePriorRate: 1.2 }, /true rate of 1.2/],
    [{ mostRows: Number.NaN }, /from NaN rows at most/],
  ])("%o", async (wrong, message) => {
    const outcome = await trainChurnModel(set, { ...options, ...wrong });
    expect(outcome).toMatchObject({
      kind: "refused",
      reason: "invalid_input",
      message: expect.stringMatching(message),
    });
  });

  test("dates without a horizon, which would let outcomes of the last weeks tell on themselves", async () => {
    const times = Float64Array.from(set.labels, (_, row) => Date.UTC(2026, row % 2, 1));
    const outcome = await trainChurnModel({ ...set, times }, options);
    expect(outcome).toMatchObject({
      kind: "refused",
      reason: "invalid_input",
      message: expect.stringMatching(/horizonDays/),
    });
  });
});

test("85 customers with twelve rows each, 17 of whom left, are little data: the small recipe, and provisional at most", async () => {
  const { table, labels } = simulateCustomers(85, 64);
  const likeliest = [...labels.keys()].sort((a, b) => labels[b]! - labels[a]!).slice(0, 17);
  const rows = Array.from({ length: 85 * 12 }, (_, row) => Math.floor(row / 12));
  const random = createRandom(8);
  const { rowIds, columns } = selectRows(table, rows);
  const outcome = await trainChurnModel(
    {
      table: {
        rowIds: rowIds.map((id, row) => `${id}@${row % 12}`),
        // Each month a little different, so that no row is a copy of another.
        columns: columns.map((column) =>
          column.kind === "numeric"
            ? { ...column, values: column.values.map((value) => value + 0.01 * random.next()) }
            : column,
        ),
      },
      labels: Uint8Array.from(rows, (customer, row) =>
        row % 12 > 8 && likeliest.includes(customer) ? 1 : 0,
      ),
      groups: rows.map((customer) => `customer ${customer}`),
    },
    { seed: 1, evaluation: "folds" },
  );
  expect(outcome).toMatchObject({ kind: "trained", report: { rows: 1020, outcomes: 51, recipe: "small" } });
  if (outcome.kind !== "trained") return;
  expect(["provisional", "not_reliable"]).toContain(outcome.report.verdict);
  // At 17 leavers an AUC is known to about a tenth either way, not to what 51 rows would say.
  const { lower, upper } = outcome.report.metrics.rocAuc;
  expect(upper - lower).toBeGreaterThan(0.15);
});
