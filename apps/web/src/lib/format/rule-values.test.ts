import { expect, it } from "vitest";
import { dayOfInstant, instantOfDay, listText, readList, ruleDay } from "./rule-values.ts";

it("keeps a day of a rule through every edit, wherever it is read", () => {
  expect(instantOfDay("2026-10-01")).toBe("2026-10-01T00:00:00.000Z");
  for (const day of ["2026-10-01", "2026-03-29", "2026-01-01"])
    expect(dayOfInstant(instantOfDay(day))).toBe(day);
  // What a browser once stored at its own midnight.
  expect(dayOfInstant(new Date("2026-10-01T00:00:00").toISOString())).toBe("2026-10-01");
});

it("keeps values that hold a comma or a quote", () => {
  for (const values of [["Berlin, Germany", "Paris"], ['The "old" one', "b"], ["a"], []])
    expect(readList(listText(values))).toEqual(values);
  expect(listText(["Berlin, Germany", "Paris"])).toBe('"Berlin, Germany", Paris');
  expect(readList(" Starter ,, Growth, ")).toEqual(["Starter", "Growth"]);
});

it("says a day as it was typed, east and west of where it is midnight", () => {
  expect(ruleDay(instantOfDay("2020-10-01"))).toBe("Oct 1, 2020");
});
