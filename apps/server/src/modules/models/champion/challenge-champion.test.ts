import { createRandom } from "@forestay/churn-model";
import { describe, expect, it } from "vitest";
import type { FeaturePlan } from "#modules/features/index.ts";
import {
  challengeChampion,
  type Challenger,
  type Champion,
  type KnownVersion,
  type Verdict,
} from "./challenge-champion.ts";

const DAY_MS = 86_400_000;
const plan: FeaturePlan = { version: 1, source: "snapshots", columns: [], excluded: [] };
const ROWS = 2000;
const random = createRandom(3);
const truth = Float64Array.from({ length: ROWS }, () => 0.05 + 0.4 * random.next() ** 2);
const labels = Uint8Array.from(truth, (p) => (random.next() < p ? 1 : 0));
const base = labels.reduce((sum, label) => sum + label, 0) / ROWS;
const flat = Float64Array.from(truth, () => base);
const nearly = Float64Array.from(truth, (p) => 0.98 * p + 0.02 * base);
const every = (step: number) => Int32Array.from({ length: ROWS / step }, (_, row) => step * row);

const champion: Champion = {
  version: "v3",
  plan,
  documentText: "",
  horizonDays: 90,
  churn: { definition: "cancelled", inactiveDays: 60 },
  rows: ROWS,
  dataFingerprint: "old",
  trueLeavingShare: null,
  leftOut: [],
  learnedUntilMs: 500 * DAY_MS,
  verdict: "good",
  logLoss: { value: 0.42, lower: 0.4, upper: 0.44 },
  saysWhen: true,
  heldOut: null,
  leftFor: [],
};
const challenger: Challenger = {
  plan,
  horizonDays: 90,
  churn: { definition: "cancelled", inactiveDays: 60 },
  dataFingerprint: "new",
  trueLeavingShare: null,
  leftOut: [],
  verdict: "good",
  logLoss: { value: 0.41, lower: 0.39, upper: 0.43 },
  saysWhen: true,
  labels,
  times: Float64Array.from(truth, (_, row) => (row % 2 === 0 ? 530 : 400) * DAY_MS),
  customers: null,
  heldOutProbabilities: truth,
  measuredRows: every(1),
  unseen: every(2),
  heldOutByChampion: null,
};
const laterOf = (values: Float64Array) => values.filter((_, row) => row % 2 === 0);
const says = (values: Float64Array | null) => async () => values;
const challenge = (
  current: Champion,
  challenging: Challenger,
  scores: Float64Array | null,
  stored: KnownVersion[] = [],
): Promise<Verdict> => challengeChampion(current, challenging, stored, says(scores));
const reasonOf = (verdict: Verdict) => (verdict.kind === "decided" ? verdict.decision.reason : verdict.kind);

