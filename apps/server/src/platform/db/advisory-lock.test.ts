import { glob, readFile } from "node:fs/promises";
import path from "node:path";
import { expect, it } from "vitest";
import { advisoryLock } from "./advisory-lock.ts";

const SOURCES = path.resolve(import.meta.dirname, "../..");

it("every advisory lock has a number of its own", () => {
  const numbers = Object.values(advisoryLock);
  expect(new Set(numbers).size).toBe(numbers.length);
});

it("nobody locks on a number that is not in the list", async () => {
  const locking: string[] = [];
  const unlisted: string[] = [];
  for await (const file of glob("**/*.{ts,sql}", {
    cwd: path.dirname(SOURCES),
    exclude: ["**/node_modules"],
  })) {
    if (/\.test\.ts$|^src\/testing\//.test(file)) continue;
    const source = await readFile(path.join(path.dirname(SOURCES), file), "utf8");
    if (!/pg_\w*advisory\w*lock/.test(source)) continue;
    locking.push(file);
    // The number comes from the list, and a company's lock takes the company beside it: nothing else is hashed.
    if (!source.includes("advisoryLock.") || /advisory\w*lock\(\s*(\d|hashtext)/.test(source))
      unlisted.push(file);
  }
  expect(locking).not.toEqual([]);
  expect(unlisted).toEqual([]);
});
