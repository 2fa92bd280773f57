import { createRandom } from "@forestay/churn-model";
import { describe, expect, it } from "vitest";
import type { FeaturePlan } from "../features/feature-plan.ts";
import { challengeChampion, type Challenger, type Champion } from "./challenge-champion.ts";

const DAY_MS = 86_400_000;
const plan: FeaturePlan = { version: 1, source: "snapshots", columns: [], excluded: [] };
const ROWS = 2000;
const random = createRandom(3);
const truth = Float64Array.from({ length: ROWS }, () => 0.05 + 0.4 * random.next() ** 2);
const labels = Uint8Array.from(truth, (p) => (random.next() < p ? 1 : 0));
const base = labels.reduce((sum, label) => sum + label, 0) / ROWS;
const flat = Float64Array.from(truth, () => base);

const champion: Champion = {
  version: "v3",
  plan,
  documentText: "",
  horizonDays: 90,
  churn: { definition: "cancelled", inactiveDays: 60 },
  rows: ROWS,
  dataFingerprint: "old",
  learnedUntilMs: 500 * DAY_MS,
};
const challenger: Challenger = {
  plan,
  horizonDays: 90,
  churn: { definition: "cancelled", inactiveDays: 60 },
  dataFingerprint: "new",
  labels,
  times: Float64Array.from(truth, (_, row) => (row % 2 === 0 ? 530 : 400) * DAY_MS),
  heldOutProbabilities: truth,
  later: Int32Array.from({ length: ROWS / 2 }, (_, row) => 2 * row),
};
const laterOf = (values: Float64Array) => values.filter((_, row) => row % 2 === 0);
const says = (values: Float64Array | null) => async () => values;

describe("a newly trained model", () => {
  it("takes over when it is better beyond chance on what is newer", async () => {
    const verdict = await challengeChampion(champion, challenger, says(laterOf(flat)));
    expect(verdict).toMatchObject({
      kind: "decided",
      decision: {
        promoted: true,
        champion: "v3",
        comparison: { rows: 1000, from: "1971-06-15T00:00:00.000Z" },
      },
    });
    if (verdict.kind === "decided") expect(verdict.decision.comparison?.difference.upper).toBeLessThan(0);
  });

  it("does not when the difference may be chance, or the champion is better", async () => {
    const verdict = await challengeChampion(champion, challenger, says(laterOf(truth)));
    expect(verdict).toMatchObject({ decision: { promoted: false } });
    const worse = { ...challenger, heldOutProbabilities: flat };
    expect(await challengeChampion(champion, worse, says(laterOf(truth)))).toMatchObject({
      decision: {
        promoted: false,
        reason: expect.stringMatching(/^v3 stays: not better beyond chance/) as string,
      },
    });
  });

  it("is judged on newer records only: outcomes of older ones change nothing", async () => {
    const flipped = labels.map((label, row) => (row % 2 === 0 ? label : 1 - label));
    expect(
      await challengeChampion(champion, { ...challenger, labels: flipped }, says(laterOf(flat))),
    ).toEqual(await challengeChampion(champion, challenger, says(laterOf(flat))));
  });

  it("waits while too few newer records have an outcome, unless it knew far more", async () => {
    const later = Int32Array.from([0, 2, 4]);
    const few = { ...challenger, later };
    expect(await challengeChampion(champion, few, says(null))).toMatchObject({
      decision: { promoted: false, comparison: null },
    });
    expect(await challengeChampion({ ...champion, rows: 1000 }, few, says(null))).toMatchObject({
      decision: { promoted: true },
    });
  });

  it("is the champion over again on the same data", async () => {
    const again = { ...challenger, dataFingerprint: "old" };
    expect(await challengeChampion(champion, again, says(null))).toEqual({ kind: "same" });
  });

  it("takes over where the champion cannot answer any more: another horizon, other data, no champion, a broken one", async () => {
    for (const [current, scores] of [
      [{ ...champion, horizonDays: 30 }, flat],
      [{ ...champion, plan: { ...plan, source: "customers" as const } }, flat],
      [null, flat],
      [champion, null],
    ] as const) {
      expect(await challengeChampion(current, challenger, says(scores))).toMatchObject({
        decision: { promoted: true },
      });
    }
  });
});
