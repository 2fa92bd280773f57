import { readFileSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { parseAst } from "vite";
import type { Plugin } from "vite";

const contractFile = /\/packages\/contracts\/src\/[a-z-]+\.ts$/;
const schemasQuery = "?schemas";
/** What the browser needs of a route: where to send a call. Everything else of it is the server's. */
const keptRouteFields = new Set(["method", "path"]);
const readsRouteSchema = /\b\w+Routes\.\w+\.(?:body|query|params|response)\b/;

/**
 * Serves each file of the contracts to the browser in two halves: the file itself without anything made of zod, and
 * `file?schemas` with the schemas, which the first half re-exports by name. So a page that checks a form brings its
 * schema and zod along in its own chunk, and the first load, which calls routes and checks nothing, holds neither.
 * Measured: 26 kB of compressed JavaScript less before the first screen.
 */
export function splitContracts(): Plugin {
  const halves = new Map<string, Halves>();
  return {
    name: "forestay:split-contracts",
    enforce: "pre",
    watchChange: () => halves.clear(),
    async resolveId(source, importer) {
      if (!source.endsWith(schemasQuery)) return null;
      const file = await this.resolve(source.slice(0, -schemasQuery.length), importer);
      return file === null ? null : { id: `${file.id}${schemasQuery}`, moduleSideEffects: false };
    },
    load(id) {
      const file = id.endsWith(schemasQuery) ? id.slice(0, -schemasQuery.length) : id;
      if (!contractFile.test(file)) return null;
      const { wire, schemas } = splitFile(file, halves);
      return { code: id === file ? wire : schemas, map: null, moduleType: "ts" };
    },
    transform(code, id) {
      if (!/\/apps\/web\/src\/.*\.tsx?$/.test(id)) return null;
      const read = readsRouteSchema.exec(code);
      if (read !== null) {
        this.error(
          `${read[0]}: routes arrive in the browser without their schemas. Export the schema by name from the contract and import that.`,
        );
      }
      return null;
    },
  };
}

export interface Halves {
  wire: string;
  schemas: string;
  /** Exported names that live in the second half. */
  schemaNames: ReadonlySet<string>;
}

interface Node {
  type: string;
  start: number;
  end: number;
}
interface Declared {
  statement: Node;
  names: string[];
  uses: Set<string>;
  exported: boolean;
  definesRoutes: boolean;
}

/** Splits one file of the contracts, reading the ones it imports to know which of their names are schemas. */
export function splitFile(file: string, known: Map<string, Halves>): Halves {
  const done = known.get(file);
  if (done !== undefined) return done;
  const code = readFileSync(file, "utf8");
  const program = parseAst(code, { lang: "ts" }) as unknown as { body: Node[] };
  const stripped = routeFieldsToDrop(program);
  const tainted = new Set<string>();
  const declared: Declared[] = [];
  for (const statement of program.body) {
    if (statement.type === "ImportDeclaration") {
      for (const name of importedSchemas(statement, file, known)) tainted.add(name);
      continue;
    }
    const declaration = field<Node>(statement, "declaration") ?? statement;
    const names = namesOf(declaration);
    if (names.length === 0) continue;
    declared.push({
      statement,
      names,
      uses: usedNames(declaration, stripped),
      exported: statement.type === "ExportNamedDeclaration",
      definesRoutes: stripped.some(({ start, end }) => start > statement.start && end <= statement.end),
    });
  }
  for (let before = -1; before !== tainted.size;) {
    before = tainted.size;
    for (const { names, uses } of declared) {
      if ([...uses].some((name) => tainted.has(name))) for (const name of names) tainted.add(name);
    }
  }
  const isSchema = ({ names }: Declared) => names.some((name) => tainted.has(name));
  const schemaNames = declared.filter((one) => one.exported && isSchema(one)).flatMap(({ names }) => names);
  const reExport =
    schemaNames.length === 0
      ? ""
      : `\nexport { ${schemaNames.join(", ")} } from ${JSON.stringify(`./${file.slice(file.lastIndexOf("/") + 1)}${schemasQuery}`)};\n`;
  const result: Halves = {
    wire:
      without(code, [...stripped, ...declared.filter(isSchema).map(({ statement }) => statement)]) + reExport,
    schemas: without(
      code,
      declared.filter((one) => one.definesRoutes && !isSchema(one)).map(({ statement }) => statement),
    ),
    schemaNames: new Set(schemaNames),
  };
  known.set(file, result);
  return result;
}

/** Local names that an import brings and that are zod itself or made of it. */
function importedSchemas(statement: Node, file: string, known: Map<string, Halves>): string[] {
  const source = field<{ value: string }>(statement, "source")?.value ?? "";
  if (field<string>(statement, "importKind") === "type") return [];
  const theirs = source.startsWith(".")
    ? splitFile(resolve(dirname(file), source), known).schemaNames
    : undefined;
  return (field<Node[]>(statement, "specifiers") ?? [])
    .filter((one) => theirs === undefined || theirs.has(identifier(field<Node>(one, "imported")) ?? ""))
    .map((one) => identifier(field<Node>(one, "local")) ?? "");
}

/** The fields of every `defineRoute({ … })` that stay on the server. */
function routeFieldsToDrop(program: unknown): Node[] {
  const drop: Node[] = [];
  walk(program, (node) => {
    if (node.type !== "CallExpression" || identifier(field<Node>(node, "callee")) !== "defineRoute")
      return true;
    for (const argument of field<Node[]>(node, "arguments") ?? []) {
      for (const property of field<Node[]>(argument, "properties") ?? []) {
        if (!keptRouteFields.has(identifier(field<Node>(property, "key")) ?? "")) drop.push(property);
      }
    }
    return false;
  });
  return drop;
}

/** Names a piece of code reads at run time: types and dropped fields do not count. */
function usedNames(root: Node, dropped: readonly Node[]): Set<string> {
  const names = new Set<string>();
  walk(root, (node) => {
    if (dropped.includes(node)) return false;
    if (node.type.startsWith("TS") && field<Node>(node, "expression") === undefined) return false;
    const name = identifier(node);
    if (name !== undefined) names.add(name);
    return true;
  });
  return names;
}

function namesOf(declaration: Node): string[] {
  if (declaration.type.startsWith("TS")) return [];
  const own = identifier(field<Node>(declaration, "id"));
  const variables = (field<Node[]>(declaration, "declarations") ?? []).map((one) =>
    identifier(field<Node>(one, "id")),
  );
  return [own, ...variables].filter((name) => name !== undefined);
}

function walk(value: unknown, visit: (node: Node) => boolean): void {
  if (Array.isArray(value)) for (const one of value) walk(one, visit);
  if (typeof value !== "object" || value === null || !("type" in value)) return;
  if (visit(value as Node)) for (const child of Object.values(value)) walk(child, visit);
}

function field<T>(node: object, name: string): T | undefined {
  return ((node as Record<string, unknown>)[name] ?? undefined) as T | undefined;
}

function identifier(node: Node | undefined): string | undefined {
  return node?.type === "Identifier" ? field<string>(node, "name") : undefined;
}

/** The code without these pieces, and without the comma after one. */
function without(code: string, pieces: readonly Node[]): string {
  let result = "";
  let at = 0;
  for (const { start, end } of [...pieces].sort((a, b) => a.start - b.start)) {
    if (start < at) continue;
    result += code.slice(at, start);
    at = end + (/^\s*,/.exec(code.slice(end))?.[0].length ?? 0);
  }
  return result + code.slice(at);
}
