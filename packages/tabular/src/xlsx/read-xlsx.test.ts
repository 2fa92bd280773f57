import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import * as fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { ReadRowsOptions } from "../read-rows.ts";
import { sniffFile } from "../sniff/sniff-file.ts";
import { TabularError } from "../tabular-error.ts";
import { buildXlsx, buildZip } from "../testing/build-xlsx.ts";
import { readSource } from "../testing/read-all.ts";
import type { WholeTable } from "../testing/read-all.ts";
import { dateStyleOfFormat } from "./number-formats.ts";
import { serialToIso } from "./serial-date.ts";
import { listSheets } from "./workbook.ts";
import { XmlScanner } from "./xml-scanner.ts";

let folder: string;
let fileCount = 0;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "tabular-"));
});
afterAll(() => rm(folder, { recursive: true }));

async function store(bytes: Uint8Array): Promise<string> {
  const path = join(folder, `${fileCount++}.xlsx`);
  await writeFile(path, bytes);
  return path;
}

const read = async (bytes: Uint8Array, options: ReadRowsOptions = {}): Promise<WholeTable> =>
  readSource(await store(bytes), { format: "xlsx" }, options);

const header =
  '<row r="1"><c r="A1" t="inlineStr"><is><t>id</t></is></c><c r="B1" t="inlineStr"><is><t>name</t></is></c></row>';

test("cells come with their types: shared and inline texts, numbers, yes/no, formulas' values, dates by style", async () => {
  const bytes = buildXlsx({
    sheets: [
      {
        name: "Customers",
        rows:
          '<row r="1"><c r="A1" t="s"><v>0</v></c><c r="B1" t="s"><v>1</v></c><c r="C1" t="s"><v>2</v></c><c r="D1" t="str"><v>since</v></c><c r="E1" t="inlineStr"><is><t>vip</t></is></c></row>' +
          '<row r="3"><c r="A3"><v>7</v></c><c r="B3" t="s"><v>3</v></c><c r="C3"><f>A3*2</f><v>14.5</v></c><c r="D3" s="1"><v>46053</v></c><c r="E3" t="b"><v>1</v></c></row>' +
          '<row><c><v>8</v></c><c r="D4" s="2"><v>46053.395833333336</v></c><c t="b"><v>0</v></c></row>',
      },
    ],
    texts: [
      "<t>id</t>",
      "<t> full name </t>",
      "<r><t>am</t></r><r><t>ount</t></r><rPh><t>x</t></rPh>",
      "<t>Zoë &amp; Ann_x000D_</t>",
    ],
    formats: [0, 14, "dd/mm/yyyy\\ hh:mm"],
  });
  expect(sniffFile(bytes, "a.xlsx")).toEqual({ format: "xlsx" });
  const table = await read(bytes);
  expect(table.columns).toEqual(["id", "full name", "amount", "since", "vip"]);
  expect(table.rows).toEqual([
    { line: 3, values: [7, "Zoë & Ann\r", 14.5, "2026-01-31", true] },
    { line: 4, values: [8, null, null, "2026-01-31T09:30:00", false] },
  ]);
});

test("the first visible sheet is read unless another is named", async () => {
  const row = (text: string): string => `<row><c t="str"><v>${text}</v></c></row>`;
  const bytes = buildXlsx({
    sheets: [
      { name: "Secret", rows: row("hidden"), state: "hidden" },
      { name: "First", rows: row("a") + row("1") },
      { name: "A &amp; B", rows: row("b") + row("2") },
    ],
  });
  const path = await store(bytes);
  expect(await listSheets(path)).toEqual([
    { name: "Secret", isHidden: true },
    { name: "First", isHidden: false },
    { name: "A & B", isHidden: false },
  ]);
  expect((await read(bytes)).columns).toEqual(["a"]);
  expect((await read(bytes, { sheet: "A & B" })).columns).toEqual(["b"]);
  await expect(read(bytes, { sheet: "Nope" })).rejects.toMatchObject({ code: "no_sheet" });
});

test("an error of a formula or a cell without a heading costs its row only, and #N/A is a blank", async () => {
  const rows =
    '<row r="2"><c r="A2"><v>1</v></c><c r="B2" t="e"><v>#REF!</v></c></row>' +
    '<row r="3"><c r="A3"><v>2</v></c><c r="B3" t="e"><v>#N/A</v></c></row>' +
    '<row r="4"><c r="A4"><v>3</v></c><c r="C4" t="str"><v>extra</v></c></row>' +
    '<row r="5"><c r="A5"><v>4</v></c><c r="XFD5"><v>1</v></c></row>';
  const table = await read(buildXlsx({ sheets: [{ name: "S", rows: header + rows }] }));
  expect(table.rows).toEqual([{ line: 3, values: [2, null] }]);
  expect(table.errors).toMatchObject([
    { line: 2, column: "name", code: "formula_error", found: "#REF!" },
    { line: 4, code: "too_many_cells", values: [3, null, "extra"] },
    { line: 5, code: "too_many_cells" },
  ]);
});

test("reading goes on behind any batch", async () => {
  const rows = Array.from({ length: 40 }, (_, at) => `<row r="${at * 2 + 2}"><c><v>${at}</v></c></row>`).join(
    "",
  );
  const path = await store(buildXlsx({ sheets: [{ name: "S", rows: header + rows }] }));
  const whole = await readSource(path, { format: "xlsx" }, { maxBatchRows: 7 });
  expect(whole.rows).toHaveLength(40);
  let count = 0;
  for (const batch of whole.batches) {
    count += batch.rows.length;
    const rest = await readSource(path, { format: "xlsx" }, { resumeAt: batch.resumeAt });
    expect(rest.rows).toEqual(whole.rows.slice(count));
  }
});

