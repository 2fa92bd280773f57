import { describe, expect, it } from "vitest";

import { createRandom } from "../random.ts";
import type { Column, NumericColumn } from "../table.ts";
import { stratifiedFolds } from "../validation/folds.ts";
import { tellingPairs } from "./telling-pairs.ts";
import { tellingValue } from "./telling-values.ts";

const ROWS = 2000;
const random = createRandom(41);
const labels = Uint8Array.from({ length: ROWS }, () => (random.next() < 0.1 ? 1 : 0));
const often = (share: number): boolean => random.next() < share;
const numeric = (name: string, value: (left: boolean, row: number) => number): NumericColumn => ({
  name,
  kind: "numeric",
  values: Float64Array.from(labels, (label, row) => value(label === 1, row)),
});
const words = (value: (left: boolean) => string | null): Column => ({
  name: "Code",
  kind: "categorical",
  values: Array.from(labels, (label) => value(label === 1)),
});

describe("a value of leavers", () => {
  it("is told with its counts when a tenth of them share it and nobody who stayed", () => {
    const zero = numeric("Minutes", (left) => (left && often(0.3) ? 0 : 1 + 300 * random.next()));
    const found = tellingValue(zero, labels)!;
    expect(found).toMatchObject({
      kind: "shared",
      detail: expect.stringMatching(/^is 0 for \d+ of \d+ leavers and nobody of/),
    });
    expect(found.shareOfLeavers).toBeCloseTo(0.3, 0);
  });

  it.each<[string, Column, string]>([
    ["missing", numeric("x", (left) => (left && often(0.2) ? Number.NaN : random.int(900))), "is missing"],
    ["a word", words((left) => (left && often(0.2) ? "x9" : "abc"[random.int(3)]!)), 'is "x9"'],
    ["a minus", numeric("x", (left) => (left && often(0.2) ? -1 : random.int(9))), "is -1"],
    [
      "any of many codes",
      words((left) => (left && often(0.25) ? `r${random.int(40)}` : "none")),
      'is something else than "none"',
    ],
  ])("may be %s", (_, column, said) => {
    expect(tellingValue(column, labels)).toMatchObject({
      kind: "shared",
      detail: expect.stringContaining(said),
    });
  });

  it("may be any value at all, where others have none", () => {
    const marker = numeric("x", (left) => (left && often(0.12) ? random.int(5) : Number.NaN));
    expect(tellingValue(marker, labels)).toMatchObject({ kind: "filled" });
  });

  it.each<[string, Column]>([
    ["that stayers have too", numeric("x", (left) => (often(left ? 0.3 : 0.02) ? 0 : 5 + random.int(90)))],
    ["of one leaver in fifty", numeric("x", (left) => (left && often(0.02) ? 0 : 5 + random.int(90)))],
    [
      "of a strong honest count",
      numeric("x", (left) => Math.max(0, Math.round((left ? 5 : 9) + 3 * random.normal()))),
    ],
    ["of noise", words(() => "abcdefgh"[random.int(8)]!)],
    ["that is everybody's own", words((left) => `${left ? "L" : "S"}${random.next()}`)],
  ])("is none %s", (_, column) => {
    // What everybody has to themselves is nobody's shared value, whatever it says.
    expect(tellingValue(column, labels)).toBeNull();
  });

  it("is none where next to nobody has left", () => {
    const few = Uint8Array.from(labels, (_, row) => (row < 10 ? 1 : 0));
    expect(
      tellingValue(
        words(() => null),
        few,
      ),
    ).toBeNull();
  });
});

describe("two columns together", () => {
  const foldOf = stratifiedFolds(labels, 5, { seed: 1 });
  const pairsOf = (...columns: Column[]) =>
    tellingPairs(columns, labels, foldOf, { aloneAuc: new Map(), leastAuc: 0.9 }).map(
      ({ columns: [a, b], auc }) => ({ names: [a.name, b.name], auc }),
    );
  const started = Float64Array.from(labels, () => 30 + Math.floor(2000 * random.next()));
  const left = Float64Array.from(labels, (label, row) =>
    label === 1 ? 5 + Math.floor((started[row]! - 20) * random.next()) : 0,
  );
  const signedUp = numeric("signed_up", (_, row) => 20_000 - started[row]!);
  const stayed = (row: number): number => started[row]! - left[row]!;

  it.each([
    ["days", 1, 0],
    ["weeks", 7, 0],
    ["months, rounded", 30.4375, 0],
    ["years and parts of one", 365.25, 1],
  ])("give away a tenure in %s that stopped, beside the day it began", (_, unit, digits) => {
    const tenure = numeric("tenure", (_left, row) => Number((stayed(row) / unit).toFixed(digits)));
    expect(
      pairsOf(
        signedUp,
        tenure,
        numeric("noise", () => random.normal()),
      ),
    ).toEqual([{ names: ["signed_up", "tenure"], auc: expect.closeTo(1, 1) }]);
  });

  it("give away a tenure that stopped lately, with typing errors in one row of thirty", () => {
    const lately = Float64Array.from(labels, (label) => (label === 1 ? 20 + random.int(180) : 0));
    const tenure = numeric("tenure", (_, row) =>
      often(0.03) ? random.int(2000) : started[row]! - lately[row]!,
    );
    expect(pairsOf(signedUp, tenure)).toHaveLength(1);
  });

  it("give away a running tenure beside one that stopped", () => {
    const running = numeric("days", (_, row) => started[row]!);
    const stopped = numeric("months", (_, row) => Math.floor(stayed(row) / 30.4375));
    expect(pairsOf(running, stopped)).toHaveLength(1);
  });

  it("give away parts of the outcome, wherever they are known", () => {
    const part = Float64Array.from(labels, () => 10 * random.normal());
    const one = numeric("one", (_, row) => (row % 7 === 0 ? Number.NaN : part[row]!));
    const other = numeric("other", (isLeaver, row) => (isLeaver ? 3 : 0) - part[row]!);
    expect(pairsOf(one, other)).toHaveLength(1);
  });

  it("give away nothing where a tenure is that of everybody's today, or the two say what either says", () => {
    const tenure = numeric("tenure", (_, row) => Math.floor(started[row]! / 30.4375));
    const strong = numeric("strong", (isLeaver) => random.normal() + (isLeaver ? 1.5 : 0));
    const also = numeric("also", (isLeaver) => random.normal() + (isLeaver ? 0.5 : 0));
    const rare = numeric("rare", () => (often(0.01) ? 1e9 * random.next() : 0));
    expect(pairsOf(signedUp, tenure, strong, also, rare)).toEqual([]);
  });
});
