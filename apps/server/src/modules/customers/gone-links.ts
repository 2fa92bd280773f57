import { sql } from "kysely";
import type { SqlClient, Tx } from "#platform/db/transaction.ts";

/**
 * Keeps of these records of a source that they are deleted there. Returns the customers of whom that is news and whom the source
 * knows by no other record: who was there twice and is there once was tidied up, and not deleted.
 */
export async function markGoneThere(
  tx: Tx,
  companyId: string,
  source: string,
  sourceIds: readonly string[],
  now: Date,
): Promise<string[]> {
  if (sourceIds.length === 0) return [];
  const { rows } = await sql<{ id: string }>`
    with gone as (
      update customer_links set gone_at = ${now}
      where company_id = ${companyId} and source = ${source} and source_id = any(${[...sourceIds]}::text[])
        and gone_at is null returning customer_id)
    select distinct g.customer_id as id from gone g where not exists (select from customer_links o
      where o.company_id = ${companyId} and o.source = ${source} and o.customer_id = g.customer_id
        and o.gone_at is null and o.source_id <> all(${[...sourceIds]}::text[]))`.execute(tx);
  return rows.map(({ id }) => id);
}

/** Records in the session's `pending_links` are there, also those that were in its bin. */
export async function unmarkGone(client: SqlClient, companyId: string, source: string): Promise<void> {
  await client.query(
    `update customer_links l set gone_at = null from pending_links p
     where l.company_id = $1 and l.source = $2 and l.source_id = p.source_id and l.gone_at is not null`,
    [companyId, source],
  );
}