test("limits hold before anything is unpacked", async () => {
  const bytes = buildXlsx({ sheets: [{ name: "S", rows: header, dimension: "A1:B2000000" }] });
  await expect(read(bytes)).rejects.toMatchObject({ code: "too_many_rows" });
  const large = buildXlsx({ sheets: [{ name: "S", rows: header + " ".repeat(200_000) }] });
  await expect(read(large, { limits: { maxSheetBytes: 100_000 } })).rejects.toMatchObject({
    code: "unpacked_too_large",
  });
  const texts = buildXlsx({
    sheets: [{ name: "S", rows: header }],
    texts: [`<t>${"x".repeat(200_000)}</t>`],
  });
  await expect(read(texts, { limits: { maxSharedTextBytes: 1000 } })).rejects.toMatchObject({
    code: "unpacked_too_large",
  });
});

test("zips that are no workbook and workbooks that declare entities are refused", async () => {
  expect(sniffFile(buildZip({ "a.csv": "a,b\n" }), "a.zip")).toMatchObject({ refused: { code: "zip" } });
  expect(sniffFile(buildZip({ mimetype: "x" }), "a.ods")).toMatchObject({
    refused: { code: "open_document" },
  });
  expect(sniffFile(buildZip({ "word/document.xml": "x" }), "a.docx")).toMatchObject({
    refused: { code: "other_document" },
  });
  await expect(read(buildZip({ "[Content_Types].xml": "<Types/>" }))).rejects.toMatchObject({ code: "zip" });
  await expect(read(buildXlsx({ sheets: [{ name: "S", rows: "<!DOCTYPE a>" }] }))).rejects.toMatchObject({
    code: "damaged",
  });
  await expect(read(buildXlsx({ sheets: [{ name: "S", rows: "" }] }))).rejects.toMatchObject({
    code: "no_header",
  });
});

test("a workbook damaged anywhere is read or refused, and nothing else", async () => {
  const rows = Array.from(
    { length: 20 },
    (_, at) => `<row r="${at + 2}"><c t="s"><v>${at % 2}</v></c><c s="1"><v>46053</v></c></row>`,
  ).join("");
  const bytes = buildXlsx({
    sheets: [{ name: "S", rows: header + rows }],
    texts: ["<t>a</t>", "<t>b</t>"],
    formats: [0, 14],
  });
  const damage = fc.array(fc.tuple(fc.nat(bytes.length - 1), fc.nat(255)), { minLength: 1, maxLength: 4 });
  await fc.assert(
    fc.asyncProperty(damage, fc.option(fc.nat(bytes.length)), async (changes, length) => {
      const copy = Buffer.from(bytes.subarray(0, length ?? bytes.length));
      for (const [at, byte] of changes) if (at < copy.length) copy[at] = byte;
      await read(copy).catch((error: unknown) => expect(error).toBeInstanceOf(TabularError));
    }),
    { numRuns: 200 },
  );
});

test("number formats are told apart by their letters outside of quotes and brackets", () => {
  expect(dateStyleOfFormat("yyyy\\-mm\\-dd;@")).toBe("date");
  expect(dateStyleOfFormat("[$-409]d\\-mmm\\-yy")).toBe("date");
  expect(dateStyleOfFormat("h:mm AM/PM")).toBe("time");
  expect(dateStyleOfFormat("[h]:mm")).toBeUndefined();
  expect(dateStyleOfFormat('#,##0.00 "days"')).toBeUndefined();
  expect(dateStyleOfFormat("[Red]#,##0;[Blue]-#,##0")).toBeUndefined();
  expect(dateStyleOfFormat("General")).toBeUndefined();
  expect(dateStyleOfFormat("0.00E+00")).toBeUndefined();
});

test("day numbers become dates in both calendars", () => {
  expect(serialToIso(1, "date", false)).toBe("1900-01-01");
  expect(serialToIso(59, "date", false)).toBe("1900-02-28");
  expect(serialToIso(61, "date", false)).toBe("1900-03-01");
  expect(serialToIso(46053, "date", false)).toBe("2026-01-31");
  expect(serialToIso(46053 - 1462, "date", true)).toBe("2026-01-31");
  for (let serial = 61; serial < 100_000; serial += 97) {
    const expected = new Date(Date.UTC(1899, 11, 30) + serial * 86_400_000).toISOString().slice(0, 10);
    expect(serialToIso(serial, "date", false)).toBe(expected);
  }
  expect(serialToIso(0.5, "time", false)).toBe("12:00:00");
  expect(serialToIso(-1, "date", false)).toBeUndefined();
});

test("XML is scanned the same wherever it is cut", () => {
  const xml = `<?xml version="1.0"?><!-- <c> --><x:row a='>' b="1"><c/>a &lt; b &#x41;<![CDATA[<&amp;>]]></x:row >`;
  const events = (pieces: string[]): string[] => {
    const seen: string[] = [];
    const scanner = new XmlScanner({
      onOpen: (name) => seen.push(`+${name}`),
      onText: (text) => seen.push(text),
      onClose: (name) => seen.push(`-${name}`),
    });
    for (const piece of pieces) scanner.write(piece);
    return seen;
  };
  const whole = ["+row", "+c", "-c", "a < b A", "<&amp;>", "-row"];
  for (let cut = 0; cut <= xml.length; cut++)
    expect(events([xml.slice(0, cut), xml.slice(cut)])).toEqual(whole);
});
