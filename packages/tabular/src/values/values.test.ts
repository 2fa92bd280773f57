import { expect, test } from "vitest";
import type { CellValue } from "../cell-value.ts";
import { inferColumns } from "./infer-columns.ts";
import type { ColumnProfile } from "./infer-columns.ts";
import { parseBoolean } from "./parse-boolean.ts";
import { parseDate } from "./parse-date.ts";
import type { DateOrder } from "./parse-date.ts";
import { parseMoney } from "./parse-money.ts";
import { parseNumber } from "./parse-number.ts";
import type { NumberStyle } from "./parse-number.ts";
import { typedColumn } from "./typed-column.ts";

const number = (cell: CellValue, style: NumberStyle): number | null | "error" => {
  const parsed = parseNumber(cell, style);
  return parsed.ok ? parsed.value : "error";
};

const money = (cell: CellValue, style: NumberStyle, company = "USD"): [number, string?] | null | "error" => {
  const parsed = parseMoney(cell, style, company);
  if (!parsed.ok) return "error";
  if (!parsed.value) return null;
  return parsed.value.currency === undefined
    ? [parsed.value.amountMinor]
    : [parsed.value.amountMinor, parsed.value.currency];
};

const date = (cell: CellValue, order: DateOrder): string | null => {
  const parsed = parseDate(cell, order);
  return parsed.ok ? parsed.value : `error: ${parsed.expected}`;
};

const profile = (name: string, cells: CellValue[]): ColumnProfile => {
  const [column] = inferColumns(
    [name],
    cells.map((cell) => [cell]),
  );
  if (!column) throw new Error("no column");
  return column;
};

test("numbers are read in the style asked for, and thousands must come in proper groups", () => {
  expect(number("1,234,567.5", "us")).toBe(1_234_567.5);
  expect(number("1.234.567,5", "eu")).toBe(1_234_567.5);
  expect(number("1\u202f234,5", "eu")).toBe(1234.5);
  expect(number("1'234.50", "us")).toBe(1234.5);
  expect(number("12,34,567", "us")).toBe(1_234_567);
  expect(number("(12.5)", "us")).toBe(-12.5);
  expect(number("\u2212 3", "us")).toBe(-3);
  expect(number("7-", "us")).toBe(-7);
  expect(number("7 %", "us")).toBe(0.07);
  expect(number("1e3", "us")).toBe(1000);
  expect(number("1,23", "us")).toBe("error");
  expect(number("1.23", "eu")).toBe("error");
  expect(number("1,234,5", "eu")).toBe("error");
  expect(number("12a", "us")).toBe("error");
  expect(number("$5", "us")).toBe("error");
});

test("a year of two digits is of the hundred years asked for, in every spelling, and told of its column", () => {
  const read = (cell: string, order: DateOrder, latestYear?: number) => {
    const parsed = parseDate(cell, order, latestYear);
    return parsed.ok ? parsed.value : parsed.expected;
  };
  expect(read("01/31/69", "MDY")).toBe("2069-01-31");
  expect(read("01/31/69", "MDY", 2026)).toBe("1969-01-31");
  expect(read("31.01.26", "DMY", 2026)).toBe("2026-01-31");
  expect(read("31-Jan-27", "DMY", 2026)).toBe("1927-01-31");
  expect(read("27-01-31", "YMD", 2026)).toBe("1927-01-31");
  expect(read("01/31/2069", "MDY", 2026)).toBe("2069-01-31");
  expect(read("29.02.00", "DMY", 1999)).toContain("that exists");
  expect(profile("born", ["31.01.69", "1.2.1970"]).hasShortYears).toBe(true);
  expect(profile("born", ["31-Jan-69"]).hasShortYears).toBe(true);
  expect(profile("born", ["31.01.1969", "2026-01-31", "January 5, 2026"]).hasShortYears).toBe(false);
});

test("a kind is judged by every row of the sample, however late the one that decides comes", () => {
  const late = (cells: CellValue[], deciding: CellValue) => [
    ...Array.from({ length: 4000 }, (_, n) => cells[n % cells.length] ?? null),
    deciding,
  ];
  expect(profile("since", late(["01/02/2026", "03/04/2026"], "31/05/2026")).dateOrder).toBe("DMY");
  expect(profile("price", late(["1.234", "5.678"], "9,50")).numberStyle).toBe("eu");
  expect(profile("score", late(["1", "2"], "2.5")).kind).toBe("decimal");
});

