import type { SqlClient } from "#platform/db/transaction.ts";

/** A customer's score, by what a connected system calls them. */
export interface LinkedScore {
  sourceId: string;
  customerId: string;
  /** 0 to 100; null: not scored. */
  score: number | null;
  /** 0 to 3. */
  level: number | null;
}

/** Scores of customers whom a source knows, by its ids in their order: those after `after`, at most `limit`. */
export async function listLinkedScores(
  client: SqlClient,
  companyId: string,
  source: string,
  after: string,
  limit: number,
): Promise<LinkedScore[]> {
  const { rows } = await client.query<LinkedScore>(
    `select l.source_id as "sourceId", l.customer_id as "customerId", c.churn_risk_score::int as score,
       c.churn_risk_level::int as level
     from customer_links l join customers c on c.company_id = l.company_id and c.id = l.customer_id
     where l.company_id = $1 and l.source = $2 and l.source_id > $3 order by l.source_id limit $4`,
    [companyId, source, after, limit],
  );
  return rows;
}
