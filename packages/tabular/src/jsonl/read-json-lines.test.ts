import { expect, test } from "vitest";
import { readAll } from "../testing/read-all.ts";

const options = { fileName: "table.jsonl" };

test("objects are flattened, keep their types, and columns grow without moving", async () => {
  const content =
    '{"id":1,"plan":{"name":"Pro","seats":5}}\n\n{"id":2,"active":true,"tags":["a","b"],"deep":{"a":{"b":1}},"list":[{"c":1}]}\n';
  const table = await readAll(content, options);
  expect(table.columns).toEqual(["id", "plan.name", "plan.seats", "active", "tags", "deep.a.b", "list"]);
  expect(table.rows).toEqual([
    { line: 1, values: [1, "Pro", 5, null, null, null, null] },
    { line: 3, values: [2, null, null, true, "a, b", 1, '[{"c":1}]'] },
  ]);
});

test("a bad line is an error of its own and the others are read", async () => {
  const content = `{"id":1}\n{"id":\n[1]\n{"id":"a\\u0000b"}\n{"id":"\\ud800"}\n{"id":${"[".repeat(50_000)}${"]".repeat(50_000)}}\n{"id":7}`;
  const table = await readAll(content, options);
  expect(table.errors.map((error) => [error.line, error.code, error.column])).toEqual([
    [2, "bad_json", undefined],
    [3, "not_an_object", undefined],
    [4, "nul_byte", "id"],
    [5, "invalid_encoding", "id"],
  ]);
  expect(table.rows.map((row) => row.values[0])).toEqual([1, "(nested too deeply)", 7]);
});

test("a broken line is told in words, with its beginning", async () => {
  const table = await readAll('{"id":1}\n{"id":\n{id:2}\n', options);
  expect(table.errors.map((error) => error.found)).toEqual([
    'an object that is not closed: {"id":',
    "text that is not JSON: {id:2}",
  ]);
});

test("overlong lines are skipped and reading goes on from any resume point", async () => {
  const lines = Array.from(
    { length: 50 },
    (_, row) => `{"id":${row},"name":"ö${"x".repeat(row === 20 ? 5000 : row)}"}`,
  );
  const content = lines.join("\n");
  const limits = { maxRowChars: 1000 };
  const whole = await readAll(content, { ...options, limits, chunkBytes: 100, blockBytes: 300 });
  expect(whole.errors).toMatchObject([{ line: 21, code: "row_too_long" }]);
  expect(whole.rows).toHaveLength(49);
  let rows = 0;
  for (const batch of whole.batches) {
    rows += batch.rows.length;
    const rest = await readAll(content, { ...options, limits, resumeAt: batch.resumeAt });
    expect(rest.rows).toEqual(whole.rows.slice(rows));
  }
});

test("a file without one object is refused", async () => {
  await expect(readAll('{"a":\n{"b":\n', options)).rejects.toMatchObject({ code: "no_header" });
});

test("objects deeper than five levels stay their JSON text", async () => {
  const table = await readAll('{"a":{"b":{"c":{"d":{"e":{"f":1}}}}}}', options);
  expect([table.columns, table.rows[0]?.values]).toEqual([["a.b.c.d.e"], ['{"f":1}']]);
});

const listed = [
  '[{"id":1,"name":"a, b"},\n {"id":2,"name":"] \\" }"},{"id":3,"plan":{"name":"Pro"}}]',
  '{"total":3,"page":{"of":[1]},"customers":[\n{"id":1,"name":"a, b"},\n{"id":2,"name":"] \\" }"},\n{"id":3,"plan":{"name":"Pro"}}],"next":[{"id":9}]}',
];

test.each(listed)("a list of objects is read, on its own or within an object: %s", async (content) => {
  const expected = [
    [1, "a, b", null],
    [2, '] " }', null],
    [3, null, "Pro"],
  ];
  for (const name of ["table.json", "table.txt"]) {
    for (const sizes of [{}, { chunkBytes: 3, blockBytes: 40 }]) {
      const table = await readAll(content, { fileName: name, ...sizes });
      expect(table.columns).toEqual(["id", "name", "plan.name"]);
      expect(table.rows.map(({ values }) => [...values, null, null].slice(0, 3))).toEqual(expected);
      expect(table.errors).toEqual([]);
      expect(table.rows.map(({ line }) => line)).toEqual([1, 2, 3]);
    }
  }
});

test("a list goes on from any resume point, and counts its entries: many may stand on one line", async () => {
  const content = `[\n${Array.from({ length: 40 }, (_, n) => `{\n  "id": ${n},\n  "name": "ö${"x".repeat(n)}"\n}`).join(",\n")}\n]\n`;
  const whole = await readAll(content, { fileName: "a.json", chunkBytes: 100, blockBytes: 300 });
  expect(whole.rows.map(({ line }) => line)).toEqual(Array.from({ length: 40 }, (_, n) => n + 1));
  let rows = 0;
  for (const batch of whole.batches) {
    rows += batch.rows.length;
    const rest = await readAll(content, { fileName: "a.json", resumeAt: batch.resumeAt });
    expect(rest.rows).toEqual(whole.rows.slice(rows));
  }
});

test("an entry of a list that is no object is an error of its own, and a list that breaks off says where", async () => {
  const table = await readAll('[{"id":1},\n7,\n{"id":2},{id:3},{"id":4}]', { fileName: "a.json" });
  expect(table.rows.map(({ values }) => values[0])).toEqual([1, 2, 4]);
  expect(table.errors.map(({ line, code }) => [line, code])).toEqual([
    [2, "not_an_object"],
    [4, "bad_json"],
  ]);
  const broken = await readAll('[{"id":1},\n{"id":2},\n{"id":"3', { fileName: "a.json" });
  expect(broken.rows).toHaveLength(2);
  const cutOff = await readAll('[{"id":1},\n{"id":2},\n', { fileName: "a.json" });
  expect(cutOff.rows).toHaveLength(2);
  expect(cutOff.errors).toMatchObject([{ line: 3, found: "the end of the file, which may be cut off" }]);
  expect(broken.errors).toMatchObject([
    { line: 3, code: "bad_json", expected: expect.stringContaining("nothing behind it") as string },
  ]);
});

test("JSON lines with lists of their own stay JSON lines", async () => {
  const table = await readAll('{"id":1,"orders":[{"n":1}]}\n{"id":2,"orders":[{"n":2}]}\n', {
    fileName: "a.json",
  });
  expect(table.rows.map(({ values }) => values[0])).toEqual([1, 2]);
});
