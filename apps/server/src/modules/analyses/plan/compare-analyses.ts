import { isSameChurnRule, JobStatus, type Comparison, type RiskLevelValue } from "@forestay/contracts";
import { sql } from "kysely";
import type { Database } from "#platform/db/database.ts";
import { withTenant } from "#platform/db/transaction.ts";
import { AppError } from "#platform/http/app-error.ts";
import type { AnalysisRow, AnalysisSummaryDocument } from "../analyses-repository.ts";
import { churnOf } from "#modules/models/index.ts";
import { requireAnalysis } from "../read-analyses.ts";

const MOST_MOVERS = 20;

interface LevelsRow {
  before: RiskLevelValue | null;
  after: RiskLevelValue | null;
  customers: number;
  change: number | null;
}

/** Joins two completed analyses customer by customer. Throws `invalid_state` where one has not completed. */
export async function compareAnalyses(
  db: Database,
  companyId: string,
  { beforeId, afterId }: { beforeId: string; afterId: string },
): Promise<Comparison> {
  return withTenant(db, companyId, async (tx) => {
    const before = await requireAnalysis(tx, companyId, beforeId);
    const after = await requireAnalysis(tx, companyId, afterId);
    if (before.status !== JobStatus.Completed || after.status !== JobStatus.Completed) {
      throw new AppError("invalid_state", { message: "Only completed analyses can be compared." });
    }
    const joined = sql`
      (select customer_id, score, level from churn_analysis_results
        where company_id = ${companyId} and analysis_id = ${beforeId}) b
      full join (select customer_id, score, level from churn_analysis_results
        where company_id = ${companyId} and analysis_id = ${afterId}) a on a.customer_id = b.customer_id`;
    const { rows } = await sql<LevelsRow>`
      select b.level as before, a.level as after, count(*) as customers, sum(a.score - b.score)::float8 as change
      from ${joined} group by b.level, a.level`.execute(tx);
    const { rows: movers } = await sql<Comparison["movers"][number]>`
      select b.customer_id as "customerId", coalesce(c.full_name, c.email, c.external_id) as "fullName",
        b.score as before, a.score as after, b.level as "levelBefore", a.level as "levelAfter"
      from ${joined} join customers c on c.company_id = ${companyId} and c.id = b.customer_id
      where a.customer_id is not null and a.score <> b.score
      order by abs(a.score - b.score) desc, b.customer_id limit ${MOST_MOVERS}`.execute(tx);

    const count = (which: (row: LevelsRow) => boolean) =>
      rows.filter(which).reduce((sum, row) => sum + row.customers, 0);
    const inBoth = count((row) => row.before !== null && row.after !== null);
    const change = rows.reduce((sum, row) => sum + (row.change ?? 0), 0);
    return {
      before: side(before),
      after: side(after),
      isComparable:
        before.source === after.source &&
        before.horizon_days === after.horizon_days &&
        isSameChurnRule(churnOf(before), churnOf(after)),
      inBoth,
      onlyBefore: count((row) => row.after === null),
      onlyAfter: count((row) => row.before === null),
      roseLevel: count((row) => row.before !== null && row.after !== null && row.after > row.before),
      fellLevel: count((row) => row.before !== null && row.after !== null && row.after < row.before),
      meanChange: inBoth === 0 ? null : change / inBoth,
      levels: [0, 1, 2, 3].map((from) =>
        [0, 1, 2, 3].map((to) => count((row) => row.before === from && row.after === to)),
      ),
      movers,
    };
  });
}

function side(row: AnalysisRow): Comparison["before"] {
  const summary = row.summary as unknown as AnalysisSummaryDocument | null;
  return {
    id: row.id,
    createdAt: row.created_at.toISOString(),
    source: row.source as Comparison["before"]["source"],
    modelVersion: row.model_version,
    horizonDays: row.horizon_days,
    churn: churnOf(row),
    customers: row.customers_analyzed,
    needAttention: row.need_attention,
    baseRate: summary?.baseRate ?? null,
    auc: summary?.quality?.auc.value ?? null,
    logLoss: summary?.quality?.logLoss.value ?? null,
    resultsRemovedAt: row.results_removed_at?.toISOString() ?? null,
  };
}
