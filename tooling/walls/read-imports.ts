import path from "node:path";
import { parseSync, Visitor } from "oxc-parser";
import { readCallsOut } from "./read-calls-out.ts";

/** One file's use of another, or of a package: both as paths from the repository's root, `npm:name` or `node:name`. */
export interface Import {
  from: string;
  to: string;
}

/** What a file of ours says to the walls: whom it imports, whether it reads the environment, and how it calls out. */
export interface SourceFacts {
  imports: Import[];
  /** It names `process.env` or `import.meta.env`. */
  readsEnvironment: boolean;
  /** By what it can call another host: `fetch`, `request of node:http`. */
  callsOut: string[];
}

/** Rooms that `@forestay/name` may mean, by name: "contracts" → "packages/contracts". */
export type Workspaces = ReadonlyMap<string, string>;

/** Workspace folders by the name that follows `@forestay/`. */
export function workspacesOf(files: Iterable<string>): Workspaces {
  const found = new Map<string, string>();
  for (const file of files) {
    const [, folder, name] = /^((?:packages|apps)\/([^/]+))\//.exec(file) ?? [];
    if (folder && name) found.set(name, folder);
  }
  return found;
}

/**
 * Reads a TypeScript source: static and type-only imports, `export … from`, `import("x")` as expression and as type.
 * `import()` of an expression names nothing and is not followed.
 */
export function readImports(file: string, source: string, workspaces: Workspaces): SourceFacts {
  const { module, program, errors } = parseSync(file, source);
  if (errors.length > 0) throw new Error(`${file} cannot be parsed: ${errors[0]?.message}`);
  const named = new Set([
    ...module.staticImports.map(({ moduleRequest }) => moduleRequest.value),
    ...module.staticExports.flatMap(({ entries }) =>
      entries.flatMap((entry) => entry.moduleRequest?.value ?? []),
    ),
  ]);
  let readsEnvironment = named.has("node:process") || named.has("process");
  // The tree costs three times the list above, and few files need it.
  if (/\bimport\s*\(|\benv\b/.test(source)) {
    const add = (node: { type: string; value?: unknown }) => {
      if (node.type === "Literal" && typeof node.value === "string") named.add(node.value);
    };
    new Visitor({
      ImportExpression: (node) => add(node.source),
      TSImportType: (node) => add(node.source),
      MemberExpression(node) {
        const name = node.computed
          ? literalText(node.property)
          : node.property.type === "Identifier" && node.property.name;
        readsEnvironment ||= name === "env" && isHost(node.object);
      },
      VariableDeclarator(node) {
        readsEnvironment ||=
          node.id.type === "ObjectPattern" &&
          node.init !== null &&
          isHost(node.init) &&
          node.id.properties.some(
            (one) => one.type === "Property" && one.key.type === "Identifier" && one.key.name === "env",
          );
      },
    }).visit(program);
  }
  return {
    imports: [...named].map((name) => ({ from: file, to: resolve(file, name, workspaces) })),
    readsEnvironment,
    callsOut: readCallsOut(source, module, program),
  };
}

const literalText = (node: { type: string; value?: unknown }) =>
  node.type === "Literal" ? node.value : undefined;

/** `process`, `globalThis.process` or `import.meta`. */
function isHost(node: {
  type: string;
  name?: unknown;
  property?: { type: string; name?: unknown };
}): boolean {
  if (node.type === "MetaProperty") return true;
  if (node.type === "MemberExpression") return node.property?.name === "process";
  return node.type === "Identifier" && node.name === "process";
}

function resolve(from: string, specifier: string, workspaces: Workspaces): string {
  if (specifier.startsWith("node:")) return specifier;
  if (specifier.startsWith(".")) return path.posix.join(path.posix.dirname(from), specifier);
  if (specifier.startsWith("@/")) return `apps/web/src/${specifier.slice(2)}`;
  if (specifier === "#config") return "apps/server/src/config.ts";
  if (specifier.startsWith("#")) return `apps/server/src/${specifier.slice(1)}`;
  const own = /^@forestay\/([^/]+)(?:\/(.+))?$/.exec(specifier);
  if (own) {
    const [, name = "", inside = "index"] = own;
    return `${workspaces.get(name) ?? `packages/${name}`}/src/${inside.endsWith(".ts") ? inside : `${inside}.ts`}`;
  }
  return `npm:${specifier}`;
}