test("blanks of many kinds are no value, and typed cells pass through", () => {
  for (const mark of ["", "  ", "NULL", "n/a", "#N/A", "-", "NaN", "?", "None"])
    expect(number(mark, "us")).toBeNull();
  expect(number(2.5, "eu")).toBe(2.5);
  expect(number(null, "eu")).toBeNull();
});

test("amounts are exact in the smallest unit of their currency", () => {
  expect(money("1,234.565", "us")).toEqual([123_457]);
  expect(money("0.285", "us")).toEqual([29]);
  expect(money(4.35, "eu")).toEqual([435]);
  expect(money("-$1,200", "us")).toEqual([-120_000, "USD"]);
  expect(money("($5.00)", "us")).toEqual([-500, "USD"]);
  expect(money("1.234,50 €", "eu")).toEqual([123_450, "EUR"]);
  expect(money("EUR 10", "us")).toEqual([1000, "EUR"]);
  expect(money("¥1,200", "us")).toEqual([1200, "JPY"]);
  expect(money("1.234", "us", "KWD")).toEqual([1234]);
  expect(money("$10", "us", "CAD")).toEqual([1000, "CAD"]);
  expect(money("99 kr", "us", "NOK")).toEqual([9900, "NOK"]);
  expect(money("XYZ 10", "us")).toBe("error");
  expect(money("99999999999999999", "us")).toBe("error");
});

test("dates follow the order strictly; those that do not exist are errors", () => {
  expect(date("01/02/2026", "DMY")).toBe("2026-02-01");
  expect(date("01/02/2026", "MDY")).toBe("2026-01-02");
  expect(date("01/13/2026", "DMY")).toContain("that exists");
  expect(date("29/02/2025", "DMY")).toContain("that exists");
  expect(date("29.02.2024", "DMY")).toBe("2024-02-29");
  expect(date("29/02/1900", "DMY")).toContain("that exists");
  expect(date("01/02/2026", "YMD")).toContain("error");
  expect(date("2026-02-30", "MDY")).toContain("that exists");
  expect(date("0000-00-00", "YMD")).toBeNull();
});

test("dates with words, times, zones and seconds since 1970 are read in any order", () => {
  expect(date("31 Jan 2026", "MDY")).toBe("2026-01-31");
  expect(date("Sat, March 7th, 2026", "DMY")).toBe("2026-03-07");
  expect(date("3. März 2026", "DMY")).toBe("2026-03-03");
  expect(date("5 de agosto de 2025", "YMD")).toBe("2025-08-05");
  expect(date("1 févr. 2026", "YMD")).toBe("2026-02-01");
  expect(date("2026-01-31 09:05", "YMD")).toBe("2026-01-31T09:05:00");
  expect(date("1/31/26 12:30 AM", "MDY")).toBe("2026-01-31T00:30:00");
  expect(date("2026-01-31T09:05:01.5+0530", "YMD")).toBe("2026-01-31T09:05:01.500+05:30");
  expect(date("20260131", "DMY")).toBe("2026-01-31");
  expect(date("1767225600", "DMY")).toBe("2026-01-01T00:00:00Z");
  expect(date("2026-01-31T25:00", "YMD")).toContain("error");
  expect(date("2026-01-31T10:00+99", "YMD")).toContain("error");
});

test("yes and no are understood in several languages", () => {
  const read = (cell: CellValue): boolean | null | undefined => {
    const parsed = parseBoolean(cell);
    return parsed.ok ? parsed.value : undefined;
  };
  expect(["Yes", "t", "1", 1, true, "Ja", "oui", "sí", "tak", "да"].map(read)).toEqual(Array(10).fill(true));
  expect(["No", "F", "0", 0, false, "nein", "non", "não", "nie", "нет"].map(read)).toEqual(
    Array(10).fill(false),
  );
  expect(read("")).toBeNull();
  expect(read("maybe")).toBeUndefined();
});

