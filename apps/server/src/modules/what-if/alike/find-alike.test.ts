import { expect, it } from "vitest";
import { findAlike, type Known } from "./find-alike.ts";

/** A hundred customers: logins 0 to 99, every second on Pro. */
const hundred: Known[] = Array.from({ length: 100 }, (_, n) => ({
  customerId: `c${n}`,
  values: { logins: n, plan: n % 2 === 0 ? "Pro" : "Basic", vip: n < 5, silent: null },
  timeMs: 0,
  left: n < 30,
  leftAtMs: null,
}));
const logins = (found: readonly Known[]) =>
  found.map(({ values }) => values["logins"] as number).toSorted((a, b) => a - b);

it("takes numbers within an eighth of the ranks to either side, and words that are the same", () => {
  const { traits, alike } = findAlike({ logins: 50, plan: "Pro" }, ["logins"], hundred);
  expect(traits).toEqual([{ feature: "logins", is: { from: 38, to: 62 } }]);
  expect(logins(alike)).toEqual(Array.from({ length: 25 }, (_, n) => 38 + n));
  const word = findAlike({ logins: 50, plan: "Pro" }, ["plan"], hundred);
  expect(word.traits).toEqual([{ feature: "plan", is: { same: "Pro" } }]);
  expect(word.alike).toHaveLength(50);
});

it("adds a trait only while enough are left, and goes on to the next one", () => {
  const asked = ["plan", "vip", "logins"];
  const { traits, alike } = findAlike({ logins: 3, plan: "Pro", vip: true }, asked, hundred);
  // Of five VIPs three are on Pro: no share to speak of. Of those with 0 to 15 logins it is eight.
  expect(traits.map(({ feature }) => feature)).toEqual(["plan"]);
  expect(alike).toHaveLength(50);
  const wide = [...hundred, ...hundred.map((known) => ({ ...known, customerId: `${known.customerId}x` }))];
  expect(
    findAlike({ logins: 50, plan: "Pro", vip: true }, asked, wide).traits.map(({ feature }) => feature),
  ).toEqual(["plan", "logins"]);
});

it("keeps the most telling trait even where few are like it, and none where nobody can be", () => {
  expect(findAlike({ vip: true }, ["vip"], hundred).alike).toHaveLength(5);
  expect(findAlike({ plan: "Team" }, ["plan"], hundred)).toMatchObject({
    traits: [{ feature: "plan" }],
    alike: [],
  });
  expect(findAlike({ silent: null }, ["silent", "unknown"], hundred)).toEqual({ traits: [], alike: [] });
  expect(findAlike({ silent: 3 }, ["silent"], hundred)).toEqual({ traits: [], alike: [] });
});

it("takes closer ranks where four traits leave enough of them", () => {
  const many = Array.from({ length: 2000 }, (_, n) => ({
    ...hundred[0]!,
    customerId: `m${n}`,
    values: { a: n, b: n, c: n, d: n },
  }));
  const { traits, alike } = findAlike({ a: 900, b: 900, c: 900, d: 900 }, ["a", "b", "c", "d"], many);
  expect(traits.map(({ is }) => is)).toEqual(Array.from({ length: 4 }, () => ({ from: 800, to: 1000 })));
  expect(alike).toHaveLength(201);
});

it("finds who is beyond all others among those at that end", () => {
  const { traits, alike } = findAlike({ logins: 500 }, ["logins"], hundred);
  expect(traits).toEqual([{ feature: "logins", is: { from: 88, to: 500 } }]);
  expect(alike).toHaveLength(12);
});

it("counts each customer once, at one of its moments that fit, always the same, and not always the last", () => {
  const year = hundred.flatMap((known) =>
    Array.from({ length: 12 }, (_, month) => ({ ...known, timeMs: month, left: known.left && month === 11 })),
  );
  const found = findAlike({ plan: "Pro" }, ["plan"], year).alike;
  expect(found).toHaveLength(50);
  expect(findAlike({ plan: "Pro" }, ["plan"], year.toReversed().toReversed()).alike).toEqual(found);
  // Fifteen of them left after their twelfth month: by their last moment all would have.
  expect(found.filter(({ left }) => left).length).toBeLessThan(6);
  expect(new Set(found.map(({ timeMs }) => timeMs)).size).toBeGreaterThan(6);
});
