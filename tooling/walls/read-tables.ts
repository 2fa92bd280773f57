import { parseSync, Visitor } from "oxc-parser";

/** A statement's use of a table. */
export interface TableUse {
  table: string;
  access: "read" | "write";
  line: number;
}

const readingCalls = /^(selectFrom|(inner|left|right|full|cross)Join(Lateral)?|from|using)$/;
const writingCalls = /^(insertInto|updateTable|deleteFrom|replaceInto|mergeInto)$/;
/** Of the builder's calls those that no other library has: a bare one is the builder's, taken out of its object. */
const ownWords =
  /^(selectFrom|(inner|left|right|full|cross)Join(Lateral)?|insertInto|updateTable|deleteFrom|replaceInto|mergeInto)$/;
/** What stands before a table's name in SQL; the first group writes. */
const tableWord =
  /\b(?:(insert\s+into|update|delete\s+from|truncate|copy|merge\s+into|lock\s+table)|from|join|using|table)\s+(?:only\s+)?/gi;
/** What ends a list of tables. */
const clause =
  /^(?:where|on|join|left|right|full|inner|cross|natural|group|order|limit|offset|set|returning|union|except|intersect|for|using|select|values|having|window|as\s+materialized|to|with)\b/i;

/**
 * The tables of `known` that a source reads and writes: by Kysely's builder, and by name after `from`, `join`, `into`,
 * `update`, `table` in any text it writes, so that SQL put together from pieces counts as well, lists with commas to their
 * end. Names that the same text gives to its own `with` queries do not, unless a table is called so: then nobody could tell
 * them apart. A builder that is given no name but something to be worked out counts as the table `?`.
 */
export function readTables(file: string, source: string, known: ReadonlySet<string>): TableUse[] {
  const { program } = parseSync(file, source);
  const uses: TableUse[] = [];
  const lineAt = (at: number) => source.slice(0, at).split("\n").length;
  const add = (name: string, access: TableUse["access"], at: number) => {
    const table = name
      .replaceAll('"', "")
      .replace(/^public\./, "")
      .toLowerCase();
    if (known.has(table)) uses.push({ table, access, line: lineAt(at) });
  };
  new Visitor({
    CallExpression(node) {
      const { callee } = node;
      const verb =
        callee.type === "Identifier"
          ? callee.name
          : callee.type === "MemberExpression" && callee.property.type === "Identifier"
            ? callee.property.name
            : "";
      const isOwnWord = ownWords.test(verb);
      if (callee.type === "Identifier" && !isOwnWord) return;
      const access = writingCalls.test(verb) ? "write" : "read";
      if (access === "read" && !readingCalls.test(verb) && verb !== "table") return;
      const [first] = node.arguments;
      for (const one of first?.type === "ArrayExpression" ? first.elements : [first]) {
        if (one === null || one === undefined) continue;
        const text = textOf(one);
        if (text !== null) add(text.trim().split(/\s/)[0] ?? "", access, one.start);
        else if (isOwnWord && isWorkedOut(one.type))
          uses.push({ table: "?", access, line: lineAt(one.start) });
      }
    },
    Property(node) {
      // A description of where something stands: { table: "notes", column: "body" }.
      if (node.key.type !== "Identifier" || node.key.name !== "table") return;
      const text = textOf(node.value);
      if (text !== null) add(text, "write", node.value.start);
    },
    TaggedTemplateExpression(node) {
      if (node.tag.type !== "Identifier" || node.tag.name !== "sql") return;
      const text = textOf(node.quasi);
      if (text !== null && /^\s*[a-z_."]+\s*$/i.test(text)) add(text.trim(), "read", node.start);
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
      [...text.matchAll(/\b([a-z_]+)(?:\s*\([a-z_,\s]*\))?\s+as\s+(?:(?:not\s+)?materialized\s+)?\(/gi)]
        .map(([, name = ""]) => name)
        .filter((name) => !known.has(name)),
    );
    for (const { 0: word, 1: writes, index } of text.matchAll(tableWord))
      for (const name of tablesAfter(text, index + word.length, writes !== undefined))
        if (!own.has(name)) add(name, writes ? "write" : "read", start);
  }
}

/** Names in a list of tables that begins here: `a x, b as y, unnest(?) z, (select ...) w, c`. */
function tablesAfter(text: string, from: number, isWritten: boolean): string[] {
  const names: string[] = [];
  let at = from;
  for (;;) {
    at = skipSpace(text, at);
    const name = /^(?:lateral\s+|only\s+)?([a-z_"][a-z_."\d]*)/i.exec(text.slice(at, at + 100));
    if (name !== null && clause.test(name[0])) return names;
    if (name !== null) {
      at += name[0].length;
      // With arguments it is a function; what is written to has its columns there.
      if (isWritten || text[skipSpace(text, at)] !== "(") names.push(name[1]!);
    }
    // To the comma of this list: over arguments, subqueries, aliases and lists of columns.
    for (; at < text.length && text[at] !== ","; at++) {
      if (text[at] === "(") at = closing(text, at);
      else if (
        text[at] === ")" ||
        text[at] === ";" ||
        (/\s/.test(text[at]!) && clause.test(text.slice(at + 1, at + 30)))
      )
        return names;
    }
    if (at >= text.length) return names;
    at += 1;
  }
}

function skipSpace(text: string, from: number): number {
  let at = from;
  while (at < text.length && /\s/.test(text[at]!)) at += 1;
  return at;
}

function closing(text: string, from: number): number {
  let depth = 0;
  for (let at = from; at < text.length; at++) {
    if (text[at] === "(") depth += 1;
    else if (text[at] === ")" && --depth === 0) return at;
  }
  return text.length;
}

/** A text that stands as it is; null where it is put together. */
function textOf(node: {
  type: string;
  value?: unknown;
  quasis?: { value: { cooked: string | null } }[];
}): string | null {
  if (node.type === "Literal") return typeof node.value === "string" ? node.value : null;
  if (node.type === "TemplateLiteral" && node.quasis?.length === 1) return node.quasis[0]!.value.cooked;
  return null;
}

/** Functions and calls of `sql` are read where they stand; names, choices and texts put together hide a table. */
const isWorkedOut = (type: string) =>
  type === "Identifier" ||
  type === "MemberExpression" ||
  type === "ConditionalExpression" ||
  type === "TemplateLiteral";