describe("a newly trained model", () => {
  it("takes over when it is better beyond chance on what is newer", async () => {
    const verdict = await challenge(champion, challenger, laterOf(flat));
    expect(verdict).toMatchObject({
      kind: "decided",
      decision: {
        promoted: true,
        champion: "v3",
        comparison: { on: "newer", rows: 1000, from: "1971-06-15T00:00:00.000Z" },
      },
    });
    if (verdict.kind === "decided") expect(verdict.decision.comparison?.difference.upper).toBeLessThan(0);
  });

  it("does not when the difference may be chance, or the champion is better", async () => {
    const verdict = await challenge(champion, challenger, laterOf(truth));
    expect(verdict).toMatchObject({ decision: { promoted: false } });
    const worse = { ...challenger, heldOutProbabilities: flat };
    const kept = await challenge(champion, worse, laterOf(truth));
    expect(kept).toMatchObject({ decision: { promoted: false } });
    expect(reasonOf(kept)).toMatch(/^v3 stays: not better beyond chance/);
  });

  it("does not when it may be believed less, however much better it compares", async () => {
    const provisional = { ...challenger, verdict: "provisional" as const };
    const kept = await challenge(champion, provisional, laterOf(flat));
    expect(kept).toMatchObject({ decision: { promoted: false, comparison: { rows: 1000 } } });
    expect(reasonOf(kept)).toMatch(/measured as provisional where v3 is good/);
    const otherData = { ...provisional, plan: { ...plan, source: "customers" as const } };
    expect(await challenge(champion, otherData, null)).toMatchObject({ decision: { promoted: false } });
  });

  it("takes over where the champion says nothing of when customers leave, unless it is worse beyond chance", async () => {
    const silent = { ...champion, saysWhen: false };
    const even = await challenge(silent, challenger, laterOf(truth));
    expect(even).toMatchObject({ decision: { promoted: true } });
    expect(reasonOf(even)).toMatch(
      /^v3 says nothing of when customers leave; the new one does, and is not worse beyond chance/,
    );
    const worse = { ...challenger, heldOutProbabilities: flat };
    expect(await challenge(silent, worse, laterOf(truth))).toMatchObject({ decision: { promoted: false } });
    const lessTrusted = { ...challenger, verdict: "weak" as const };
    expect(await challenge(silent, lessTrusted, laterOf(truth))).toMatchObject({
      decision: { promoted: false },
    });
    // Nothing new is known: the same records are learned from once more, for the sake of when.
    const again = { ...challenger, dataFingerprint: silent.dataFingerprint };
    expect(await challenge(silent, again, laterOf(truth))).toMatchObject({ decision: { promoted: true } });
    expect(await challenge(champion, again, laterOf(truth))).toEqual({ kind: "known", version: "v3" });
    expect(await challenge(silent, { ...again, saysWhen: false }, laterOf(truth))).toEqual({
      kind: "known",
      version: "v3",
    });
  });

  it("is judged on newer records only: outcomes of older ones change nothing", async () => {
    const flipped = labels.map((label, row) => (row % 2 === 0 ? label : 1 - label));
    expect(await challenge(champion, { ...challenger, labels: flipped }, laterOf(flat))).toEqual(
      await challenge(champion, challenger, laterOf(flat)),
    );
  });

  it("counts months of one customer as one piece of evidence", async () => {
    // Twenty customers in all: what 1,000 rows would settle is chance.
    const customers = Uint32Array.from(labels, (_, row) => row % 20);
    const faint = laterOf(Float64Array.from(truth, (p) => 0.85 * p + 0.15 * base));
    const alone = await challenge(champion, challenger, faint);
    const together = await challenge(champion, { ...challenger, customers }, faint);
    const widthOf = (verdict: Verdict) => {
      const { lower, upper } = (verdict.kind === "decided" && verdict.decision.comparison?.difference) || {
        lower: 0,
        upper: 0,
      };
      return (upper ?? 0) - (lower ?? 0);
    };
    expect(widthOf(together)).not.toBeCloseTo(widthOf(alone), 4);
  });

  it("waits while too few newer records have an outcome, however much more it learned from", async () => {
    const few = { ...challenger, unseen: Int32Array.from([0, 2, 4]) };
    expect(await challenge(champion, few, null)).toMatchObject({
      decision: { promoted: false, comparison: null },
    });
    const knewLittle = await challenge({ ...champion, rows: 100 }, few, null);
    expect(knewLittle).toMatchObject({ decision: { promoted: false } });
    expect(reasonOf(knewLittle)).toMatch(/^v3 stays: \d of 3 records to compare on/);
  });

  it("is compared on all records where newer ones are too few and the champion's own held-out figures are kept", async () => {
    const unseen = Int32Array.from([0, 2, 4]);
    const said = flat.map((p, row) => (unseen.includes(row) ? Number.NaN : p));
    const more = { ...challenger, unseen, heldOutByChampion: said };
    expect(await challenge(champion, more, flat.slice(0, 3))).toMatchObject({
      decision: { promoted: true, comparison: { on: "held_out", rows: ROWS } },
    });
    const equal = {
      ...more,
      heldOutByChampion: nearly.map((p, row) => (unseen.includes(row) ? Number.NaN : p)),
    };
    expect(await challenge(champion, equal, nearly.slice(0, 3))).toMatchObject({
      decision: { promoted: false, comparison: { on: "held_out" } },
    });
  });

  it("is the champion over again on the same data, or another version that the same data gave before", async () => {
    const again = { ...challenger, dataFingerprint: "old" };
    expect(await challenge(champion, again, null)).toEqual({ kind: "known", version: "v3" });
    const v4 = { ...champion, version: "v4", dataFingerprint: "new" };
    expect(await challenge(champion, challenger, laterOf(flat), [v4])).toEqual({
      kind: "known",
      version: "v4",
    });
    // The same records under another question are another training.
    const other = { ...v4, horizonDays: 30 };
    expect(await challenge(champion, challenger, laterOf(flat), [other])).toMatchObject({ kind: "decided" });
  });

  it("takes over where the champion cannot answer any more: another horizon, other data, a broken one", async () => {
    for (const [current, scores] of [
      [{ ...champion, horizonDays: 30 }, flat],
      [{ ...champion, plan: { ...plan, source: "customers" as const } }, flat],
      [champion, null],
    ] as const) {
      expect(await challenge(current, challenger, scores)).toMatchObject({
        decision: { promoted: true },
      });
    }
  });
});

