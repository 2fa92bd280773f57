import * as fc from "fast-check";
import { expect, it } from "vitest";
import { capped, LONGEST_LIST, LONGEST_TEXT } from "./capped.ts";

it("leaves what is short as it is, whatever its shape", () => {
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 4 }), (value) => {
      expect(JSON.stringify(capped(value))).toBe(JSON.stringify(value));
    }),
    { seed: 20_261_124 },
  );
});

it("cuts texts and lists at any depth, and no character in two", () => {
  const long = `${"a".repeat(LONGEST_TEXT - 2)}😀 and more`;
  const cut = capped({ a: [{ b: long }], list: Array.from({ length: 500 }, (_, n) => n) }) as {
    a: [{ b: string }];
    list: number[];
  };
  expect(cut.a[0].b).toBe(`${"a".repeat(LONGEST_TEXT - 2)}…`);
  expect(cut.a[0].b.isWellFormed()).toBe(true);
  expect(cut.list).toEqual(Array.from({ length: LONGEST_LIST }, (_, n) => n));
});
