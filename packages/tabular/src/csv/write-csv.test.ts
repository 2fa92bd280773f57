import { expect, test } from "vitest";
import { readAll } from "../testing/read-all.ts";
import { csvEscapeCell, csvLine, csvUnescapeCell } from "./write-csv.ts";

test("text that a spreadsheet would run as a formula gets an apostrophe in front, numbers do not", () => {
  for (const start of ["=", "+", "-", "@", "\t"]) expect(csvEscapeCell(`${start}cmd`)).toBe(`'${start}cmd`);
  expect(csvEscapeCell("\rcmd")).toBe('"\'\rcmd"');
  expect(csvEscapeCell(-5)).toBe("-5");
  expect(csvEscapeCell("a=b")).toBe("a=b");
});

test("what is written is read back unchanged", async () => {
  const rows = [
    ["=1+1", 'a "b"', "x,y"],
    ["two\nlines", " spaced ", ""],
    ["-7", "@home", "'quoted"],
  ];
  const table = await readAll(csvLine(["a", "b", "c"]) + rows.map((row) => csvLine(row)).join(""));
  const read = table.rows.map((row) => row.values.map((cell) => csvUnescapeCell(String(cell))));
  expect(read).toEqual(rows);
});

test.each(["＝1+1", "＋1", "－1", "＠SUM(1)"])(
  "%s is no formula either, and comes back as it was",
  (text) => {
    expect(csvEscapeCell(text)).toBe(`'${text}`);
    expect(csvUnescapeCell(csvEscapeCell(text))).toBe(text);
  },
);
