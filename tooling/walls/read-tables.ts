import { parseSync, Visitor } from "oxc-parser";

/** A statement's use of a table. */
export interface TableUse {
  table: string;
  access: "read" | "write";
  line: number;
}

const readingCalls = /^(selectFrom|(inner|left|right|full|cross)Join(Lateral)?|from|using)$/;
const writingCalls = /^(insertInto|updateTable|deleteFrom|replaceInto|mergeInto)$/;
/** What stands before a table's name in SQL, and writes when it is one of the first four. */
const tableWord =
  /\b(?:(insert\s+into|update|delete\s+from|truncate|copy|merge\s+into|lock\s+table)|from|join|using|table)\s+(?:only\s+)?((?:[a-z_."]+)(?:(?:\s+(?:as\s+)?(?!where\b|set\b|on\b|join\b)[a-z_]+)?\s*,\s*[a-z_."]+)*)/gi;

/**
 * The tables of `known` that a source reads and writes: by Kysely's builder, and by name after `from`, `join`, `into`,
 * `update`, `table` in any text it writes, so that SQL put together from pieces counts as well. Names that the same text
 * gives to its own `with` queries do not.
 */
export function readTables(file: string, source: string, known: ReadonlySet<string>): TableUse[] {
  const { program } = parseSync(file, source);
  const uses: TableUse[] = [];
  const add = (name: string, access: TableUse["access"], at: number) => {
    const table = name
      .replaceAll('"', "")
      .replace(/^public\./, "")
      .toLowerCase();
    if (known.has(table)) uses.push({ table, access, line: source.slice(0, at).split("\n").length });
  };
  new Visitor({
    CallExpression(node) {
      if (node.callee.type !== "MemberExpression" || node.callee.property.type !== "Identifier") return;
      const verb = node.callee.property.name;
      const access = writingCalls.test(verb) ? "write" : "read";
      if (access === "read" && !readingCalls.test(verb) && verb !== "table") return;
      const [first] = node.arguments;
      for (const one of first?.type === "ArrayExpression" ? first.elements : [first]) {
        if (one?.type !== "Literal" || typeof one.value !== "string") continue;
        add(one.value.split(/\s/)[0] ?? "", access, one.start);
      }
    },
    Literal(node) {
      if (typeof node.value === "string") scan(node.value, node.start);
    },
    TemplateLiteral(node) {
      scan(node.quasis.map((part) => part.value.cooked ?? "").join(" ? "), node.start);
    },
  }).visit(program);
  return uses;

  function scan(text: string, start: number) {
    const own = new Set(
      [...text.matchAll(/\b([a-z_]+)\s+as\s+(?:(?:not\s+)?materialized\s+)?\(/gi)].map(([, name]) => name),
    );
    for (const match of text.matchAll(tableWord)) {
      const [, writes, list = ""] = match;
      for (const entry of list.split(",")) {
        const name = entry.trim().split(/\s+/)[0] ?? "";
        if (!own.has(name)) add(name, writes ? "write" : "read", start);
      }
    }
  }
}
