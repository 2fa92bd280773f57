import path from "node:path";
import { readImports, workspacesOf } from "../walls/read-imports.ts";

export interface Reached {
  tests: string[];
  journeys: boolean;
}

const isTest = (file: string) => /\.test\.tsx?$/.test(file);
const isSource = (file: string) => /\.tsx?$/.test(file);
const isDoc = (file: string) => /^(docs\/.*|[A-Z]+)\.md$/.test(file);
/** A test that holds the documentation against something. */
const readsDocs = /["'`/](?:docs\b|README\.md|CONTRIBUTING\.md|CHANGELOG\.md)/;
const isJourney = (file: string) => file.startsWith("apps/e2e/");
/** What the journeys are made on: the server, the web, and the packages below both. */
const underJourneys = /^(apps\/(e2e|server|web)|packages)\//;
/** What says how everything is installed, built and run. */
const underEverything =
  /^(package-lock\.json|package\.json|tsconfig\.base\.json|vitest\.config\.ts|tooling\/(run-|test\.ts|longest-first).*)$/;
/** Where the server is put together: through it every test of an app imports every module. */
const ASSEMBLY = "apps/server/src/server-modules.ts";

/**
 * The tests that a change of these files can reach, by the imports of `sources` (path → text of every TypeScript file).
 * A test within the server's platform or a module of it reaches that module's door and what it imports, not every module
 * that the app is assembled from: they are met by the tests beside the app, which a change of any module reaches. A file that is started as
 * a process counts as imported; a file that is no source, by all of its workspace; documentation, by the tests that read it;
 * a journey, by what serves it.
 */
export function testsReached(changed: readonly string[], sources: ReadonlyMap<string, string>): Reached {
  const tests = [...sources.keys()].filter((file) => isTest(file) && !isJourney(file));
  if (changed.some((file) => underEverything.test(file))) return { tests, journeys: true };
  const workspaces = workspacesOf(sources.keys());
  const uses = new Map<string, readonly string[]>();
  const usesOf = (file: string): readonly string[] => {
    const known = uses.get(file);
    if (known !== undefined) return known;
    const source = sources.get(file) ?? "";
    const imported = readImports(file, source, workspaces).imports.map(({ to }) => to);
    const found = [...imported, ...startedBy(file, source)].filter((one) => sources.has(one));
    uses.set(file, found);
    return found;
  };
  const changedSources = new Set(changed.filter(isSource));
  const isDocChanged = changed.some(isDoc);
  const wholeWorkspaces = new Set(
    changed
      // Words within the sources are part of the product: the assistant's help is one such file.
      .filter((file) => !isSource(file) && (!file.endsWith(".md") || file.includes("/src/")))
      .flatMap((file) => /^(?:apps|packages)\/[^/]+\/|^(?:bench|tooling)\//.exec(file)?.[0] ?? []),
  );
  const reaches = (test: string) => {
    if ([...wholeWorkspaces].some((folder) => test.startsWith(folder))) return true;
    if (isDocChanged && readsDocs.test(sources.get(test) ?? "")) return true;
    const [room, module] = /^apps\/server\/src\/(?:platform|modules\/([^/]+))\//.exec(test) ?? [];
    const seen = new Set([test, ...(module === undefined ? [] : [`${room}index.ts`])]);
    for (const file of seen) {
      if (changedSources.has(file)) return true;
      if (room !== undefined && file === ASSEMBLY) continue;
      for (const next of usesOf(file)) seen.add(next);
    }
    return false;
  };
  return {
    tests: tests.filter(reaches),
    journeys: changed.some(
      (file) => underJourneys.test(file) && !file.endsWith(".md") && (isJourney(file) || !isTest(file)),
    ),
  };
}

/** Files that this one names as text, by a path from its own folder: processes, and what they are made of. */
function startedBy(file: string, source: string): string[] {
  const folder = path.posix.dirname(file);
  return [...source.matchAll(/["'`]([\w./-]+\.ts)["'`]/g)].map(([, named = ""]) =>
    path.posix.join(folder, named),
  );
}
