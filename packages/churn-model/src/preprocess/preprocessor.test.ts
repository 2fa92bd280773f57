import { describe, expect, test } from "vitest";

import type { Column, Table } from "../table.ts";
import { daysOfIsoDate } from "./date-columns.ts";
import { encodeTable, fitPreprocessor } from "./preprocessor.ts";

const ROWS = 200;
const rows = Array.from({ length: ROWS }, (_, i) => i);
const numeric = (name: string, value: (row: number) => number): Column => ({
  name,
  kind: "numeric",
  values: Float64Array.from(rows, value),
});
const text = (name: string, value: (row: number) => string | null): Column => ({
  name,
  kind: "categorical",
  values: rows.map(value),
});
const table = (...columns: Column[]): Table => ({ rowIds: rows.map(String), columns });

describe("columns that cannot be learnt from are dropped with the reason", () => {
  test.each<[string, Column, string]>([
    ["one value", numeric("x", () => 3), "constant"],
    ["one word", text("x", () => "yes"), "constant"],
    ["no value at all", text("x", () => null), "mostly_missing"],
    ["96% missing", numeric("x", (row) => (row % 25 === 0 ? row : Number.NaN)), "mostly_missing"],
    ["words that all differ", text("x", (row) => `c-${row * 7}`), "id_like"],
    ["a running number", numeric("x", (row) => 5000 + row), "id_like"],
    ["numbers named as an id", numeric("CustomerId", (row) => (row * 7919) % 100_003), "id_like"],
    ["addresses", text("x", (row) => `person${row}@example.org`), "email"],
    ["few addresses, repeated", text("x", (row) => `office${row % 9}@example.org`), "email"],
    ["telephone numbers", text("x", (row) => `+47 22 ${100_000 + row * 31}`), "phone"],
    ["telephone numbers as numbers", numeric("phone", (row) => 4_722_000_000 + row * 7), "phone"],
    ["sentences", text("x", (row) => `they said number ${row} of many things`), "free_text"],
  ])("%s", (_, column, reason) => {
    const { preprocessor, dropped } = fitPreprocessor(
      table(
        column,
        numeric("kept", (row) => row % 7),
      ),
    );
    expect(dropped).toMatchObject([{ name: column.name, reason }]);
    expect(dropped[0]!.detail).not.toBe("");
    expect(preprocessor.features.map(({ name }) => name)).toEqual(["kept"]);
  });

  test.each([
    ["days", (row: number) => new Date(Date.UTC(2024, 0, 1 + row)).toISOString().slice(0, 10)],
    ["moments", (row: number) => new Date(Date.UTC(2024, 0, 1 + row, 7, 30)).toISOString()],
    ["moments without a zone", (row: number) => `2024-0${1 + (row % 9)}-${10 + (row % 17)} 08:15`],
  ])("%s as text are no telephone numbers but days with an order", (_, value) => {
    const dated = table(text("signed_up", (row) => (row === 3 ? null : value(row))));
    const { preprocessor, dropped } = fitPreprocessor(dated);
    expect(dropped).toEqual([]);
    expect(preprocessor.features).toMatchObject([{ kind: "numeric", name: "signed_up" }]);
    const { matrix, inputs } = encodeTable(preprocessor, dated);
    expect(inputs).toMatchObject([{ missing: 1, unseen: 0 }]);
    expect(matrix.features[0]).toMatchObject({
      values: expect.objectContaining({ 0: Date.parse(value(0).replace(/ (.*)/, "T$1Z")) / 86_400_000 }),
    });
  });

  test("dates in the order of a country are no telephone numbers either", () => {
    const value = (row: number): string => `${10 + (row % 18)}.0${1 + (row % 9)}.2024`;
    expect(fitPreprocessor(table(text("x", value))).dropped).toEqual([]);
  });

  test("a day that no calendar has is missing, not another day", () => {
    expect(daysOfIsoDate("2024-02-29")).toBe(19782);
    expect(daysOfIsoDate("2024-02-30")).toBeNaN();
    expect(daysOfIsoDate("2024-13-01")).toBeNaN();
    expect(daysOfIsoDate("soon")).toBeNaN();
  });

  test("a value that is either there or missing is kept: that it is missing says something", () => {
    const { dropped } = fitPreprocessor(table(text("x", (row) => (row % 2 === 0 ? "yes" : null))));
    expect(dropped).toEqual([]);
  });

  test("money that differs for everybody is no identifier", () => {
    const { dropped } = fitPreprocessor(table(numeric("EstimatedSalary", (row) => 1000 + row * 13.37)));
    expect(dropped).toEqual([]);
  });
});

