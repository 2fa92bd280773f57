import { JobStatus, type Analysis, type CustomerSelection } from "@forestay/contracts";
import { sql, type InsertObject, type Selectable } from "kysely";
import { advisoryLock, lockUntilCommit } from "#platform/db/advisory-lock.ts";
import type { ChurnAnalyses, DB } from "#platform/db/schema.gen.ts";
import type { Tx } from "#platform/db/transaction.ts";

/** What a finished analysis says beyond its own columns; stored as one JSON document. */
export type AnalysisSummaryDocument = Pick<
  Analysis,
  | "notScored"
  | "baseRate"
  | "riskBands"
  | "levels"
  | "expectedLeavers"
  | "expectedRevenueAtRisk"
  | "scoreHistogram"
  | "quality"
  | "drivers"
  | "warnings"
>;

/** What started an analysis; see migration 0040. */
export type AnalysisTrigger = "person" | "nightly" | "retraining";

export type AnalysisRow = Selectable<ChurnAnalyses>;
export type NewAnalysis = InsertObject<DB, "churn_analyses">;

/** Of an analysis that waits or runs; the other statuses are ends. */
export const openStatuses: readonly number[] = [
  JobStatus.Pending,
  JobStatus.Validating,
  JobStatus.Processing,
];

export async function insertAnalysis(tx: Tx, analysis: NewAnalysis): Promise<AnalysisRow> {
  return tx.insertInto("churn_analyses").values(analysis).returningAll().executeTakeFirstOrThrow();
}

/**
 * The analysis that a person asked for in the same words and that nobody has begun: what it will read is what a new one
 * would read. Holds the company's asking until the transaction ends, so that of two at once the second finds the first.
 */
export async function findWaitingTwin(
  tx: Tx,
  companyId: string,
  analysis: NewAnalysis,
): Promise<AnalysisRow | undefined> {
  await lockUntilCommit(tx, advisoryLock.analysisStarts, companyId);
  return tx
    .selectFrom("churn_analyses")
    .selectAll()
    .where("company_id", "=", companyId)
    .where("status", "=", JobStatus.Pending)
    .where("trigger", "=", "person")
    .where("as_of", "is", null)
    .where(sql<boolean>`selection is not distinct from ${analysis.selection}::jsonb`)
    .where("include_recommendations", "=", analysis.include_recommendations)
    .where("include_risk_factors", "=", analysis.include_risk_factors)
    .where("requested_model_version", "is not distinct from", analysis.requested_model_version ?? null)
    .where("horizon_days", "=", analysis.horizon_days)
    .where(
      sql<boolean>`(churn_definition, inactive_days) = (${analysis.churn_definition}, ${analysis.inactive_days})`,
    )
    .orderBy("created_at")
    .limit(1)
    .executeTakeFirst();
}

/** Whether a company has any analysis at all, whatever became of it. */
export async function hasAnalyses(tx: Tx, companyId: string): Promise<boolean> {
  const analysis = await tx
    .selectFrom("churn_analyses")
    .select("id")
    .where("company_id", "=", companyId)
    .limit(1)
    .executeTakeFirst();
  return analysis !== undefined;
}

/** Whether one is waiting or at work. */
export async function isAnalysisRunning(tx: Tx, companyId: string): Promise<boolean> {
  const analysis = await tx
    .selectFrom("churn_analyses")
    .select("id")
    .where("company_id", "=", companyId)
    .where("status", "in", [JobStatus.Pending, JobStatus.Validating, JobStatus.Processing])
    .limit(1)
    .executeTakeFirst();
  return analysis !== undefined;
}

/** The run that ended last with scores; null before the first. */
export async function findLastCompleted(tx: Tx, companyId: string): Promise<string | null> {
  const run = await tx
    .selectFrom("churn_analyses")
    .select("id")
    .where("company_id", "=", companyId)
    .where("status", "=", JobStatus.Completed)
    .orderBy("completed_at", "desc")
    .limit(1)
    .executeTakeFirst();
  return run?.id ?? null;
}

