import { sql, type RawBuilder, type SqlBool } from "kysely";
import type { Tx } from "#platform/db/transaction.ts";
import { SUBSTRING_SEARCH_LIMIT } from "./customer-search.ts";
import { mostMistakes, prefixDistance } from "./edit-distance.ts";
import { withinTime } from "./within-time.ts";

const LAST_CHARACTER = "\u{10FFFF}";
/** Keys that are compared letter by letter at most. */
const MOST_CANDIDATES = 20_000;
/** A search that finds nobody must not wait for who might have been meant. */
const LOOKING_MS = 120;

interface Candidate {
  id: string;
  key: string;
}

/**
 * Ids of customers whose name, family name or e-mail begins like what was typed but for a mistake or two, nearest first. In
 * a large company the first letter is right, or swapped with the second: indexes are walked from it, since pattern
 * operators are not leakproof and no trigram index could be used under row-level security.
 */
export async function findSimilar(
  tx: Tx,
  companyId: string,
  typed: string,
  { customerCount, most }: { customerCount: number; most: number },
): Promise<string[]> {
  const term = typed.trim().toLowerCase();
  const mistakes = mostMistakes([...term].length);
  if (mistakes === 0) return [];
  const nearness = new Map<string, number>();
  for (const column of ["name_key", "name_tail_key", "email_key"]) {
    const candidates = await readCandidates(tx, companyId, column, term, customerCount);
    for (const { id, key } of candidates) {
      const distance = prefixDistance(term, key, mistakes);
      if (distance <= mistakes) nearness.set(id, Math.min(distance, nearness.get(id) ?? distance));
    }
  }
  return [...nearness]
    .toSorted(([a, near], [b, far]) => near - far || (a < b ? -1 : 1))
    .slice(0, most)
    .map(([id]) => id);
}

async function readCandidates(
  tx: Tx,
  companyId: string,
  column: string,
  term: string,
  customerCount: number,
): Promise<Candidate[]> {
  const key = sql.ref(`c.${column}`);
  const ways =
    customerCount <= SUBSTRING_SEARCH_LIMIT ? [sql<SqlBool>`true`] : beginningsAlike(key, [...term]);
  // Each way by itself: joined by "or" they would be looked up in the table instead of read off the index.
  const read = async () => {
    const found: Candidate[] = [];
    for (const way of ways) {
      const { rows } = await sql<Candidate>`select c.id, ${key} as key from customers c
        where c.company_id = ${companyId} and ${key} is not null and ${way} limit ${MOST_CANDIDATES}`.execute(
        tx,
      );
      found.push(...rows);
    }
    return found;
  };
  return (await withinTime(tx, LOOKING_MS, read)) ?? [];
}

/**
 * Stretches of an index in which keys stand that one mistake in the first four letters can have turned into these; what is
 * wrong further on is left to the comparison.
 */
function beginningsAlike(
  key: RawBuilder<unknown>,
  [a = "", b = "", c = "", d = ""]: string[],
): RawBuilder<SqlBool>[] {
  const begins = (prefix: string) =>
    sql<SqlBool>`(${key} >= ${prefix}::text and ${key} < ${prefix + LAST_CHARACTER}::text)`;
  const [second, third, fourth] = [b, c, d].map((letter) => letter.replace(/[%_\\]/, "\\$&"));
  const withFirst = [
    `_${second}${third}`,
    `_${third}${second}`,
    // A letter too many.
    `_${third}${fourth}`,
    `_${second}${fourth}`,
    // One left out.
    `__${second}${third}`,
    `_${second}_${third}`,
    // Another one.
    `__${third}${fourth}`,
    `_${second}_${fourth}`,
  ].map((pattern) => `${pattern}%`);
  return [
    sql<SqlBool>`${begins(a)} and ${key} like any (${withFirst}::text[])`,
    begins(b + a + c),
    begins(b + c + d),
  ];
}
