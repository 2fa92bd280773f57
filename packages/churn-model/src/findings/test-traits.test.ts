import { describe, expect, it } from "vitest";
import { createRandom } from "../random.ts";
import { testTraits, type Trait } from "./test-traits.ts";

/** Rows of which so many have a trait and left, have it and stayed, and so on. */
function rowsOf(haveLeft: number, haveStayed: number, lackLeft: number, lackStayed: number) {
  const counts = [haveLeft, haveStayed, lackLeft, lackStayed];
  const has = counts.flatMap((count, at) => Array<number>(count).fill(at < 2 ? 1 : 0));
  const left = counts.flatMap((count, at) => Array<number>(count).fill(at % 2 === 0 ? 1 : 0));
  return { has: Uint8Array.from(has), labels: Uint8Array.from(left) };
}

describe("traits tested against leaving", () => {
  it("have shares, Newcombe's interval and the p-value of two proportions", () => {
    // 56 of 70 against 48 of 80: Newcombe 1998, table II (a), method 10: .0524 to .3339; z = .2 / .075467 = 2.6502 by hand.
    const { labels, has } = rowsOf(56, 14, 48, 32);
    const { tested, traits } = testTraits(labels, [{ name: "one", has }]);
    expect(tested).toBe(1);
    expect(traits[0]).toMatchObject({
      withIt: { rows: 70, left: 56, share: 0.8 },
      without: { rows: 80, left: 48, share: 0.6 },
      holds: true,
    });
    expect(traits[0]!.difference.low).toBeCloseTo(0.0524, 4);
    expect(traits[0]!.difference.high).toBeCloseTo(0.3339, 4);
    expect(traits[0]!.pValue).toBeCloseTo(0.00805, 4);
  });

  it("hold by Benjamini and Hochberg: a p-value is measured against its place among all", () => {
    const random = createRandom(5);
    const strong = rowsOf(60, 40, 30, 70);
    const noise = (name: string): Trait => ({
      name,
      has: Uint8Array.from(strong.labels, () => (random.next() < 0.5 ? 1 : 0)),
    });
    const { traits, tested } = testTraits(strong.labels, [
      { name: "strong", has: strong.has },
      ...Array.from({ length: 19 }, (_, at) => noise(`noise ${at}`)),
    ]);
    expect(tested).toBe(20);
    const p = traits.map(({ pValue }) => pValue);
    const last = p.findLastIndex((value, at) => value <= (0.05 * (at + 1)) / 20);
    expect(traits.map(({ holds }) => holds)).toEqual(p.map((_, at) => at <= last));
    expect(traits[0]).toMatchObject({ name: "strong", holds: true });
  });

  it("are chance in no more than one company of twenty where nothing goes with leaving", () => {
    const random = createRandom(11);
    let wrong = 0;
    for (let company = 0; company < 300; company++) {
      const labels = Uint8Array.from({ length: 600 }, () => (random.next() < 0.2 ? 1 : 0));
      const traits = Array.from({ length: 25 }, (_, at) => ({
        name: `${at}`,
        has: Uint8Array.from(labels, () => (random.next() < 0.3 ? 1 : 0)),
      }));
      if (testTraits(labels, traits).traits.some(({ holds }) => holds)) wrong++;
    }
    expect(wrong / 300).toBeLessThan(0.09);
  });

  it("are told once where nearly the same customers have them, or lack them, and not at all of too few", () => {
    const { labels, has } = rowsOf(60, 40, 30, 70);
    const nearly = has.map((one, row) => (row === 3 ? 1 - one : one));
    const lacking = has.map((one) => 1 - one);
    const few = has.map((_, row) => (row < 20 ? 1 : 0));
    const { traits, tested } = testTraits(labels, [
      { name: "nearly", has: nearly },
      { name: "exactly", has },
      { name: "lacking", has: lacking },
      { name: "few", has: few },
    ]);
    expect(tested).toBe(3);
    expect(traits.map(({ name }) => name)).toEqual(["exactly"]);
  });
});