describe("values", () => {
  test("infinite and absurd numbers are clipped, with a count", () => {
    const strange = numeric("x", (row) =>
      row === 0 ? Infinity : row === 1 ? -Infinity : row === 2 ? 1e300 : row % 11,
    );
    const { preprocessor, clipped } = fitPreprocessor(table(strange));
    expect(clipped).toEqual([{ name: "x", count: 3 }]);
    const [feature] = encodeTable(preprocessor, table(strange)).matrix.features;
    expect(feature?.kind === "numeric" && Array.from(feature.values.subarray(0, 3))).toEqual([10, 0, 10]);
  });

  test("many levels keep the frequent ones, the rest becomes other, new ones too", () => {
    const { preprocessor } = fitPreprocessor(
      table(text("city", (row) => (row < 100 ? `big ${row % 4}` : `village ${row}`))),
    );
    const [spec] = preprocessor.features;
    expect(spec).toMatchObject({
      kind: "categorical",
      levels: ["big 0", "big 1", "big 2", "big 3"],
      other: true,
    });
    const { matrix, inputs } = encodeTable(
      preprocessor,
      table(text("city", (row) => (row === 0 ? "atlantis" : "big 0"))),
    );
    expect(matrix.features[0]).toMatchObject({
      kind: "categorical",
      codes: expect.objectContaining({ 0: 4, 1: 0 }),
    });
    expect(inputs[0]).toMatchObject({ unseen: 1 });
    const known = encodeTable(preprocessor, table(text("city", () => "village 150")));
    expect(known.inputs[0]).toMatchObject({ unseen: 0, missing: 0 });
  });

  test("levels do not depend on the order of the rows", () => {
    const forward = fitPreprocessor(table(text("x", (row) => `${row % 5}`)));
    const backward = fitPreprocessor(table(text("x", (row) => `${(ROWS - row) % 5}`)));
    expect(forward.preprocessor).toEqual(backward.preprocessor);
  });

  test("a number written as text, or a number where words were, is understood", () => {
    const { preprocessor } = fitPreprocessor(
      table(
        numeric("a", (row) => row % 9),
        text("b", (row) => `${row % 3}`),
      ),
    );
    const { matrix, inputs } = encodeTable(
      preprocessor,
      table(
        text("a", () => " 4 "),
        numeric("b", () => 2),
      ),
    );
    expect(matrix.features[0]).toMatchObject({ values: expect.objectContaining({ 0: 4 }) });
    expect(matrix.features[1]).toMatchObject({ codes: expect.objectContaining({ 0: 2 }) });
    expect(inputs.every(({ unseen, missing }) => unseen === 0 && missing === 0)).toBe(true);
  });
});

describe("sums of columns that share a suffix", () => {
  const names = (columns: Column[]): string[] =>
    fitPreprocessor(table(...columns)).preprocessor.features.flatMap((spec) =>
      spec.kind === "sum" ? [spec.name] : [],
    );

  test("are added for parts of a whole", () => {
    const minutes = ["day minutes", "evening_minutes", "nightMinutes"].map((name, i) =>
      numeric(name, (row) => (row * (i + 3)) % 17),
    );
    expect(names(minutes)).toEqual(["sum of minutes"]);
    const { preprocessor } = fitPreprocessor(table(...minutes));
    const { matrix } = encodeTable(preprocessor, table(...minutes));
    const sum = matrix.features.at(-1);
    expect(sum?.kind === "numeric" && sum.values[5]).toBe(15 + (20 % 17) + (25 % 17));
  });

  test("are not made of a rate and its total, nor of flags", () => {
    expect(names(["MonthlyCharges", "TotalCharges"].map((name) => numeric(name, (row) => row % 50)))).toEqual(
      [],
    );
    expect(names(["has_card", "lost_card"].map((name) => numeric(name, (row) => row % 2)))).toEqual([]);
  });

  const counted = (row: number): number => (row * 7) % 23;
  const inParts = (row: number): number => ((row * 7) % 23) + 0.25;
  const dated = (row: number): number => 18_000 + ((row * 31) % 2000);
  test.each<[string, [string, (row: number) => number][]]>([
    [
      "dates",
      [
        ["signup date", dated],
        ["invoice date", dated],
      ],
    ],
    [
      "dates under other names",
      [
        ["joined us", dated],
        ["paid us", dated],
      ],
    ],
    [
      "dates in milliseconds",
      [
        ["first event", (row) => dated(row) * 864e5],
        ["big event", (row) => dated(row) * 864e5],
      ],
    ],
    [
      "days and hours",
      [
        ["days since login", counted],
        ["hours since login", counted],
      ],
    ],
    [
      "units that differ",
      [
        ["call minutes used", counted],
        ["data mb used", counted],
      ],
    ],
    [
      "money and a count",
      [
        ["roaming revenue abroad", counted],
        ["roaming calls abroad", counted],
      ],
    ],
    [
      "windows of time",
      [
        ["logins_30d", counted],
        ["tickets_30d", counted],
      ],
    ],
    [
      "other windows of one thing",
      [
        ["7d data logins", counted],
        ["30d data logins", counted],
      ],
    ],
    [
      "ratios",
      [
        ["open rate mails", counted],
        ["click rate mails", counted],
      ],
    ],
    [
      "scores",
      [
        ["nps score", counted],
        ["health score", counted],
      ],
    ],
    [
      "whole numbers and parts of one",
      [
        ["parcels shipped", counted],
        ["tons shipped", inParts],
      ],
    ],
  ])("are not made of %s", (_, columns) => {
    expect(names(columns.map(([name, value]) => numeric(name, value)))).toEqual([]);
  });

  test("keep minutes with minutes where a name also ends a column of something else", () => {
    const columns = ["day minutes", "night minutes"].map((name) => numeric(name, inParts));
    expect(names([...columns, numeric("free minutes", counted)])).toEqual(["sum of minutes"]);
  });
});
