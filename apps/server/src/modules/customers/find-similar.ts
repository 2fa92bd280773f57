import { sql, type RawBuilder } from "kysely";
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
  for (const { id, key } of await readCandidates(tx, companyId, term, customerCount)) {
    const distance = prefixDistance(term, key, mistakes);
    if (distance <= mistakes) nearness.set(id, Math.min(distance, nearness.get(id) ?? distance));
  }
  return [...nearness]
    .toSorted(([a, near], [b, far]) => near - far || (a < b ? -1 : 1))
    .slice(0, most)
    .map(([id]) => id);
}

const KEYS = ["name_key", "name_tail_key", "email_key"];

async function readCandidates(
  tx: Tx,
  companyId: string,
  term: string,
  customerCount: number,
): Promise<Candidate[]> {
  const read = customerCount <= SUBSTRING_SEARCH_LIMIT ? readAll : readAlike;
  const ways = KEYS.map(
    (key) => sql`(${read(companyId, sql.ref(`c.${key}`), [...term])} limit ${sql.lit(MOST_CANDIDATES)})`,
  );
  const found = await withinTime(tx, LOOKING_MS, () =>
    sql<Candidate>`${sql.join(ways, sql` union all `)}`.execute(tx),
  );
  return found?.rows ?? [];
}

type Key = RawBuilder<unknown>;

const readAll = (companyId: string, key: Key) =>
  sql`select c.id, ${key} as key from customers c where c.company_id = ${companyId} and ${key} is not null`;

/**
 * Customers whose key begins as one mistake in the first four letters can have left what was meant; what is wrong further on
 * is left to the comparison. A letter that may be any is one of those that stand there in the index.
 */
function readAlike(
  companyId: string,
  key: Key,
  [a = "", b = "", c = "", d = ""]: string[],
): RawBuilder<unknown> {
  const known = [
    a + b + c,
    a + c + b,
    b + a + c,
    /* A letter too many. */ a + c + d,
    a + b + d,
    /* The first left out. */ b + c + d,
  ];
  return sql`with recursive ${lettersAfter(sql`second`, companyId, key, a)}, ${lettersAfter(sql`third`, companyId, key, a + b)},
    beginnings (beginning) as (
      select unnest(${known}::text[])
      union select begun || rest from second cross join unnest(${[b + c, c + d]}::text[]) rest where begun is not null
      union select begun || rest from third cross join unnest(${[c, d]}::text[]) rest where begun is not null)
    select c.id, c.key from beginnings cross join lateral (select c.id, ${key} as key from customers c
      where c.company_id = ${companyId} and ${key} >= beginning and ${key} < beginning || ${LAST_CHARACTER} offset 0) c`;
}

/** A table of what keys begin with, of `prefix` and one letter more; read by a jump in the index for each of them. Its last is null. */
function lettersAfter(
  name: RawBuilder<unknown>,
  companyId: string,
  key: Key,
  prefix: string,
): RawBuilder<unknown> {
  const next = (
    above: RawBuilder<unknown>,
  ) => sql`(select left(${key}, ${sql.lit([...prefix].length + 1)}) from customers c
    where c.company_id = ${companyId} and ${key} > ${above} and ${key} < ${prefix + LAST_CHARACTER}::text order by ${key} limit 1)`;
  return sql`${name} (begun) as (
    select ${next(sql`${prefix}::text`)}
    union all select ${next(sql`begun || ${LAST_CHARACTER}`)} from ${name} where begun is not null)`;
}
