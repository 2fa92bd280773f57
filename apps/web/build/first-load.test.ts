// @vitest-environment node
import { readFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { describe, expect, it } from "vitest";

const root = resolve(import.meta.dirname, "../../..");
const contracts = join(root, "packages/contracts/src");
const { exports: doors } = JSON.parse(
  readFileSync(join(root, "packages/contracts/package.json"), "utf8"),
) as { exports: Record<string, string> };
/** Imports and re-exports that are there at run time; `import()` is what comes later, on demand. */
const staticImport = /^(?:import|export)\s+(?:(?!type\b)[^"';]*?\sfrom\s+)?"([^"]+)";/gm;
/** Also what comes later. */
const anyImport = /(?:\sfrom\s+|\bimport\s*\(?\s*)"([^"]+)"/g;

describe("what the browser loads before the first screen", () => {
  it("asks the contracts for no schema, and nothing else brings zod along", () => {
    const loaded = reached(join(root, "apps/web/src/main.tsx"));
    expect(loaded).toContain("packages/contracts/src/wire.ts");
    expect(loaded).not.toContain("packages/contracts/src/schemas.ts");
    expect(loaded).not.toContain("zod");
  });

  it("finds behind the wire door endpoints, words and numbers of every domain, and no package", () => {
    const loaded = reached(join(contracts, "wire.ts"));
    expect(loaded).toContain("packages/contracts/src/auth/endpoints.ts");
    expect(loaded.filter((one) => !one.startsWith("packages/contracts/src/"))).toEqual([]);
    expect(loaded.filter((one) => /(?:schemas|routes|route)\.ts$/.test(one))).toEqual([]);
  });

  it("styles on public pages every component that they draw", () => {
    const css = readFileSync(join(root, "apps/web/src/styles/site.css"), "utf8");
    const sources = [...css.matchAll(/^@source "\.\.\/(.+)";$/gm)].map(
      ([, path = ""]) => `apps/web/src/${path}`,
    );
    const drawn = ["site/site.ts", "site/prerender.tsx"]
      .flatMap((entry) => reached(join(root, "apps/web/src", entry), anyImport))
      .filter((file) => file.startsWith("apps/web/src/") && file.endsWith(".tsx"));
    expect(drawn.length).toBeGreaterThan(30);
    const bare = drawn.filter((file) => !sources.some((one) => file === one || file.startsWith(`${one}/`)));
    expect([...new Set(bare)]).toEqual([]);
  });

  it("would notice: the schemas door leads to zod", () => {
    expect(reached(join(contracts, "schemas.ts"))).toContain("zod");
  });
});

/** Every file of ours that loading `entry` loads, by path from the root, and every package by name. */
function reached(entry: string, imports = staticImport): string[] {
  const found = new Set<string>();
  const queue = [entry];
  for (const file of queue) {
    if (found.has(relative(root, file))) continue;
    found.add(relative(root, file));
    for (const [, specifier = ""] of readFileSync(file, "utf8").matchAll(imports)) {
      const next = fileOf(file, specifier);
      if (next === undefined) found.add(specifier);
      else if (/\.tsx?$/.test(next)) queue.push(next);
    }
  }
  return [...found];
}

/** The file an import means; undefined for a package from elsewhere. */
function fileOf(importer: string, specifier: string): string | undefined {
  if (specifier.startsWith(".")) return resolve(dirname(importer), specifier);
  if (specifier.startsWith("@/")) return join(root, "apps/web/src", specifier.slice(2));
  const door = /^@forestay\/contracts(\/.+)?$/.exec(specifier);
  if (door === null) return undefined;
  const file = doors[`.${door[1] ?? ""}`];
  if (file === undefined) throw new Error(`${relative(root, importer)} imports ${specifier}: no such door`);
  return join(root, "packages/contracts", file);
}
