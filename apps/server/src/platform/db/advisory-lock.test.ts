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
    // The list itself is held to by its types.
    if (/\.test\.ts$|^src\/testing\/|\/advisory-lock\.ts$/.test(file)) continue;
    const source = await readFile(path.join(path.dirname(SOURCES), file), "utf8");
    if (!/pg_\w*advisory\w*lock/.test(source)) continue;
    locking.push(file);
    // Locks that outlive a transaction are taken on a connection of their own; all others by lockUntilCommit.
    if (
      !source.includes("advisoryLock.") ||
      /advisory_xact_lock|advisory\w*lock\(\s*(\d|hashtext)/.test(source)
    )
      unlisted.push(file);
  }
  expect(locking).not.toEqual([]);
  expect(unlisted).toEqual([]);
});
