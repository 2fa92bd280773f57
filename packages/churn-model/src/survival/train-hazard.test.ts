import { describe, expect, it } from "vitest";
import { simulateHazards } from "../testing/simulated-hazards.ts";
import type { Table } from "../table.ts";
import { scoreHazard, trainHazard } from "./train-hazard.ts";

function tableOf(data: ReturnType<typeof simulateHazards>): Table {
  const [usage, plan] = data.matrix.features;
  if (usage?.kind !== "numeric" || plan?.kind !== "categorical") throw new Error("simulation changed");
  return {
    rowIds: Array.from({ length: data.matrix.rows }, (_, row) => `c${row}`),
    columns: [
      { name: "usage", kind: "numeric", values: usage.values },
      { name: "plan", kind: "categorical", values: Array.from(plan.codes, (code) => plan.levels[code]!) },
    ],
  };
}

describe("training a hazard model", () => {
  const data = simulateHazards(2500, 5);
  const options = { seed: 3, observable: data.observable };
  const trained = trainHazard(tableOf(data), data.followUp, options);
  if (trained.kind === "refused") throw new Error(trained.message);

  it("gives 30, 60 and 90 days from one model, near the truth for customers it has not seen", () => {
    const fresh = simulateHazards(2000, 99);
    const scores = scoreHazard(JSON.parse(JSON.stringify(trained.document)), tableOf(fresh), [30, 60, 90]);
    for (const [i, periods] of [1, 2, 3].entries()) {
      const truth = fresh.truth(periods);
      const error = truth.reduce((sum, p, row) => sum + Math.abs(p - scores[i]![row]!), 0) / truth.length;
      expect(error).toBeLessThan(0.03);
    }
  });

  it("measures every horizon on rows whose outcome is known, and finds itself calibrated", () => {
    expect(trained.quality.map((horizon) => horizon.horizon)).toEqual([30, 60, 90]);
    const rows = trained.quality.map((horizon) => horizon.rows);
    expect(rows[0]).toBeLessThan(2500);
    expect(rows[2]).toBeLessThan(rows[0]!);
    for (const { metrics } of trained.quality) {
      expect(metrics!.rocAuc.estimate).toBeGreaterThan(0.7);
      expect(metrics!.ece.lower).toBe(0);
    }
  });

  it("gives the same document for the same seed", () => {
    expect(trainHazard(tableOf(data), data.followUp, options)).toEqual(trained);
  });

  it("refuses what cannot be learnt, in words", () => {
    const few = simulateHazards(40, 1);
    const events = new Uint8Array(40);
    const nobody = trainHazard(tableOf(few), { ...few.followUp, events }, { seed: 1 });
    expect(nobody).toEqual({ kind: "refused", message: "0 of 40 rows left at a known time; 5 are needed." });
    const dropped = trainHazard(tableOf(data), data.followUp, { seed: 1, drop: ["usage", "plan"] });
    expect(dropped).toMatchObject({ kind: "refused", message: "No column can be used for learning." });
    expect(() => scoreHazard({ ...trained.document, version: 2 as 1 }, tableOf(few), [30])).toThrow(
      "version 1",
    );
  });

  it("is refused when its document was changed after training", () => {
    const stored = JSON.parse(JSON.stringify(trained.document)) as typeof trained.document;
    expect(() => scoreHazard(stored, tableOf(data), [30])).not.toThrow();
    const scores = {
      ...stored,
      preprocessor: JSON.parse(JSON.stringify(stored.preprocessor).replace(/\d\.\d+/, "7.7")),
    };
    expect(JSON.stringify(scores)).not.toBe(JSON.stringify(stored));
    expect(() => scoreHazard(scores, tableOf(data), [30])).toThrow("changed after training");
    const { checksum: _, ...unsealed } = stored;
    expect(() => scoreHazard(unsealed as typeof stored, tableOf(data), [30])).toThrow(
      "changed after training",
    );
  });

  it("holds a customer's snapshots out together, so that a name is worth nothing", () => {
    // Forty customers of ten snapshots: all of one customer's snapshots end alike, and only its name tells how.
    const customer = Array.from({ length: 400 }, (_, row) => `c${row % 40}`);
    const leaves = Uint8Array.from(customer, (_, row) => (((row % 40) * 7) % 3 === 0 ? 1 : 0));
    const named: Table = {
      rowIds: customer.map((_, row) => String(row)),
      columns: [{ name: "region", kind: "categorical", values: customer }],
    };
    const followUp = { durations: leaves.map((left) => (left ? 20 : 90)), events: leaves };
    const aucOf = (groups: string[] | undefined): number => {
      const result = trainHazard(named, followUp, { seed: 1, ...(groups && { groups }) });
      return result.kind === "trained" ? result.quality[0]!.metrics!.rocAuc.estimate : Number.NaN;
    };
    expect(aucOf(undefined)).toBeGreaterThan(0.95);
    expect(aucOf(customer)).toBeLessThan(0.7);
  });
});
