import { sql, type RawBuilder } from "kysely";
import type { Tx } from "./transaction.ts";

/** What a person is called in what others wrote. */
export interface PersonWords {
  /** Addresses that no other customer has, ids of letters and digits. */
  own: readonly string[];
  /** Names of several words that no other customer has: a single word means too much else. */
  names: readonly string[];
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
  /** What else is set of a row that changes, as its version: a form that is open since before is not saved over it. */
  also?: RawBuilder<unknown>;
  /** JSON of rules and choices, with texts among them. */
  json?: readonly string[];
}

/** Shorter than any word that is looked for: what is replaced fits where it stood. */
const GONE = "[…]";

/** Keys of JSON that hold words of the program, never a person's. */
const ofProgram = new Set(["field", "operator", "kind", "type", "id", "code"]);
/** Keys whose text was written freely: the name is looked for there too. */
const freely =
  /^(name|title|label|description|text|items|body|subject|preheader|senderName|words|content|message|summary|note|search|topic|pageTitle|additionalContext)$/;
/** Fields of a rule that ask who somebody is. */
const whoFields = new Set(["fullName", "email", "externalId"]);
/** What is before and after a word that stands by itself: not a part of a longer address or id. */
const apart = {
  sql: ["(?<![[:alnum:]._%+@-])", "(?![[:alnum:]@]|[._-][[:alnum:]])"],
  js: [String.raw`(?<![\p{L}\p{N}._%+@-])`, String.raw`(?![\p{L}\p{N}@]|[._-][\p{L}\p{N}])`],
} as const;
/** Whether a text says one of these words (in lower case) where it stands by itself, in any case. */
export function wordsIn(text: string, words: readonly string[]): boolean {
  const lower = text.toLowerCase();
  return words.some(
    (word) =>
      lower.includes(word) && new RegExp(`${apart.js[0]}${escaped(word)}${apart.js[1]}`, "u").test(lower),
  );
}

/** Shorter beginnings of a word that was cut off say nobody's name. */
const SHORTEST_CUT = 5;

/**
 * Takes an erased person out of what others wrote: each word where it stands by itself, in any case, becomes "[…]", and so does its
 * beginning where a text was cut off. In rules a name goes only where a rule asks for names, as a plan or a segment may be called
 * the same.
 */
export async function forgetWords(
  tx: Tx,
  companyId: string,
  columns: WrittenColumns,
  words: PersonWords,
): Promise<void> {
  const all = [...words.own, ...words.names];
  if (all.length === 0) return;
  const { table, texts = [], names = [], json = [] } = columns;
  const rows = columns.where ?? sql`company_id = ${companyId}`;
  const also = columns.also === undefined ? sql`` : sql`, ${columns.also}`;
  const pattern = textPattern(all);
  const written = [
    ...texts.map((column) => ({
      column,
      next: sql`regexp_replace(${sql.ref(column)}, ${pattern}, ${GONE}, 'gi')`,
    })),
    ...names.map((column) => ({ column, next: sql`'Renamed ' || right(id::text, 12)` })),
  ];
  for (const { column, next } of written)
    await sql`update ${sql.table(table)} set ${sql.ref(column)} = ${next}${also}
      where ${rows} and ${sql.ref(column)} ~* ${pattern}`.execute(tx);
  for (const column of json) {
    const is = sql.ref(column);
    const found = await sql<{ at: string; value: unknown }>`
      select ctid::text as at, ${is} as value from ${sql.table(table)}
      where ${rows} and ${is}::text ~* ${all.map((word) => escaped(JSON.stringify(word).slice(1, -1))).join("|")}
      for update`.execute(tx);
    for (const { at, value } of found.rows) {
      const next = JSON.stringify(withoutWords(value, words));
      if (next !== JSON.stringify(value))
        await sql`update ${sql.table(table)} set ${is} = ${next}::jsonb${also} where ctid = ${at}::tid`.execute(
          tx,
        );
    }
  }
}

/** Of PostgreSQL: the words, and what is left of them at the end of a text that was cut off with "…". */
function textPattern(words: readonly string[]): string {
  const cut = words.flatMap((word) =>
    Array.from({ length: Math.max(0, word.length - SHORTEST_CUT) }, (_, at) =>
      escaped(word.slice(0, at + SHORTEST_CUT)),
    ),
  );
  const [before, after] = apart.sql;
  const whole = `(?:${words.map(escaped).join("|")})${after}`;
  return cut.length === 0 ? before + whole : `${before}(?:${whole}|(?:${cut.toReversed().join("|")})(?=…))`;
}

/** The value with the words taken out of its texts; keys, numbers and words of the program stay. */
export function withoutWords(value: unknown, { own, names }: PersonWords): unknown {
  const ofOwn = own.length === 0 ? null : wordPattern(own);
  const ofAll = names.length === 0 ? ofOwn : wordPattern([...own, ...names]);
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
  new RegExp(`${apart.js[0]}(?:${words.map(escaped).join("|")})${apart.js[1]}`, "giu");

const escaped = (word: string) => word.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