/** Whether any analysis of the company has come to an end with scores. */
export async function hasCompletedAnalysis(tx: Tx, companyId: string): Promise<boolean> {
  return (await findLastCompleted(tx, companyId)) !== null;
}

/** The finished analyses that looked back to an earlier day, from the earliest day on. */
export async function listLookBacks(
  tx: Tx,
  companyId: string,
): Promise<{ analysisId: string; asOf: Date }[]> {
  const rows = await tx
    .selectFrom("churn_analyses")
    .select(["id", "as_of"])
    .where("company_id", "=", companyId)
    .where("status", "=", JobStatus.Completed)
    .where("as_of", "is not", null)
    .orderBy("as_of")
    .execute();
  return rows.flatMap(({ id, as_of: asOf }) => (asOf === null ? [] : [{ analysisId: id, asOf }]));
}

/**
 * `forUpdate` holds its row until the transaction ends: whoever changes its state waits. Not the key: results that are
 * being written refer to it, and cancelling does not wait for them.
 */
export async function findAnalysis(
  tx: Tx,
  companyId: string,
  id: string,
  { forUpdate = false } = {},
): Promise<AnalysisRow | undefined> {
  const found = tx
    .selectFrom("churn_analyses")
    .selectAll()
    .where("company_id", "=", companyId)
    .where("id", "=", id);
  return (forUpdate ? found.forNoKeyUpdate() : found).executeTakeFirst();
}

/** The analysis's choice of customers as it was stored; null = every active customer. */
export const selectionOf = (row: AnalysisRow) => row.selection as unknown as CustomerSelection | null;

/** Moves a running analysis on; says false when it is no longer running (cancelled meanwhile). */
export async function moveAnalysis(
  tx: Tx,
  companyId: string,
  id: string,
  change: {
    status?: typeof JobStatus.Validating | typeof JobStatus.Processing;
    stage: Analysis["stage"];
    progress: number;
    startedAt?: Date;
  },
): Promise<boolean> {
  const moved = await tx
    .updateTable("churn_analyses")
    .set((eb) => ({
      stage: change.stage,
      progress: change.progress,
      ...(change.status === undefined ? {} : { status: change.status }),
      ...(change.startedAt === undefined
        ? {}
        : { started_at: eb.fn.coalesce("started_at", eb.val(change.startedAt)) }),
    }))
    .where("company_id", "=", companyId)
    .where("id", "=", id)
    .where("status", "in", openStatuses)
    .executeTakeFirst();
  return moved.numUpdatedRows > 0n;
}

/** Ends an analysis that has not ended; says false when it already had. Its stage stays: where it got to. */
export async function endAnalysis(
  tx: Tx,
  companyId: string,
  id: string,
  end: { status: typeof JobStatus.Failed | typeof JobStatus.Cancelled; failure: string | null; at: Date },
): Promise<boolean> {
  const ended = await tx
    .updateTable("churn_analyses")
    .set({ status: end.status, progress: null, failure: end.failure, completed_at: end.at })
    .where("company_id", "=", companyId)
    .where("id", "=", id)
    .where("status", "in", openStatuses)
    .executeTakeFirst();
  return ended.numUpdatedRows > 0n;
}

interface LastRun {
  seconds: number;
  customers: number;
}

/** How long the last finished analysis that trained took, and the last one by a stored model; a training may end in rules. */
export async function readLastRuns(
  tx: Tx,
  companyId: string,
): Promise<{ training: LastRun | null; scoring: LastRun | null }> {
  const { rows } = await sql<LastRun & { trained: boolean }>`
    select distinct on (trained) trained, seconds, customers from (
      select a.requested_model_version is null as trained,
        extract(epoch from a.completed_at - a.started_at)::float8 as seconds,
        a.customers_analyzed as customers, a.completed_at
      from churn_analyses a
      where a.company_id = ${companyId} and a.status = ${JobStatus.Completed} and a.started_at is not null
    ) runs
    order by trained, completed_at desc`.execute(tx);
  const of = (kind: boolean) => {
    const found = rows.find(({ trained }) => trained === kind);
    return found ? { seconds: found.seconds, customers: found.customers } : null;
  };
  return { training: of(true), scoring: of(false) };
}
