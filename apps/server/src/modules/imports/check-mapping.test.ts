import type { ColumnProfile, ImportMapping } from "@forestay/contracts";
import { expect, it } from "vitest";
import { checkMapping } from "./check-mapping.ts";

const profile = (column: string): ColumnProfile => ({
  column,
  kind: "text",
  filledShare: 1,
  distinctCount: 1,
  samples: [],
  needsDateOrder: false,
  needsNumberStyle: false,
});

it("names a column that the file does not have, also one called like a part of every object", () => {
  for (const column of ["nope", "__proto__", "constructor"]) {
    const mapping: ImportMapping = { columns: [{ column, target: "email" }] };
    const problems = checkMapping(mapping, [profile("id")]);
    expect(Object.entries(problems)).toEqual([[column, "The file has no such column"]]);
  }
});
