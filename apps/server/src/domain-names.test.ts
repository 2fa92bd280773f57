import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import { expect, it } from "vitest";

const modules = path.join(import.meta.dirname, "modules");
const contracts = path.resolve(import.meta.dirname, "../../../packages/contracts/src");

/** Routes that another module answers than the one of their name, each with its reason. */
const answeredElsewhere: Record<string, { by: string; reason: string }> = {
  "modelRoutes.list": {
    by: "analyses",
    reason: "says when the next night trains and scores, which analyses decide",
  },
};

it("a route is declared in the contract's folder and answered in the server's module of one name", async () => {
  const declared = await routesIn(contracts, /routes\.ts$/, /^ {2}(\w+): defineRoute\(/gm);
  const bound = await routesIn(modules, /(?:^|\/|-)routes\.ts$/, /\bbind\(\s*api,\s*(\w+Routes\.\w+)/g);
  for (const [route, { by }] of Object.entries(answeredElsewhere)) {
    expect(declared.get(route)).not.toBe(by);
    declared.set(route, by);
  }
  expect(declared.size).toBeGreaterThan(80);
  expect(Object.fromEntries([...bound].sort())).toEqual(Object.fromEntries([...declared].sort()));
});

/** `table.route` → the folder under `root` where a file says so; within a declaring file the table is the last one opened. */
async function routesIn(root: string, files: RegExp, pattern: RegExp): Promise<Map<string, string>> {
  const found = new Map<string, string>();
  for (const file of await readdir(root, { recursive: true })) {
    if (!files.test(file)) continue;
    const source = await readFile(path.join(root, file), "utf8");
    for (const match of source.matchAll(pattern)) {
      const [, name = ""] = match;
      const table = [...source.slice(0, match.index).matchAll(/^export const (\w+Routes) = /gm)].at(-1)?.[1];
      found.set(name.includes(".") ? name : `${table}.${name}`, file.split(path.sep)[0] ?? "");
    }
  }
  return found;
}