describe("a champion that was told otherwise", () => {
  const column = {
    name: "attr:exit",
    base: "attr:exit",
    label: "Exit interview",
    kind: "numeric",
    form: "value",
  };
  const leaky = { ...champion, plan: { ...plan, columns: [{ ...column, unit: "number" }] } as FeaturePlan };

  it("is replaced, though it compares better, where it learned from a field that is to be left out", async () => {
    const without = { ...challenger, heldOutProbabilities: flat, leftOut: ["attr:exit"] };
    const verdict = await challenge(leaky, without, laterOf(truth));
    expect(verdict).toMatchObject({ decision: { promoted: true } });
    expect(reasonOf(verdict)).toBe("v3 learned from what is to be left out since: Exit interview.");
    const never = { ...leaky, leftOut: ["attr:exit"] };
    expect(await challenge(never, without, laterOf(truth))).toMatchObject({ decision: { promoted: false } });
  });

  it("is replaced, the same data or not, once a person has answered what nobody had confirmed", async () => {
    const asked = { ...champion, verdict: "unconfirmed" as const };
    const sameData = { ...challenger, dataFingerprint: "old", heldOutProbabilities: flat };
    const verdict = await challenge(asked, sameData, laterOf(truth));
    expect(verdict).toMatchObject({ decision: { promoted: true } });
    expect(reasonOf(verdict)).toMatch(
      /^v3 rests on columns that nobody has confirmed .* measured as good\.$/,
    );
    const stillAsked = { ...challenger, verdict: "unconfirmed" as const };
    expect(await challenge(asked, stillAsked, laterOf(truth))).toMatchObject({
      decision: { promoted: false },
    });
    expect(reasonOf(await challenge(champion, stillAsked, laterOf(flat)))).toMatch(
      /measured as not confirmed where v3 is good/,
    );
  });

  it("is replaced where another share of customers is said to leave", async () => {
    const verdict = await challenge(champion, { ...challenger, trueLeavingShare: 0.08 }, laterOf(truth));
    expect(verdict).toMatchObject({ decision: { promoted: true } });
    expect(reasonOf(verdict)).toMatch(/^v3 took the data's own for the share .* by now that is 8%\.$/);
  });
});

describe("a champion that a person went back to", () => {
  const leftVersion = {
    ...champion,
    version: "v4",
    dataFingerprint: "between",
    learnedUntilMs: 530 * DAY_MS,
  };
  const back = { ...champion, leftFor: ["v4"] };

  it("stays while nothing newer is known than the version it was chosen over had learned from", async () => {
    const verdict = await challenge(back, challenger, laterOf(flat), [leftVersion]);
    expect(verdict).toMatchObject({ decision: { promoted: false } });
    expect(reasonOf(verdict)).toMatch(/^v3 stays: a person took it back into use in place of v4/);
  });

  it("is beaten by a challenger that knows newer records and is better than it", async () => {
    const newer = { ...challenger, times: challenger.times?.map((time) => time + 30 * DAY_MS) ?? null };
    expect(await challenge(back, newer, laterOf(flat), [leftVersion])).toMatchObject({
      decision: { promoted: true },
    });
    expect(await challenge(back, newer, laterOf(truth), [leftVersion])).toMatchObject({
      decision: { promoted: false },
    });
  });
});

describe("without dates", () => {
  const undatedPlan = { ...plan, source: "customers" as const };
  const old = { ...champion, plan: undatedPlan, learnedUntilMs: null };
  const unseen = every(4);
  const saidBy = (values: Float64Array) => values.map((p, row) => (row % 4 === 0 ? Number.NaN : p));
  const undated = { ...challenger, plan: undatedPlan, times: null, unseen };
  const scoresOf = (values: Float64Array) => Float64Array.from(unseen, (row) => values[row] ?? 0);

  it("a new model takes over only when it is better on rows that neither had learned from", async () => {
    const better = { ...undated, heldOutByChampion: saidBy(flat) };
    expect(await challenge(old, better, scoresOf(flat))).toMatchObject({
      decision: {
        promoted: true,
        comparison: { on: "held_out", rows: ROWS, from: null, to: null },
      },
    });
    const equal = { ...undated, heldOutByChampion: saidBy(nearly) };
    expect(await challenge(old, equal, scoresOf(nearly))).toMatchObject({ decision: { promoted: false } });
    const worse = { ...equal, heldOutProbabilities: flat };
    expect(await challenge(old, worse, scoresOf(truth))).toMatchObject({ decision: { promoted: false } });
  });

  it("rows whose outcome was another when the champion learned from them are compared on by neither", async () => {
    const known = saidBy(flat).map((p, row) => (row % 8 === 1 ? Number.NaN : p));
    expect(await challenge(old, { ...undated, heldOutByChampion: known }, scoresOf(flat))).toMatchObject({
      decision: { comparison: { rows: ROWS - ROWS / 8 } },
    });
  });

  it("a champion of before its rows were kept is replaced only where the measured figures are apart", async () => {
    const close = await challenge(old, undated, null);
    expect(close).toMatchObject({ decision: { promoted: false, comparison: null } });
    const apart = { ...undated, logLoss: { value: 0.36, lower: 0.34, upper: 0.38 } };
    expect(await challenge(old, apart, null)).toMatchObject({ decision: { promoted: true } });
    expect(await challenge(old, { ...apart, verdict: "weak" }, null)).toMatchObject({
      decision: { promoted: false },
    });
  });

  it("a rollback holds until more is known than the version left had learned from", async () => {
    const back = { ...old, leftFor: ["v4"] };
    const v4 = { ...old, version: "v4", dataFingerprint: "between", rows: ROWS };
    const better = { ...undated, heldOutByChampion: saidBy(flat) };
    expect(await challenge(back, better, scoresOf(flat), [v4])).toMatchObject({
      decision: { promoted: false },
    });
    expect(await challenge(back, better, scoresOf(flat), [{ ...v4, rows: ROWS - 1 }])).toMatchObject({
      decision: { promoted: true },
    });
  });
});
