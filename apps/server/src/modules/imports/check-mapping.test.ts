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
    const problems = checkMapping("customers", mapping, [profile("id")]);
    expect(Object.entries(problems)).toEqual([[column, "The file has no such column"]]);
  }
});

it("asks what the numbers of a label mean, unless they are 0 and 1", () => {
  const profiles = [profile("id"), { ...profile("churn"), words: ["1", "2"] }];
  const id = { column: "id", target: "externalId" } as const;
  const label = { column: "churn", target: "churned" } as const;
  const problem = { churn: "Say which of '1', '2' means that the customer left" };
  expect(checkMapping("customers", { columns: [id, label] }, profiles)).toEqual(problem);
  expect(checkMapping("customers", { columns: [id, { ...label, valueMap: { 2: 1 } }] }, profiles)).toEqual(
    problem,
  );
  expect(
    checkMapping("customers", { columns: [id, { ...label, valueMap: { 1: 0, 2: 1 } }] }, profiles),
  ).toEqual({});
  const plain = [profile("id"), { ...profile("churn"), words: ["1", "0"] }];
  expect(checkMapping("customers", { columns: [id, label] }, plain)).toEqual({});
});
