import { parse } from "csv-parse/sync";
import * as fc from "fast-check";
import { expect, test } from "vitest";
import type { TableFormat } from "../table-format.ts";
import { readAll } from "../testing/read-all.ts";

const plain: TableFormat = {
  format: "csv",
  encoding: "utf-8",
  hasBom: false,
  delimiter: ",",
  quote: '"',
  lineEnding: "lf",
  startByte: 0,
  startLine: 1,
};

const values = (table: { rows: { values: unknown[] }[] }): unknown[][] => table.rows.map((row) => row.values);

test("quoted cells keep delimiters, line breaks and doubled quotes, and lines are counted as the file has them", async () => {
  const table = await readAll('id,note\n1,"a, b"\n2,"two\nlines"\n3,"say ""hi"""\n');
  expect(values(table)).toEqual([
    ["1", "a, b"],
    ["2", "two\nlines"],
    ["3", 'say "hi"'],
  ]);
  expect(table.rows.map((row) => row.line)).toEqual([2, 3, 5]);
});

test("ragged rows are reported with their cells; blank cells too many and blank lines are not", async () => {
  const table = await readAll("a,b,c\n1,2\n1,2,3,4\n1,2,3,,\n\n,,\n4,5,6\n");
  expect(values(table)).toEqual([
    ["1", "2", "3"],
    ["4", "5", "6"],
  ]);
  expect(table.errors).toEqual([
    { line: 2, code: "too_few_cells", expected: "3 cells", found: "2 cells", raw: "1,2", values: ["1", "2"] },
    {
      line: 3,
      code: "too_many_cells",
      expected: "3 cells",
      found: "4 cells",
      raw: "1,2,3,4",
      values: ["1", "2", "3", "4"],
    },
  ]);
  expect(table.rows.map((row) => row.line)).toEqual([4, 7]);
});

test("a forgotten closing quote costs its own row only", async () => {
  const table = await readAll('id,name,city\n1,"Ann,Rome\n2,Bob,Oslo\n3,"Cid",Bonn\n4,Dan,Lima\n');
  expect(values(table)).toEqual([
    ["2", "Bob", "Oslo"],
    ["3", "Cid", "Bonn"],
    ["4", "Dan", "Lima"],
  ]);
  expect(table.errors).toMatchObject([{ line: 2, raw: '1,"Ann,Rome', column: "name" }]);
});

test("a stray quote that finds a partner rows later does not swallow the rows between", async () => {
  const table = await readAll('id,name,city\n1,"Ann,Rome\n2,Bob,Oslo\n3,Cid,Bonn"\n4,Dan,Lima\n');
  expect(table.errors.map((error) => [error.line, error.code])).toEqual([[2, "unterminated_quote"]]);
  expect(values(table)).toEqual([
    ["2", "Bob", "Oslo"],
    ["3", "Cid", 'Bonn"'],
    ["4", "Dan", "Lima"],
  ]);
});

test("a quote never closed loses its row even when the rest of the file has no quote", async () => {
  const rest = Array.from({ length: 20_000 }, (_, row) => `${row},x`).join("\n");
  const table = await readAll(`id,name\n1,"Ann\n${rest}\n`, { chunkBytes: 10_000 });
  expect(table.errors.map((error) => [error.line, error.code])).toEqual([[2, "field_too_long"]]);
  expect(table.rows).toHaveLength(20_000);
  expect(table.rows[0]?.line).toBe(3);
});

test("text after a closing quote is an error of that row; spaces around quotes and quotes inside bare cells are not", async () => {
  const table = await readAll('a,b\n"x"y,1\n "x" ,2\n5" pipe,3\n');
  expect(table.errors).toMatchObject([{ line: 2, code: "bad_quote", column: "a" }]);
  expect(values(table)).toEqual([
    ["x", "2"],
    ['5" pipe', "3"],
  ]);
});

test("overlong cells and rows are dropped with their line while memory stays bounded", async () => {
  const cell = "x".repeat(70_000);
  const row = `${"y,".repeat(600_000)}y`;
  const table = await readAll(`a,b\n1,${cell}\n${row}\n2,ok\n`, { chunkBytes: 50_000, blockBytes: 60_000 });
  expect(table.errors.map((error) => [error.line, error.code])).toEqual([
    [2, "field_too_long"],
    [3, "row_too_long"],
  ]);
  expect(table.errors[1]?.raw).toHaveLength(1_000);
  expect(values(table)).toEqual([["2", "ok"]]);
});

