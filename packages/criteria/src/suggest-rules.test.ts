import { describe, expect, it } from "vitest";
import { suggestRules, type CandidateLine } from "./suggest-rules.ts";

const rows = 4000;
/** Numbers from 0 to 1, the same in every run. */
function random(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return state / 2_147_483_648;
  };
}

function world(seed: number) {
  const next = random(seed);
  const quiet = Uint8Array.from({ length: rows }, () => (next() < 0.3 ? 1 : 0));
  const monthly = Uint8Array.from({ length: rows }, () => (next() < 0.5 ? 1 : 0));
  const noise = Array.from({ length: 20 }, () =>
    Uint8Array.from({ length: rows }, () => (next() < 0.4 ? 1 : 0)),
  );
  const line = (name: string, met: Uint8Array): CandidateLine => ({
    criterion: { field: name, operator: "Equals", value: true },
    met,
    base: name,
  });
  return {
    quiet,
    monthly,
    candidates: [
      line("quiet", quiet),
      line("monthly", monthly),
      ...noise.map((met, index) => line(`noise${index}`, met)),
    ],
    isBuilt: Uint8Array.from({ length: rows }, (_, row) => row % 2),
    next,
  };
}

describe("suggested rules", () => {
  it("find what was planted: two lines that only together raise the chance", () => {
    const { quiet, monthly, candidates, isBuilt, next } = world(7);
    const targets = Float64Array.from({ length: rows }, (_, row) =>
      quiet[row] === 1 && monthly[row] === 1 ? 0.4 + next() * 0.1 : 0.05 + next() * 0.02,
    );
    const [first] = suggestRules(candidates, targets, isBuilt, { mostRules: 1 });
    expect(
      first?.lines
        .slice(0, 2)
        .map(({ field }) => field)
        .toSorted(),
    ).toEqual(["monthly", "quiet"]);
    for (let row = 0; row < rows; row++)
      if (first?.met[row] === 1) expect(quiet[row]! & monthly[row]!).toBe(1);
  });

  it("are built on the rows they may see, and on no other", () => {
    const { candidates, isBuilt, next } = world(11);
    const targets = Float64Array.from({ length: rows }, () => next());
    const changed = targets.map((target, row) => (isBuilt[row] === 1 ? target : 1 - target));
    const fields = (of: Float64Array) =>
      suggestRules(candidates, of, isBuilt).map(({ lines }) => lines.map(({ field }) => field));
    expect(fields(changed)).toEqual(fields(targets));
  });

  it("hold enough rows each, take one line on each thing, and say nothing where nothing is above the rest", () => {
    const { quiet, candidates, isBuilt } = world(3);
    const twice = [
      ...candidates,
      { ...candidates[0]!, criterion: { ...candidates[0]!.criterion, value: false } },
    ];
    const targets = Float64Array.from(quiet, (one) => 0.1 + 0.2 * one);
    const rules = suggestRules(twice, targets, isBuilt, { fewest: 100 });
    for (const { lines, met } of rules) {
      expect(new Set(lines.map(({ field }) => field)).size).toBe(lines.length);
      expect(met.reduce((sum, one, row) => sum + (isBuilt[row] === 1 ? one : 0), 0)).toBeGreaterThanOrEqual(
        100,
      );
    }
    expect(suggestRules(candidates, new Float64Array(rows).fill(0.2), isBuilt)).toEqual([]);
  });
});
