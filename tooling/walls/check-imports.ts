import { findCircles, shortestRound } from "./find-circles.ts";
import { readImports, workspacesOf, type Import } from "./read-imports.ts";
import {
  boundaryRules,
  environmentReaders,
  outboundCallers,
  tests,
  type BoundaryRule,
} from "../boundary-rules.ts";
import { packagePlaces } from "../package-places.ts";

export interface Checked {
  imports: number;
  /** One each: rule, file and import on the first line, the reason on the second. */
  problems: string[];
}

/** Holds every import of `sources` (path from the repository's root → text) against the rules; nothing else is read. */
export function checkImports(sources: ReadonlyMap<string, string>): Checked {
  const workspaces = workspacesOf(sources.keys());
  const read = [...sources].map(([file, source]) => ({ file, ...readImports(file, source, workspaces) }));
  const imports = read.flatMap((one) => one.imports);
  return {
    imports: imports.length,
    problems: [
      ...imports.flatMap((one) => boundaryRules.flatMap((rule) => brokenRule(rule, one))),
      ...imports.flatMap(misplacedPackage),
      ...read.filter((one) => one.readsEnvironment).flatMap(({ file }) => strayEnvironment(file)),
      ...read.flatMap(({ file, callsOut }) => callsOut.flatMap((by) => strayCall(file, by))),
      ...circles(imports),
    ],
  };
}

function brokenRule(rule: BoundaryRule, { from, to }: Import): string[] {
  const match = rule.from.exec(from);
  if (!match || rule.exceptFrom?.test(from) || !rule.forbids.test(to)) return [];
  if (rule.except && new RegExp(rule.except.replaceAll("$1", match[1] ?? "")).test(to)) return [];
  return [`${rule.name}: ${from} imports ${to}\n    ${rule.reason}`];
}

/** A package of ours or from npm stands in the list of places, and is imported from there only. Tests and benches may. */
function misplacedPackage({ from, to }: Import): string[] {
  if (!/^apps\/(server|web)\/src\//.test(from) || tests.test(from)) return [];
  if (!to.startsWith("npm:") && !/^packages\/(?!contracts\/)/.test(to)) return [];
  const name = to.replace(/^npm:/, "").replace(/^packages\/([^/]+)\/.*$/, "@forestay/$1");
  const known = packagePlaces.filter((one) => one.packages.test(name));
  if (known.some((one) => one.places.test(from))) return [];
  const reason =
    known[0]?.reason ?? "it stands in no line of tooling/package-places.ts: say there where it may be used";
  return [`a-package-has-its-place: ${from} imports ${name}\n    ${reason}`];
}

function strayEnvironment(file: string): string[] {
  if (tests.test(file) || environmentReaders.test(file)) return [];
  return [
    `environment-is-read-in-config: ${file} names process.env or import.meta.env\n` +
      "    a setting is checked once, at the start, and handed in; what reads it elsewhere is found out too late",
  ];
}

/** Packages that call out have places of their own; this is about what Node gives to every file. */
function strayCall(file: string, by: string): string[] {
  if (!file.startsWith("apps/server/src/") || tests.test(file) || outboundCallers.test(file)) return [];
  return [
    `outbound-calls-go-through-outbound: ${file} uses ${by}\n` +
      "    a call to another host goes by context.outbound, with its time-outs, caps, pace and guard against private addresses",
  ];
}

/**
 * In any folder, its files and subfolders use one another in one direction: that is no circle of files, of a module's
 * inner folders, of modules, of packages. Type-only imports count, tests do not.
 */
function circles(imports: readonly Import[]): string[] {
  const folders = new Map<string, Map<string, Set<string>>>();
  for (const { from, to } of imports) {
    if (/^(npm|node):/.test(to) || tests.test(from) || tests.test(to)) continue;
    const [folder, user, used] = part(from, to);
    if (user === used) continue;
    const arrows = folders.get(folder) ?? new Map<string, Set<string>>();
    folders.set(folder, arrows.set(user, (arrows.get(user) ?? new Set()).add(used)));
  }
  return [...folders].flatMap(([folder, arrows]) =>
    findCircles(arrows).map((circle) => {
      const round = shortestRound(circle, arrows);
      const proof = round.slice(1).map((next, at) => {
        const prefix = (name: string | undefined) => (folder === "" ? `${name}` : `${folder}/${name}`);
        const within = (path: string, name: string) => path === name || path.startsWith(`${name}/`);
        const one = imports.find(
          ({ from, to }) =>
            within(from, prefix(round[at])) &&
            within(to, prefix(next)) &&
            !tests.test(from) &&
            !tests.test(to),
        );
        return `\n    ${one?.from} imports ${one?.to}`;
      });
      return `no-circles: in ${folder || "the repository"}: ${round.join(" -> ")}${proof.join("")}\n    what two rooms both need lies below them, and news travels upward as a domain event`;
    }),
  );
}

/** Where two paths part: their common folder, and the child of it on each side. */
function part(from: string, to: string): [folder: string, user: string, used: string] {
  const [a, b] = [from.split("/"), to.split("/")];
  let at = 0;
  while (at < a.length - 1 && at < b.length - 1 && a[at] === b[at]) at += 1;
  return [a.slice(0, at).join("/"), a[at] ?? "", b[at] ?? ""];
}
