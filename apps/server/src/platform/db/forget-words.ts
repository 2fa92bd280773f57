import { sql, type RawBuilder } from "kysely";
import type { Tx } from "./transaction.ts";

/** What a person is called in what others wrote. */
export interface PersonWords {
  /** Nobody else's: an address, an id of letters and digits. */
  own: readonly string[];
  /** A name of several words that no other customer has; null: a single word means too much else. */
  name: string | null;
}

/** Columns that people write into. */
interface WrittenColumns {
  table: string;
  /** Which rows; those of the company unless said. */
  where?: RawBuilder<unknown>;
  /** Plain text. */
  texts?: readonly string[];
  /** Names that are one of a kind: one that says the person is given another as a whole. */
  names?: readonly string[];
  /** A column whose values are given back, of rows whose texts changed. */
  gives?: string;
  /** JSON of rules and choices, with texts among them. */
  json?: readonly string[];
}

/** Shorter than any word that is looked for: what is replaced fits where it stood. */
const GONE = "[…]";

/** Keys of JSON that hold words of the program, never a person's. */
const ofProgram = new Set(["field", "operator", "kind", "type", "id", "code"]);
/** Keys whose text was written freely: the name is looked for there too. */
const freely =
  /^(name|title|label|description|text|body|subject|words|content|message|summary|note|search|topic|pageTitle)$/;
/** Fields of a rule that ask who somebody is. */
const whoFields = new Set(["name", "fullName", "email", "externalId", "search"]);

/**
 * Takes an erased person out of what others wrote: each word where it stands by itself, in any case, becomes "[…]". In rules the
 * name goes only where a rule asks for names, as a plan or a segment may be called the same.
 */
export async function forgetWords(
  tx: Tx,
  companyId: string,
  columns: WrittenColumns,
  words: PersonWords,
): Promise<string[]> {
  const given = new Set<string>();
  const all = words.name === null ? words.own : [...words.own, words.name];
  if (all.length === 0) return [];
  const { table, texts = [], names = [], json = [] } = columns;
  const rows = columns.where ?? sql`company_id = ${companyId}`;
  const pattern = `(?<![[:alnum:]])(?:${all.map(escaped).join("|")})(?![[:alnum:]])`;
  for (const column of texts) {
    const is = sql.ref(column);
    const gives = columns.gives === undefined ? sql`null` : sql.ref(columns.gives);
    const changed = await sql<{ of: string | null }>`
      update ${sql.table(table)} set ${is} = regexp_replace(${is}, ${pattern}, ${GONE}, 'gi')
      where ${rows} and ${is} ~* ${pattern} returning ${gives} as of`.execute(tx);
    for (const { of } of changed.rows) if (of !== null) given.add(of);
  }
  for (const column of names) {
    const is = sql.ref(column);
    await sql`update ${sql.table(table)} set ${is} = 'Renamed ' || right(id::text, 12)
      where ${rows} and ${is} ~* ${pattern}`.execute(tx);
  }
  for (const column of json) {
    const is = sql.ref(column);
    const found = await sql<{ at: string; value: unknown }>`
      select ctid::text as at, ${is} as value from ${sql.table(table)}
      where ${rows} and ${is}::text ~* ${all.map((word) => escaped(JSON.stringify(word).slice(1, -1))).join("|")}
      for update`.execute(tx);
    for (const { at, value } of found.rows)
      await sql`update ${sql.table(table)} set ${is} = ${JSON.stringify(withoutWords(value, words))}::jsonb
        where ctid = ${at}::tid`.execute(tx);
  }
  return [...given];
}

/** The value with the words taken out of its texts; keys, numbers and words of the program stay. */
export function withoutWords(value: unknown, { own, name }: PersonWords): unknown {
  const ofOwn = own.length === 0 ? null : wordPattern(own);
  const ofAll = name === null ? ofOwn : wordPattern([...own, name]);
  const clean = (one: unknown, isFree: boolean): unknown => {
    if (typeof one === "string") {
      const pattern = isFree ? ofAll : ofOwn;
      return pattern === null ? one : one.replaceAll(pattern, GONE);
    }
    if (Array.isArray(one)) return one.map((item) => clean(item, isFree));
    if (typeof one !== "object" || one === null) return one;
    const { field } = one as { field?: unknown };
    const asksWho = typeof field === "string" && whoFields.has(field);
    return Object.fromEntries(
      Object.entries(one).map(([key, item]) => [
        key,
        ofProgram.has(key) ? item : clean(item, asksWho || freely.test(key)),
      ]),
    );
  };
  return clean(value, false);
}

const wordPattern = (words: readonly string[]) =>
  new RegExp(String.raw`(?<![\p{L}\p{N}])(?:${words.map(escaped).join("|")})(?![\p{L}\p{N}])`, "giu");

const escaped = (word: string) => word.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
