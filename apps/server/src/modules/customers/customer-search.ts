import { sql, type RawBuilder, type SqlBool } from "kysely";

/** Up to here a search reads every customer of the company (about 15 ms) and finds text inside words as well. */
export const SUBSTRING_SEARCH_LIMIT = 20_000;
/** Sorts after every text that starts with the prefix, in byte order. */
const LAST_CHARACTER = "\u{10FFFF}";

/**
 * Customers whose name, family name, e-mail or id matches. In a large company: starts with it, through indexes;
 * pattern operators are not leakproof, so under row-level security no trigram index could be used.
 */
export function searchCondition(search: string, customerCount: number): RawBuilder<SqlBool> {
  const term = search.toLowerCase();
  if (customerCount <= SUBSTRING_SEARCH_LIMIT) {
    return sql<SqlBool>`(position(${term} in c.name_key) > 0 or position(${term} in c.email_key) > 0
      or position(${term} in lower(c.external_id)) > 0)`;
  }
  const ids = new Set([search, term, search.toUpperCase()]);
  const ranges = [
    startsWith("name_key", term),
    startsWith("name_tail_key", term),
    startsWith("email_key", term),
    ...[...ids].map((id) => startsWith("external_id", id)),
  ];
  return sql<SqlBool>`(${sql.join(ranges, sql` or `)})`;
}

function startsWith(column: string, prefix: string): RawBuilder<SqlBool> {
  const ref = sql.ref(`c.${column}`);
  return sql<SqlBool>`(${ref} >= ${prefix}::text and ${ref} < ${prefix + LAST_CHARACTER}::text)`;
}