test("bytes that are not UTF-8 and NUL characters cost their rows only", async () => {
  const bytes = Buffer.concat([
    Buffer.from("id,name\n1,Zoë\n2,Andr"),
    Buffer.from([0xe9]),
    Buffer.from("\n3,nul\0nul\n4,Łukasz\n"),
  ]);
  const table = await readAll(bytes, { format: plain });
  expect(values(table)).toEqual([
    ["1", "Zoë"],
    ["4", "Łukasz"],
  ]);
  expect(table.errors).toMatchObject([
    { line: 3, column: "name", code: "invalid_encoding" },
    { line: 4, column: "name", code: "nul_byte" },
  ]);
  expect(table.errors[0]?.found).toContain("0xE9");
});

test("headings are trimmed, blank and repeated ones named, and each change is told", async () => {
  const table = await readAll(" id , Email,email,,\n1,a@x.io,b@x.io\n");
  expect(table.columns).toEqual(["id", "Email", "email (2)", "Column 4", "Column 5"]);
  expect(table.notices.map((notice) => notice.code)).toEqual([
    "duplicate_header",
    "blank_header",
    "blank_header",
  ]);
  expect(values(table)).toEqual([["1", "a@x.io", "b@x.io", "", ""]]);
});

test("a file of only a header gives one batch that says so", async () => {
  const table = await readAll("id,name\n");
  expect(table.batches).toHaveLength(1);
  expect(table.notices).toMatchObject([{ code: "no_rows" }]);
});

test("more columns than the limit refuse the file", async () => {
  const header = Array.from({ length: 501 }, (_, column) => `c${column}`).join(",");
  await expect(readAll(`${header}\n`)).rejects.toMatchObject({ code: "too_many_columns" });
});

test("reading goes on from any batch's resume point with the same rows, lines and errors", async () => {
  const lines = Array.from({ length: 400 }, (_, row) =>
    row % 7 === 0 ? `${row},"zwei\nZeilen ö"` : row % 11 === 0 ? `${row}` : `${row},Łódź ${row}`,
  );
  const content = `id,name,\n${lines.join("\r\n")}\r\n`;
  const whole = await readAll(content, { maxBatchRows: 37, blockBytes: 500 });
  expect(whole.rows.length + whole.errors.length).toBe(400);
  let rows = 0;
  for (const batch of whole.batches) {
    rows += batch.rows.length;
    const rest = await readAll(content, { format: whole.format, resumeAt: batch.resumeAt });
    expect(rest.rows).toEqual(whole.rows.slice(rows));
  }
});

const cellText = fc.string({
  unit: fc.constantFrom("a", "ö", "😀", " ", ",", '"', "\n", "\r\n", ";", "1"),
  maxLength: 8,
});

test("valid files of any content are read as csv-parse reads them, wherever the bytes are cut", async () => {
  const tables = fc
    .integer({ min: 2, max: 4 })
    .chain((width) =>
      fc.array(fc.array(cellText, { minLength: width, maxLength: width }), { minLength: 1, maxLength: 12 }),
    );
  const encode = (cell: string): string =>
    /[",\n\r ]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
  await fc.assert(
    fc.asyncProperty(
      tables,
      fc.integer({ min: 1, max: 40 }),
      fc.integer({ min: 1, max: 60 }),
      async (cells, chunkBytes, blockBytes) => {
        const header = cells[0]?.map((_, index) => `h${index}`) ?? [];
        const content = [header, ...cells].map((row) => row.map(encode).join(",")).join("\n");
        const peer = parse(content, { record_delimiter: "\n" }) as string[][];
        const table = await readAll(content, { format: plain, chunkBytes, blockBytes });
        expect(table.errors).toEqual([]);
        expect(values(table)).toEqual(peer.slice(1).filter((row) => row.some((cell) => cell.trim() !== "")));
      },
    ),
    { numRuns: 300 },
  );
});

test("any text at all gives the same rows and errors wherever the bytes are cut, and nothing is thrown but a refusal", async () => {
  const texts = fc.string({
    unit: fc.constantFrom("a", "é", "😀", ",", ",", '"', '"', "\n", "\n", "\r", " ", "\0", "1"),
    maxLength: 120,
  });
  await fc.assert(
    fc.asyncProperty(
      texts,
      fc.integer({ min: 1, max: 9 }),
      fc.integer({ min: 1, max: 30 }),
      async (text, chunkBytes, blockBytes) => {
        const content = `x,y\n${text}`;
        const limits = { maxFieldChars: 12, maxRowChars: 30 };
        const [whole, cut] = await Promise.all([
          readAll(content, { format: plain, limits }),
          readAll(content, { format: plain, limits, chunkBytes, blockBytes }),
        ]);
        expect(cut.rows).toEqual(whole.rows);
        expect(cut.errors).toEqual(whole.errors);
      },
    ),
    { numRuns: 500 },
  );
});
