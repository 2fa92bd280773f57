import { Visitor, type EcmaScriptModule, type Program } from "oxc-parser";

/** What Node gives every file to call another host with. */
const globals = new Set(["fetch", "WebSocket"]);

/** What opens a connection, by built-in; the rest of it serves, parses or is a type. */
const clients: Record<string, RegExp> = {
  "node:http": /^(get|request|ClientRequest)$/,
  "node:https": /^(get|request)$/,
  "node:http2": /^connect$/,
  "node:net": /^(connect|createConnection|Socket)$/,
  "node:tls": /^(connect|TLSSocket)$/,
};

interface Node {
  type: string;
  start: number;
  end: number;
}

/**
 * Words by which a file can call another host, each once: `fetch`, `request of node:http`. A built-in imported whole counts
 * as its client. A name that the file declares itself, and a member of anything but the global object, is another thing.
 */
export function readCallsOut(source: string, module: EcmaScriptModule, program: Program): string[] {
  const found = [...importedClients(module)];
  // The tree costs three times the imports, and few files need it.
  if (/\b(fetch|WebSocket)\b|\bimport\s*\(/.test(source)) found.push(...globalsUsed(program));
  return [...new Set(found)];
}

function importedClients({ staticImports, staticExports }: EcmaScriptModule): string[] {
  const imported = staticImports.flatMap(({ moduleRequest, entries }) =>
    entries.map((entry) => ({ ...entry, from: moduleRequest.value })),
  );
  const passedOn = staticExports.flatMap(({ entries }) =>
    entries.map((entry) => ({ ...entry, from: entry.moduleRequest?.value ?? "" })),
  );
  return [...imported, ...passedOn].flatMap(({ from, isType, importName }) => {
    const client = clients[from];
    if (!client || isType) return [];
    if (importName.kind !== "Name" || importName.name === "default") return [from];
    return client.test(importName.name ?? "") ? [`${importName.name} of ${from}`] : [];
  });
}

function globalsUsed(program: Program): string[] {
  const found: string[] = [];
  const named: { name: string; start: number }[] = [];
  /** Where an identifier stands that is no variable: a member's name, a key, a type. */
  const labels = new Set<number>();
  /** Where a name is the file's own. */
  const own: { name: string; within: Node }[] = [];
  const scopes: Node[] = [program];

  const declare = (pattern: unknown, within: Node | undefined = scopes.at(-1)) => {
    for (const name of namesOf(pattern)) own.push({ name, within: within ?? program });
  };
  const enter = (node: Node) => void scopes.push(node);
  const leave = () => void scopes.pop();
  const withParameters = (node: Node & { params: unknown[] }) => {
    for (const parameter of node.params) declare(parameter, node);
  };
  const key = (node: { key: Node; computed: boolean }) => {
    if (!node.computed) labels.add(node.key.start);
  };

  new Visitor({
    Identifier: ({ name, start }) => void (globals.has(name) && named.push({ name, start })),
    MemberExpression(node) {
      if (!node.computed) labels.add(node.property.start);
      const name = node.property.type === "Literal" ? node.property.value : nameOf(node.property);
      if (isGlobalObject(node.object) && typeof name === "string" && globals.has(name)) found.push(name);
    },
    VariableDeclarator(node) {
      declare(node.id);
      if (!node.init || !isGlobalObject(node.init) || node.id.type !== "ObjectPattern") return;
      const taken = node.id.properties.map((one) => (one.type === "Property" ? nameOf(one.key) : undefined));
      found.push(...(taken.filter((name) => name !== undefined && globals.has(name)) as string[]));
    },
    ImportExpression({ source }) {
      const from = source.type === "Literal" && String(source.value);
      if (from && clients[from]) found.push(from);
    },
    BlockStatement: enter,
    "BlockStatement:exit": leave,
    ForStatement: enter,
    "ForStatement:exit": leave,
    ForInStatement: enter,
    "ForInStatement:exit": leave,
    ForOfStatement: enter,
    "ForOfStatement:exit": leave,
    CatchClause: (node) => declare(node.param, node),
    FunctionDeclaration(node) {
      declare(node.id);
      withParameters(node);
    },
    FunctionExpression(node) {
      declare(node.id, node);
      withParameters(node);
    },
    ArrowFunctionExpression: withParameters,
    TSFunctionType: withParameters,
    TSMethodSignature(node) {
      key(node);
      withParameters(node);
    },
    ClassDeclaration: (node) => declare(node.id),
    ImportSpecifier(node) {
      labels.add(node.imported.start);
      declare(node.local, program);
    },
    ImportDefaultSpecifier: (node) => declare(node.local, program),
    ImportNamespaceSpecifier: (node) => declare(node.local, program),
    ExportNamedDeclaration(node) {
      for (const { local, exported } of node.specifiers) {
        if (node.source || exported.start !== local.start) labels.add(exported.start);
        if (node.source) labels.add(local.start);
      }
    },
    Property: (node) => void (node.shorthand || key(node)),
    MethodDefinition: key,
    PropertyDefinition: key,
    TSPropertySignature: key,
    TSTypeQuery: (node) => void labels.add(node.exprName.start),
    TSTypeReference: (node) => void labels.add(node.typeName.start),
  }).visit(program);

  const isOwn = (one: { name: string; start: number }) =>
    own.some(({ name, within }) => name === one.name && within.start <= one.start && one.start < within.end);
  const used = named.filter((one) => !labels.has(one.start) && !isOwn(one));
  return [...found, ...used.map(({ name }) => name)];
}

const nameOf = (node: { type: string; name?: unknown }) =>
  node.type === "Identifier" ? String(node.name) : undefined;

const isGlobalObject = (node: { type: string; name?: unknown }) =>
  /^(globalThis|global)$/.test(nameOf(node) ?? "");

/** Names that a binding pattern declares. */
function namesOf(pattern: unknown): string[] {
  if (typeof pattern !== "object" || pattern === null) return [];
  const node = pattern as Record<string, unknown>;
  switch (node["type"]) {
    case "Identifier":
      return [String(node["name"])];
    case "ObjectPattern":
      return (node["properties"] as unknown[]).flatMap(namesOf);
    case "ArrayPattern":
      return (node["elements"] as unknown[]).flatMap(namesOf);
    case "Property":
      return namesOf(node["value"]);
    case "AssignmentPattern":
      return namesOf(node["left"]);
    case "RestElement":
      return namesOf(node["argument"]);
    case "TSParameterProperty":
      return namesOf(node["parameter"]);
    default:
      return [];
  }
}
