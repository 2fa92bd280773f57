import { escapeIdentifier, type Client } from "pg";

/** Tables that a backup leaves out, each with its reason. Every other one is in it, those of later versions too. */
export const leftOut: Readonly<Record<string, string>> = {
  schema_migrations: "stands in the manifest; the migrations write it",
  live_outbox: "events of the last minutes, on their way to browsers that are connected elsewhere",
  outgoing_holds: "whether mail is held back is said of each copy anew",
};

export interface BackupTable {
  name: string;
  /** Those that are written, in the table's order; what PostgreSQL works out itself is left to it. */
  columns: string[];
  isWalled: boolean;
}

/** Every table of ours, a table that others refer to before them. Throws where they refer to each other in a circle. */
export async function listTables(client: Client): Promise<BackupTable[]> {
  const { rows } = await client.query<BackupTable & { refersTo: string[] }>(
    `select c.relname as name, c.relforcerowsecurity as "isWalled",
       array(select a.attname::text from pg_attribute a
         where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
         order by a.attnum) as columns,
       array(select distinct f.relname::text from pg_constraint k join pg_class f on f.oid = k.confrelid
         where k.conrelid = c.oid and k.contype = 'f' and f.oid <> c.oid) as "refersTo"
     from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'
     order by c.relname`,
  );
  const waiting = rows.filter(({ name }) => !(name in leftOut));
  const ordered: BackupTable[] = [];
  const done = new Set(Object.keys(leftOut));
  while (waiting.length > 0) {
    const next = waiting.findIndex(({ refersTo }) => refersTo.every((name) => done.has(name)));
    const [table] = waiting.splice(next, 1);
    if (next < 0 || table === undefined)
      throw new Error(
        `Tables refer to each other in a circle: ${waiting.map(({ name }) => name).join(", ")}`,
      );
    done.add(table.name);
    ordered.push({ name: table.name, columns: table.columns, isWalled: table.isWalled });
  }
  return ordered;
}

export const quoted = (names: readonly string[]): string =>
  names.map((name) => escapeIdentifier(name)).join(", ");

/** Values read the same in every session that has said this. */
export const SAME_TEXT =
  "set timezone = 'UTC'; set datestyle = 'ISO'; set intervalstyle = 'postgres'; set bytea_output = 'hex'; set extra_float_digits = 1; set client_encoding = 'UTF8'";

/** How many rows a table has, and the sum of a hash of each: equal for equal rows, in whatever order they lie. */
export async function measureTable(
  client: Client,
  { name, columns }: Pick<BackupTable, "name" | "columns">,
): Promise<{ rows: number; contents: string }> {
  const { rows } = await client.query<{ rows: string; contents: string }>(
    `select count(*)::text as rows, coalesce(sum(hashtextextended(row(${quoted(columns)})::text, 0)), 0)::text as contents
     from ${escapeIdentifier(name)}`,
  );
  return { rows: Number(rows[0]?.rows), contents: rows[0]?.contents ?? "" };
}
