import type { SqlClient } from "#platform/db/transaction.ts";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { from as copyFrom } from "pg-copy-streams";

/**
 * COPYs lines of text (or their UTF-8 bytes) into a table of this session. Only for temporary tables: PostgreSQL refuses COPY FROM on a
 * table with row-level security, and a temporary one leaves nothing behind when the process dies.
 */
export async function copyInto(
  client: SqlClient,
  target: string,
  lines: Iterable<string | Uint8Array> | AsyncIterable<string>,
): Promise<void> {
  await pipeline(Readable.from(lines), client.query(copyFrom(`copy ${target} from stdin`)));
}
