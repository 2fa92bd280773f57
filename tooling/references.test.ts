import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import { expect, it } from "vitest";
import { ROOT } from "./run-command.ts";

const folders = ["apps", "packages", "bench", "tooling", "docs"];
const ignored = new Set(["node_modules", "dist", "results"]);
const itself = path.basename(import.meta.filename);

/** What says "see there" of a document that stands in nobody's checkout. */
const elsewhere =
  /\bspec(?:ification)?'?s? sections? \d|\bspec's\b|\bdesign section \d|\bdecisions? \d{1,3}\b(?!\d)|\breliability \d+|\bDESIGN\.md\b|\bfeatures\.md\b|\bproduct decisions?\b|\bissue #?\d+|\bmock \d+/i;

const records = await readdir(path.join(ROOT, "docs/decisions"));
const texts = await readTexts();

it("every decision that is referred to has its record, and no two records share a number", () => {
  const numbers = records.map((name) => name.slice(0, 4));
  expect(new Set(numbers).size).toBe(numbers.length);
  const missing = texts.flatMap(({ file, line, text }) =>
    [
      ...text.matchAll(
        /\b(?:decisions?|docs\/decisions\/|records?) ?(0\d{3})\b(?:(?:,| and|, and) (0\d{3})\b)?/gi,
      ),
    ]
      .filter(([, ...said]) => said.some((number) => number !== undefined && !numbers.includes(number)))
      .map(([reference]) => `${file}:${line} ${reference}`),
  );
  expect(missing).toEqual([]);
});

it("nothing refers to a document that is not part of the repository", () => {
  const strays = texts.flatMap(({ file, line, text }) => {
    const said = elsewhere.exec(text);
    return said === null ? [] : [`${file}:${line} ${said[0]}`];
  });
  expect(strays).toEqual([]);
});

/** Every line of code and text, this file's own aside. */
async function readTexts(): Promise<{ file: string; line: number; text: string }[]> {
  const files = ["README.md", "CONTRIBUTING.md", "CHANGELOG.md"];
  for (const folder of folders) files.push(...(await listFiles(folder)));
  const lines = await Promise.all(
    files.map(async (file) =>
      (await readFile(path.join(ROOT, file), "utf8"))
        .split("\n")
        .map((text, at) => ({ file, line: at + 1, text })),
    ),
  );
  return lines.flat();
}

async function listFiles(folder: string): Promise<string[]> {
  const entries = await readdir(path.join(ROOT, folder), { withFileTypes: true });
  const nested = await Promise.all(
    entries.map(async (entry) => {
      const { name } = entry;
      if (ignored.has(name) || name === itself) return [];
      const inside = `${folder}/${name}`;
      if (entry.isDirectory()) return listFiles(inside);
      return /\.(?:tsx?|mjs|css|html|md|sql)$/.test(name) ? [inside] : [];
    }),
  );
  return nested.flat();
}
