import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import * as keys from "./query-keys.ts";

it("gives every feature a root of its own", () => {
  const roots = Object.values(keys).map(({ all: [root] }) => root);
  expect(new Set(roots).size).toBe(roots.length);
});

it("is the only place that writes a key down", () => {
  const source = join(import.meta.dirname, "../..");
  const files = globSync("{app,components,features,hooks,lib}/**/*.{ts,tsx}", { cwd: source });
  expect(files.length).toBeGreaterThan(100);
  const elsewhere = files.filter(
    (file) =>
      !file.includes(".test.") &&
      /(?:query|mutation)Key: \[\s*["']/.test(readFileSync(join(source, file), "utf8")),
  );
  expect(elsewhere).toEqual([]);
});
