import { createHash } from "node:crypto";
import { sql, type RawBuilder } from "kysely";

/** As an address is compared: without spaces around it, in lower case. */
export const normaliseAddress = (address: string) => address.trim().toLowerCase();

/** What `trim` strips of a text. */
const WHITE_SPACE =
  "\t\n\v\f\r \u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u2028\u2029\u202f\u205f\u3000\ufeff";

/** The same in SQL. */
export const normalisedAddressSql = (address: RawBuilder<string | null>): RawBuilder<string | null> =>
  sql<string | null>`lower(btrim(${address}, ${sql.lit(WHITE_SPACE)}))`;

/** What is kept of an address that is not to be written to: SHA-256, from which nobody reads it. */
export const hashAddress = (address: string): Buffer =>
  createHash("sha256").update(normaliseAddress(address)).digest();
