import { describe, expect, it } from "vitest";
import { MAX_JSON_DEPTH, MAX_JSON_VALUES, refuseOutsizedJson } from "./json-body.ts";
import { refuseUnstorableText } from "./unstorable-text.ts";

const nested = (depth: number, inside = "") => "[".repeat(depth) + inside + "]".repeat(depth);
const listOf = (count: number) => `[${Array.from({ length: count }, () => "1").join(",")}]`;

describe("the size of a body", () => {
  it("is bounded in depth, by lists and by objects", () => {
    const objects = (depth: number) => '{"a":'.repeat(depth) + "1" + "}".repeat(depth);
    for (const deep of [nested, objects]) {
      expect(() => refuseOutsizedJson(deep(MAX_JSON_DEPTH))).not.toThrow();
      expect(() => refuseOutsizedJson(deep(MAX_JSON_DEPTH + 1))).toThrow("nested deeper than 32 levels");
    }
  });

  it("is bounded in values, wherever they stand", () => {
    expect(() => refuseOutsizedJson(listOf(MAX_JSON_VALUES))).not.toThrow();
    expect(() => refuseOutsizedJson(listOf(MAX_JSON_VALUES + 1))).toThrow("more than 25,000 values");
    const lists = `[${Array.from({ length: MAX_JSON_VALUES }, () => "[]").join(",")}]`;
    expect(() => refuseOutsizedJson(lists)).toThrow("more than 25,000 values");
  });

  it("does not count what stands in strings", () => {
    const strings = [
      nested(100),
      ",".repeat(2 * MAX_JSON_VALUES),
      '"'.repeat(9) + "[".repeat(99),
      "\\",
      '\\"',
    ];
    expect(() => refuseOutsizedJson(JSON.stringify({ strings, [nested(99)]: strings }))).not.toThrow();
    // A string that does not end before a bracket hides nothing that a parser would take.
    expect(() => refuseOutsizedJson(`["never ends ${nested(100)}`)).not.toThrow();
    expect(() => refuseOutsizedJson(`["ends \\\\",${nested(100)}]`)).toThrow("nested");
  });
});

describe("the look for what cannot be stored", () => {
  it("reads each value once, however deep it stands", () => {
    let reads = 0;
    const counted = <T extends object>(value: T): T =>
      new Proxy(value, {
        get(target, key) {
          if (key !== "length") reads++;
          return Reflect.get(target, key) as unknown;
        },
      });
    let body: object = counted(Array.from({ length: 1000 }, (_, i) => i));
    for (let depth = 1; depth < 10_000; depth++) body = counted([body]);
    refuseUnstorableText({ body });
    expect(reads).toBe(1000 + 9999);
  });

  it("names the place", () => {
    const place = (body: unknown) => {
      try {
        refuseUnstorableText({ query: { page: "1" }, body });
      } catch (error) {
        return Object.keys((error as { fields: object }).fields);
      }
      return [];
    };
    expect(place({ a: [{ b: "fine" }, { b: "nul \u0000" }] })).toEqual(["a.1.b"]);
    expect(place({ a: { "half \ud800": 1 } })).toEqual(["a.(name)"]);
    expect(place("nul \u0000")).toEqual(["body"]);
    expect(place({ a: [{ b: "fine" }, null, 1, true] })).toEqual([]);
  });
});
