import { DAY_MS, JobStatus, type Analysis } from "@forestay/contracts";
import { sql } from "kysely";
import type { Tx } from "#platform/db/transaction.ts";
import type { AnalysisRow } from "./analyses-repository.ts";
import { summaryOf } from "./present-analysis.ts";

const DAYS_BEFORE = 30;
/** Beyond this it is no longer "about a month ago". */
const [FEWEST_DAYS, MOST_DAYS] = [20, 45];

/**
 * How many stood at each level about a month before: in the analysis nearest to that day which chose the same customers and
 * whose levels mean the same (source, bands, churn rule, horizon). Null where there is none.
 */
export async function readLevelsBefore(tx: Tx, row: AnalysisRow): Promise<Analysis["levelsBefore"]> {
  const { completed_at: at } = row;
  if (row.status !== JobStatus.Completed || at === null || row.customers_analyzed === 0) return null;
  const daysBefore = (days: number) => new Date(at.getTime() - days * DAY_MS);
  const before = await tx
    .selectFrom("churn_analyses")
    .select(["summary", "completed_at"])
    .where("company_id", "=", row.company_id)
    .where("status", "=", JobStatus.Completed)
    .where("completed_at", ">=", daysBefore(MOST_DAYS))
    .where("completed_at", "<=", daysBefore(FEWEST_DAYS))
    .where("customers_analyzed", ">", 0)
    .where("source", "=", row.source)
    .where("horizon_days", "=", row.horizon_days)
    .where("churn_definition", "=", row.churn_definition)
    .where("inactive_days", "=", row.inactive_days)
    .where(sql<boolean>`selection is not distinct from ${JSON.stringify(row.selection)}::jsonb`)
    .where(sql<boolean>`summary -> 'riskBands' = ${JSON.stringify(summaryOf(row).riskBands)}::jsonb`)
    .orderBy(sql`abs(extract(epoch from completed_at - ${daysBefore(DAYS_BEFORE)}::timestamptz))`)
    .limit(1)
    .executeTakeFirst();
  if (before?.completed_at == null) return null;
  return {
    days: Math.round((at.getTime() - before.completed_at.getTime()) / DAY_MS),
    levels: summaryOf(before).levels.map(({ level, customers }) => ({ level, customers })),
  };
}
