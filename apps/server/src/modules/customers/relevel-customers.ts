import { RiskLevel } from "@forestay/contracts";
import { sql, type RawBuilder } from "kysely";
import type { Tx } from "#platform/db/transaction.ts";

/** Lowest score (0-100) of each level; below `medium` is Low. */
interface Bands {
  medium: number;
  high: number;
  critical: number;
}

const levelBy = ({ medium, high, critical }: Bands): RawBuilder<number> => sql<number>`case
  when churn_risk_score >= ${critical}::int then ${RiskLevel.Critical}::int
  when churn_risk_score >= ${high}::int then ${RiskLevel.High}::int
  when churn_risk_score >= ${medium}::int then ${RiskLevel.Medium}::int
  else ${RiskLevel.Low}::int end`;

/** How many scored customers each level would hold with these bands, and how many have no score. */
export async function countByLevel(
  tx: Tx,
  companyId: string,
  bands: Bands,
): Promise<{ levels: { level: number; customers: number }[]; notScored: number }> {
  // By score first: a hundred groups from the score's index, whatever the number of customers.
  const { rows } = await sql<{ level: number | null; customers: number }>`
    select case when churn_risk_score is not null then ${levelBy(bands)} end as level, sum(n)::bigint as customers
    from (select churn_risk_score, count(*) as n from customers where company_id = ${companyId}
      group by churn_risk_score) scores
    group by 1`.execute(tx);
  const of = (level: number | null) => rows.find((row) => row.level === level)?.customers ?? 0;
  return {
    levels: Object.values(RiskLevel).map((level) => ({ level, customers: of(level) })),
    notScored: of(null),
  };
}

/**
 * Gives the next `limit` customers after `afterId` the level that their score has with these bands. Returns the last id
 * looked at, null at the end.
 */
export async function relevelCustomers(
  tx: Tx,
  companyId: string,
  bands: Bands,
  { afterId, limit }: { afterId: string; limit: number },
): Promise<string | null> {
  const { rows } = await sql<{ last_id: string | null }>`
    with batch as materialized (
      select id from customers where company_id = ${companyId} and id > ${afterId}::uuid order by id limit ${limit}
    ), changed as (
      update customers set churn_risk_level = ${levelBy(bands)}
      where company_id = ${companyId} and id in (select id from batch)
        and churn_risk_score is not null and churn_risk_level is distinct from ${levelBy(bands)}
      returning 1
    )
    select (select id from batch order by id desc limit 1) as last_id, (select count(*) from changed)`.execute(
    tx,
  );
  return rows[0]?.last_id ?? null;
}
