/** Checks every import in the repository against boundary-rules.ts, and that no server module leads back to itself. */
import { readdir, readFile } from "node:fs/promises";
import { existsSync } from "node:fs";
import path from "node:path";
import { boundaryRules } from "./boundary-rules.ts";
import { ROOT } from "./run-command.ts";

const folders = ["packages", "apps", "bench"];
const ignoredFolders = new Set(["node_modules", "dist", "assembly"]);
/** `from "x"`, `import "x"`, `import("x")`: our formatter leaves no other shape. */
const importPattern = /(?:^|[\s}*;])(?:from|import)\s*\(?\s*["']([^"'\n]+)["']/gm;

interface Import {
  from: string;
  to: string;
}

const files = (await Promise.all(folders.map((folder) => listSources(path.join(ROOT, folder))))).flat();
const imports = (await Promise.all(files.map(readImports))).flat();
const problems = [...imports.flatMap(violations), ...moduleCycles(imports)];
for (const problem of problems) console.error(problem);
console.log(`${files.length} files, ${imports.length} imports, ${problems.length} against the plan`);
if (problems.length > 0) process.exitCode = 1;

async function listSources(directory: string): Promise<string[]> {
  const entries = await readdir(directory, { withFileTypes: true });
  const nested = await Promise.all(
    entries.map(async (entry) => {
      const full = path.join(directory, entry.name);
      if (entry.isDirectory()) return ignoredFolders.has(entry.name) ? [] : listSources(full);
      return /\.tsx?$/.test(entry.name) ? [full] : [];
    }),
  );
  return nested.flat();
}

async function readImports(file: string): Promise<Import[]> {
  const from = path.relative(ROOT, file).replaceAll(path.sep, "/");
  const source = (await readFile(file, "utf8")).replace(/\/\*[\s\S]*?\*\//g, "");
  return [...source.matchAll(importPattern)].map(([, specifier = ""]) => ({
    from,
    to: resolve(from, specifier),
  }));
}

/** A path of ours, `npm:package/sub` or `node:name`. */
function resolve(from: string, specifier: string): string {
  if (specifier.startsWith("node:")) return specifier;
  if (specifier.startsWith(".")) return path.posix.join(path.posix.dirname(from), specifier);
  if (specifier.startsWith("@/")) return `apps/web/src/${specifier.slice(2)}`;
  if (specifier === "#config") return "apps/server/src/config.ts";
  if (specifier.startsWith("#")) return `apps/server/src/${specifier.slice(1)}`;
  const own = /^@forestay\/([^/]+)(?:\/(.+))?$/.exec(specifier);
  if (own) {
    const [, name = "", inside = "index"] = own;
    const base = existsSync(path.join(ROOT, "packages", name)) ? `packages/${name}` : `apps/${name}`;
    return `${base}/src/${inside.endsWith(".ts") ? inside : `${inside}.ts`}`;
  }
  return `npm:${specifier}`;
}

function violations({ from, to }: Import): string[] {
  return boundaryRules.flatMap((rule) => {
    const match = rule.from.exec(from);
    if (!match || rule.exceptFrom?.test(from) || !rule.forbids.test(to)) return [];
    if (rule.except && new RegExp(rule.except.replaceAll("$1", match[1] ?? "")).test(to)) return [];
    return [`${rule.name}: ${from} imports ${to}\n    ${rule.reason}`];
  });
}

/** Server modules may use one another, in one direction. */
function moduleCycles(all: readonly Import[]): string[] {
  const moduleOf = (file: string) => /^apps\/server\/src\/modules\/([^/]+)\//.exec(file)?.[1];
  const uses = new Map<string, Set<string>>();
  for (const { from, to } of all) {
    const [user, used] = [moduleOf(from), moduleOf(to)];
    if (!user || !used || user === used || from.endsWith(".test.ts")) continue;
    uses.set(user, (uses.get(user) ?? new Set()).add(used));
  }
  const found = new Set<string>();
  const walk = (name: string, trail: readonly string[]) => {
    const start = trail.indexOf(name);
    if (start >= 0) {
      const cycle = trail.slice(start);
      const first = cycle.indexOf([...cycle].sort()[0] ?? "");
      found.add([...cycle.slice(first), ...cycle.slice(0, first)].join(" -> "));
      return;
    }
    for (const next of uses.get(name) ?? []) walk(next, [...trail, name]);
  };
  for (const name of uses.keys()) walk(name, []);
  return [...found].map(
    (cycle) => `modules-form-no-cycle: ${cycle} -> back\n    news travels upward as a domain event`,
  );
}
