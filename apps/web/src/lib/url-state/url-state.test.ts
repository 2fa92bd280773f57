import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { choice, day, defineUrlState, flag, word, json, pageNumber, text } from "./index.ts";

const isNumbers = (parsed: unknown): number[] | undefined =>
  Array.isArray(parsed) && parsed.every((one) => typeof one === "number") ? parsed : undefined;

const list = defineUrlState({
  search: text(),
  from: day(),
  sort: choice(["score", "name"], "score"),
  level: choice([0, 1, 2, 3]),
  size: choice([10, 25, 50], 25),
  picked: json(isNumbers, []),
  open: word(),
  help: flag(),
  page: pageNumber(),
});
const read = (address: string) => list.read(new URLSearchParams(address));
const write = (address: string, patch: Parameters<typeof list.write>[1]) =>
  list.write(new URLSearchParams(address), patch).toString();

const anyState = fc.record({
  search: fc.string({ unit: "grapheme", maxLength: 40 }).map((one) => one.trim()),
  from: fc.oneof(
    fc.constant(""),
    fc.date({ min: new Date(0), max: new Date("2099-12-31"), noInvalidDate: true }).map(isoDay),
  ),
  sort: fc.constantFrom("score", "name"),
  level: fc.constantFrom(undefined, 0, 1, 2, 3),
  size: fc.constantFrom(10, 25, 50),
  picked: fc.array(fc.integer()),
  open: fc.option(fc.uuid(), { nil: undefined }),
  help: fc.boolean(),
  page: fc.integer({ min: 1, max: 999_999 }),
});
function isoDay(date: Date): string {
  return date.toISOString().slice(0, 10);
}

describe("a state that lives in the address", () => {
  it("comes back as it was written, whatever it is", () => {
    fc.assert(
      fc.property(anyState, (state) => {
        expect(read(write("", state))).toEqual(state);
      }),
    );
  });

  it("is read from any address without a crash, and what is written of it says the same", () => {
    const names = ["search", "from", "sort", "level", "size", "picked", "open", "help", "page", "other"];
    const anyText = fc.oneof(
      fc.string({ unit: "binary" }),
      fc.json(),
      fc.constantFrom("", "0", "-3", "1.5", "1e9", "x"),
    );
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.constantFrom(...names), anyText)), (pairs) => {
        const address = new URLSearchParams(pairs);
        const state = list.read(address);
        expect(list.read(list.write(address, state))).toEqual(state);
      }),
    );
  });

  it("is nothing in the address where everything is at its default", () => {
    expect(write("search=&sort=score&size=25&page=1&picked=[]", {})).toBe("");
    expect(write("search=acme&level=2", { search: "", level: undefined })).toBe("");
    expect(read("")).toEqual(list.defaults);
  });

  it.each([
    "sort=size",
    "level=9",
    "size=7",
    "page=0",
    "page=-1",
    "page=1.5",
    "page=x",
    "from=yesterday",
    "picked=[{",
  ])("reads %s, which makes no sense, as if it were not there", (address) => {
    expect(read(address)).toEqual(list.defaults);
  });

  it("leaves the names of others in the address alone", () => {
    expect(write("section=audit&page=3&tab=plan", { search: "a&b" })).toBe(
      "section=audit&tab=plan&search=a%26b",
    );
  });

  it("goes back to the first page when anything but the page changes", () => {
    expect(write("level=2&page=7", { page: 8 })).toBe("level=2&page=8");
    expect(write("level=2&page=7", { level: 3 })).toBe("level=3");
    expect(write("level=2&page=7", { level: 3, page: 2 })).toBe("level=3&page=2");
  });

  it("takes a cursor for a place like a page", () => {
    const byCursor = defineUrlState({ search: text(), after: { ...word(), isPlace: true } });
    const address = new URLSearchParams("search=acme&after=c2");
    expect(byCursor.write(address, { after: "c3" }).toString()).toBe("search=acme&after=c3");
    expect(byCursor.write(address, { search: "ltd" }).toString()).toBe("search=ltd");
  });

  it("tells typing from choosing", () => {
    expect(list.isTyping({ search: "a" })).toBe(true);
    expect(list.isTyping({ search: "", level: undefined })).toBe(false);
    expect(list.isTyping({ page: 2 })).toBe(false);
  });

  it("cuts a text that no search is as long as, and takes the blanks off it", () => {
    expect(read(`search=${"a".repeat(500)}`).search).toHaveLength(200);
    expect(read("search=+acme+").search).toBe("acme");
  });
});