test("a date order is certain only when a part over 12, dots or a leading year prove it", () => {
  expect(profile("d", ["01/02/2026", "03/04/2026"])).toMatchObject({ kind: "date", dateOrder: "ambiguous" });
  expect(profile("d", ["01/02/2026", "13/04/2026"])).toMatchObject({ kind: "date", dateOrder: "DMY" });
  expect(profile("d", ["01/02/2026", "03/14/2026"])).toMatchObject({ kind: "date", dateOrder: "MDY" });
  expect(profile("d", ["13/02/2026", "03/14/2026"])).toMatchObject({ dateOrder: "ambiguous" });
  expect(profile("d", ["01.02.2026", "03.04.2026"])).toMatchObject({ dateOrder: "DMY" });
  expect(profile("d", ["2026-01-02", "2026-01-03 10:00"])).toMatchObject({
    kind: "datetime",
    dateOrder: "YMD",
  });
});

test("a number style is certain only when some cell can be read in one style alone", () => {
  expect(profile("x", ["1.234", "5.678"])).toMatchObject({ numberStyle: "ambiguous" });
  expect(profile("x", ["1.234", "5.67"])).toMatchObject({ kind: "decimal", numberStyle: "us" });
  expect(profile("x", ["1.234", "5,67"])).toMatchObject({ kind: "decimal", numberStyle: "eu" });
  expect(profile("x", ["1.23", "5,67"])).toMatchObject({ numberStyle: "ambiguous" });
  expect(profile("x", ["1", "25"])).toMatchObject({ kind: "integer", numberStyle: "us" });
  expect(profile("x", [1.234, 5.678])).toMatchObject({ kind: "decimal", numberStyle: "us" });
});

test("kinds come from the cells, with the heading as a hint only", () => {
  const ids = ["A-001", "A-002", "A-003", "A-004"];
  expect(profile("x", ids)).toMatchObject({ kind: "id", isUnique: true });
  expect(profile("zip", ["01234", "94103", "00501"])).toMatchObject({ kind: "id" });
  expect(profile("customerId", ["1", "2", "3"])).toMatchObject({ kind: "id" });
  expect(profile("age", ["31", "42", "53"])).toMatchObject({ kind: "integer" });
  expect(profile("Monthly Charges", ["31", "42.5"])).toMatchObject({ kind: "money" });
  expect(profile("x", ["€31", "42 €"])).toMatchObject({ kind: "money", currency: "EUR" });
  expect(profile("Phone", ["5551234567", "5559876543"])).toMatchObject({ kind: "phone" });
  expect(profile("x", ["+49 30 1234567", "+33 1 23 45 67 89"])).toMatchObject({ kind: "phone" });
  expect(profile("x", ["ann@example.com", "", "bob@example.org"])).toMatchObject({
    kind: "email",
    filledShare: 2 / 3,
  });
  expect(profile("x", ["0", "1", "1"])).toMatchObject({ kind: "boolean" });
  expect(profile("x", ["1", "1"])).toMatchObject({ kind: "integer" });
  expect(profile("gender", ["F", "F"])).toMatchObject({ kind: "category" });
  expect(profile("plan", ["Pro", "Basic", "Pro", "Basic"])).toMatchObject({
    kind: "category",
    words: ["Pro", "Basic"],
  });
  expect(profile("created_at", [1_767_225_600, 1_767_312_000])).toMatchObject({ kind: "datetime" });
  expect(profile("x", ["", "N/A"])).toMatchObject({ kind: "text", filledShare: 0 });
});

test("typed columns have NaN and null for what is missing and count what they could not read", () => {
  const amounts = typedColumn(["1.234,5", "", "x", 2], { kind: "decimal", numberStyle: "eu" });
  expect(amounts).toEqual({
    kind: "numeric",
    values: Float64Array.of(1234.5, NaN, NaN, 2),
    unreadableCount: 1,
  });
  const days = typedColumn(["02/01/1970", "1970-01-01T12:00"], { kind: "date", dateOrder: "DMY" });
  expect(days.values).toEqual(Float64Array.of(1, 0.5));
  expect(typedColumn([" Pro ", "NULL", true], { kind: "category" }).values).toEqual(["Pro", null, "true"]);
});

test("typed columns keep what overflowed in an export, so that it is counted and not taken for missing", () => {
  const cells = ["1.5", "inf", "-Infinity", "+INF", "∞", "1e308", "-1e999", Infinity, "info"];
  for (const kind of ["decimal", "money"] as const) {
    expect(typedColumn(cells, { kind, numberStyle: "us" })).toEqual({
      kind: "numeric",
      values: Float64Array.of(1.5, Infinity, -Infinity, Infinity, Infinity, 1e308, -Infinity, Infinity, NaN),
      unreadableCount: 1,
    });
  }
});
