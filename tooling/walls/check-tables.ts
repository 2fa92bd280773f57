import { tests } from "../boundary-rules.ts";
import type { TableGrant } from "../table-grants.ts";
import { readTables } from "./read-tables.ts";

export interface Ownership {
  owners: Readonly<Record<string, readonly string[]>>;
  grants: readonly TableGrant[];
}

export interface CheckedTables {
  /** Uses of tables in SQL. */
  uses: number;
  problems: string[];
}

const SERVER = "apps/server/src/";
const SCHEMA = `${SERVER}platform/db/schema.gen.ts`;

/**
 * Holds the SQL of the server's sources (path → text) against the list of owners: every table of the generated schema
 * has one, and only its owner names it, or who was granted it. Tests may plant and look where they like.
 */
export function checkTables(
  sources: ReadonlyMap<string, string>,
  { owners, grants }: Ownership,
): CheckedTables {
  const tables = tablesOf(sources.get(SCHEMA) ?? "");
  const ownerOf = new Map(
    Object.entries(owners).flatMap(([owner, own]) => own.map((table) => [table, owner] as const)),
  );
  const used = new Map<TableGrant, Set<string>>(grants.map((grant) => [grant, new Set()]));
  const problems: string[] = [];
  let uses = 0;
  for (const [file, source] of sources) {
    if (!file.startsWith(SERVER) || file === SCHEMA || tests.test(file)) continue;
    const room = roomOf(file);
    for (const { table, access, line } of readTables(file, source, tables)) {
      uses += 1;
      if (table === "?") {
        problems.push(
          `tables-are-named: ${file}:${line} ${access}s a table that it works out\n    name it, so that it can be seen whose it is`,
        );
        continue;
      }
      const owner = ownerOf.get(table);
      if (owner === undefined || owner === room) continue;
      const grant = grants.find(
        (one) =>
          one.to === room && one.tables.includes(table) && (access === "read" || one.access === "write"),
      );
      if (grant) {
        used.get(grant)?.add(table).add(access);
        continue;
      }
      problems.push(
        `tables-have-owners: ${file}:${line} ${access}s ${table}\n` +
          `    it is ${owner}'s: ask at its door (transaction and companyId as parameters), or grant it in tooling/table-grants.ts and say why`,
      );
    }
  }
  return {
    uses,
    problems: [
      ...problems,
      ...[...tables]
        .filter((table) => !ownerOf.has(table))
        .map((table) => `every-table-has-an-owner: ${table}\n    say in tooling/table-owners.ts whose it is`),
      ...[...ownerOf.keys()]
        .filter((table) => !tables.has(table))
        .map(
          (table) =>
            `owned-tables-exist: ${table}\n    tooling/table-owners.ts names a table that the schema does not have`,
        ),
      ...[...used].flatMap(([{ to, tables: granted, access }, uses]) => {
        const idle = granted.filter((table) => !uses.has(table));
        if (idle.length > 0)
          return [
            `grants-are-used: ${to} no longer names ${idle.join(", ")}\n    take it out of tooling/table-grants.ts`,
          ];
        if (access === "write" && !uses.has("write"))
          return [
            `grants-are-used: ${to} only reads ${granted.join(", ")}\n    grant it to read, and no more`,
          ];
        return [];
      }),
    ],
  };
}

function tablesOf(schema: string): Set<string> {
  const list = schema.slice(schema.indexOf("export interface DB {"));
  return new Set([...list.matchAll(/^ {2}(\w+): /gm)].map(([, name = ""]) => name));
}

/** `modules/auth`, `platform/db`, or the file itself where it stands in neither. */
function roomOf(file: string): string {
  const inside = file.slice(SERVER.length);
  return /^(modules|platform)\/[^/]+(?=\/)/.exec(inside)?.[0] ?? inside;
}
