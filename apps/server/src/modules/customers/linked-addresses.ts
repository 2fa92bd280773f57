import type { SqlClient } from "#platform/db/transaction.ts";

/** A customer whom a source knows, by what it calls them, and their address here. */
export interface LinkedAddress {
  sourceId: string;
  customerId: string;
  email: string | null;
}

/** Customers whom a source knows, by its ids in their order: those after `after`, at most `limit`. */
export async function listLinkedAddresses(
  client: SqlClient,
  companyId: string,
  source: string,
  after: string,
  limit: number,
): Promise<LinkedAddress[]> {
  const { rows } = await client.query<LinkedAddress>(
    `select l.source_id as "sourceId", l.customer_id as "customerId", c.email
     from customer_links l join customers c on c.company_id = l.company_id and c.id = l.customer_id
     where l.company_id = $1 and l.source = $2 and l.source_id > $3 order by l.source_id limit $4`,
    [companyId, source, after, limit],
  );
  return rows;
}
