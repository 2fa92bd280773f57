import * as fc from "fast-check";
import { expect, test } from "vitest";
import type { RefusalCode } from "../table-format.ts";
import { TabularError } from "../tabular-error.ts";
import { readAll, readSource, bytesSource } from "../testing/read-all.ts";
import { sniffFile } from "./sniff-file.ts";

const refused = (content: string | Uint8Array, fileName = "x.csv"): RefusalCode | undefined => {
  const sniffed = sniffFile(typeof content === "string" ? Buffer.from(content, "latin1") : content, fileName);
  return "refused" in sniffed ? sniffed.refused.code : undefined;
};

test("files that are no tables are refused by what they are", () => {
  expect(refused("")).toBe("empty");
  expect(refused(" \r\n\n")).toBe("empty");
  expect(refused("\x1f\x8b\x08\0\0")).toBe("gzip");
  expect(refused("%PDF-1.7\n")).toBe("pdf");
  expect(refused("\x89PNG\r\n\x1a\n\0\0\0\rIHDR")).toBe("image");
  expect(refused("\xff\xd8\xff\xe0\0\x10JFIF")).toBe("image");
  expect(refused("MZ\x90\0\x03\0\0\0")).toBe("executable");
  expect(refused("\x7fELF\x02\x01\x01")).toBe("executable");
  expect(refused("\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1\0\0", "a.xls")).toBe("old_excel");
  expect(refused("\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1\0\0", "a.xlsx")).toBe("encrypted_excel");
  expect(refused("<!DOCTYPE html>\n<html>")).toBe("html");
  expect(refused('<?xml version="1.0"?><a/>')).toBe("xml");
  expect(refused("[ 1, 2 ]")).toBe("json_array");
  expect(refused('[["id"],["a"]]')).toBe("json_array");
  expect(refused("[]")).toBe("json_array");
  expect(refused('{\n  "id": 1\n}')).toBe("json_document");
  expect(refused(Buffer.from(Array.from({ length: 400 }, (_, i) => (i * 7919) % 251)))).toBe("binary");
});

test.each([
  ["a,b,c\n1,2,3\n", ",", "csv"],
  ["a;b;c\n1,5;2,5;3,0\n4,5;5,5;6,0\n", ";", "csv"],
  ["a\tb\n1\t2, 3\n", "\t", "tsv"],
  ["a|b|c\n1|x, y|2\n", "|", "csv"],
  ['name;note\nAnn;"a, b, c"\nBob;"d, e, f"\n', ";", "csv"],
  ["sep=;\na;b\n1;2\n", ";", "csv"],
  ["only\nx\ny\n", ",", "csv"],
])("the delimiter of %j is %j", (content, delimiter, format) => {
  expect(sniffFile(Buffer.from(content), "x.txt")).toMatchObject({ delimiter, format });
});

test("encodings are told by mark, by zero bytes, by validity", async () => {
  const text = "id,naïve\n1,Zoë\n2,Łódź\n";
  const utf16 = Buffer.from(text, "utf16le");
  const samples: [Uint8Array, string][] = [
    [Buffer.from(text), "utf-8"],
    [Buffer.from(`\ufeff${text}`), "utf-8"],
    [Buffer.concat([Buffer.from([0xff, 0xfe]), utf16]), "utf-16le"],
    [utf16, "utf-16le"],
    [Buffer.concat([Buffer.from([0xfe, 0xff]), Buffer.from(utf16).swap16()]), "utf-16be"],
  ];
  for (const [bytes, encoding] of samples) {
    const table = await readAll(bytes, { chunkBytes: 3, blockBytes: 5 });
    expect(table.format).toMatchObject({ encoding });
    expect(table.columns).toEqual(["id", "naïve"]);
    expect(table.rows.map((row) => row.values[1])).toEqual(["Zoë", "Łódź"]);
  }
  const western = Buffer.concat([
    Buffer.from("id,price\n1,"),
    Buffer.from([0x80, 0x35]),
    Buffer.from("\n2,Andr\xe9\n", "latin1"),
  ]);
  const table = await readAll(western);
  expect(table.format).toMatchObject({ encoding: "latin1" });
  expect(table.rows.map((row) => row.values[1])).toEqual(["€5", "André"]);
});

test("a head cut off within a character is still UTF-8", () => {
  const bytes = Buffer.from("id,name\n1,Zo😀");
  for (let cut = 1; cut <= 3; cut++) {
    expect(sniffFile(bytes.subarray(0, bytes.length - cut), "x.csv")).toMatchObject({ encoding: "utf-8" });
  }
});

test("Excel's separator line and old line ends are read over", async () => {
  const table = await readAll("sep=;\r\na;b\r\n1;2\r\n");
  expect(table.columns).toEqual(["a", "b"]);
  expect(table.rows).toEqual([{ line: 3, values: ["1", "2"] }]);
  const old = await readAll("a,b\r1,2\r3,4\r");
  expect(old.rows.map((row) => [row.line, ...row.values])).toEqual([
    [2, "1", "2"],
    [3, "3", "4"],
  ]);
});

test("single quotes quote when cells stand in them", async () => {
  const table = await readAll("'id','name'\n'1','a, b'\n");
  expect(table.rows).toEqual([{ line: 2, values: ["1", "a, b"] }]);
});

test("random bytes, with or without a known beginning, are refused or read, and never anything else", async () => {
  const beginnings = fc.constantFrom(
    "",
    "a,b\n",
    "PK\x03\x04",
    '{"a":1}\n',
    "\xff\xfe",
    "\xfe\xff",
    "\xef\xbb\xbf",
    "sep=;\n",
  );
  const texts = fc.oneof(
    fc.uint8Array({ maxLength: 300 }),
    fc.string({
      unit: fc.constantFrom("a", "1", ",", ";", '"', "\n", "\r", "\xe9", "\0", "{", "}", ":"),
      maxLength: 200,
    }),
  );
  await fc.assert(
    fc.asyncProperty(beginnings, texts, async (beginning, rest) => {
      const tail = typeof rest === "string" ? Buffer.from(rest, "latin1") : rest;
      const bytes = Buffer.concat([Buffer.from(beginning, "latin1"), tail]);
      const format = sniffFile(bytes, "x.csv");
      if ("refused" in format || format.format === "xlsx") return;
      try {
        const table = await readSource(bytesSource(bytes, 7), format, { blockBytes: 11 });
        for (const row of table.rows) {
          for (const value of row.values) {
            if (typeof value === "string") expect(value.isWellFormed() && !value.includes("\0")).toBe(true);
          }
        }
      } catch (error) {
        expect(error).toBeInstanceOf(TabularError);
      }
    }),
    { numRuns: 1500 },
  );
});
