import { expect, test } from "vitest";
import { readAll } from "../testing/read-all.ts";

const options = { fileName: "table.jsonl" };

test("objects are flattened one level, keep their types, and columns grow without moving", async () => {
  const content =
    '{"id":1,"plan":{"name":"Pro","seats":5}}\n\n{"id":2,"active":true,"tags":["a","b"],"deep":{"a":{"b":1}}}\n';
  const table = await readAll(content, options);
  expect(table.columns).toEqual(["id", "plan.name", "plan.seats", "active", "tags", "deep.a"]);
  expect(table.rows).toEqual([
    { line: 1, values: [1, "Pro", 5, null, null, null] },
    { line: 3, values: [2, null, null, true, "a, b", '{"b":1}'] },
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
