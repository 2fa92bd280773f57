import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { serverModules } from "./server-modules.ts";

const here = import.meta.dirname;
const text = readFileSync(path.join(here, "../../../docs/modules.md"), "utf8");
const cells = (cell: string | undefined): string[] =>
  [...(cell ?? "").matchAll(/`([^`]+)`/g)].map(([, name]) => name!).sort();

/** Rows of the catalogue: | `module` | what it is | tables | jobs | tells | hears | */
const catalogue = new Map(
  text
    .split("\n")
    .filter((line) => line.startsWith("| `"))
    .map((line) => {
      const [, name, what = "", tables, jobs, tells, hears] = line.split("|");
      return [
        cells(name)[0]!,
        {
          what: what.trim(),
          tables: cells(tables),
          jobs: cells(jobs),
          tells: cells(tells),
          hears: cells(hears),
        },
      ];
    }),
);
/** Read as text: the tooling is no part of the server. */
const owners = new Map(
  [
    ...readFileSync(path.join(here, "../../../tooling/table-owners.ts"), "utf8").matchAll(
      /"modules\/([a-z-]+)": \[([^\]]*)\]/g,
    ),
  ].map(([, name, tables]) => [
    name!,
    [...tables!.matchAll(/"([a-z_]+)"/g)].map(([, table]) => table!).sort(),
  ]),
);
const folders = readdirSync(path.join(here, "modules")).sort();

describe("docs/modules.md", () => {
  it("names every module, once, and says what it is", () => {
    expect([...catalogue.keys()].sort()).toEqual(folders);
    for (const [name, { what }] of catalogue) expect(what, name).toMatch(/\w+ \w+/);
  });

  it.each(folders)("%s: its tables, jobs and the news it tells and hears are those of the code", (name) => {
    const module = serverModules.find((one) => one.name === name);
    const { what: _, ...written } = catalogue.get(name)!;
    expect(written).toEqual({
      tables: owners.get(name) ?? [],
      jobs: (module?.jobs ?? []).map((job) => job.name).sort(),
      tells: toldBy(name),
      hears: [...new Set((module?.subscriptions ?? []).map(({ event }) => event.name))].sort(),
    });
  });

  it.each(folders)("%s uses only modules above it in the catalogue", (name) => {
    const order = [...catalogue.keys()];
    const used = sourcesOf(name).flatMap((source) =>
      [...source.matchAll(/from "#modules\/([^/"]+)\//g)].map(([, other]) => other!),
    );
    const below = [...new Set(used)].filter((other) => order.indexOf(other) > order.indexOf(name));
    expect(below).toEqual([]);
  });
});

/** Names of the events that a module's files define. */
const toldBy = (name: string): string[] =>
  sourcesOf(name)
    .flatMap((source) => [...source.matchAll(/defineEvent(?:<[\s\S]*?>)?\(\s*"([^"]+)"/g)])
    .map(([, event]) => event!)
    .sort();

function sourcesOf(name: string): string[] {
  const folder = path.join(here, "modules", name);
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".ts") && !file.endsWith(".test.ts") && !file.includes("fixtures"))
    .map((file) => readFileSync(path.join(folder, file), "utf8"));
}
