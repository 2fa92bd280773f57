import { isSameChurnRule, JobStatus, type Analysis, type RouteBody } from "@forestay/contracts";
import type { analysisRoutes } from "@forestay/contracts";
import { recordAudit } from "#modules/audit/index.ts";
import { countSelection, readCompanyContext } from "#modules/customers/index.ts";
import { withTenant, type Tx } from "#platform/db/transaction.ts";
import { AppError } from "#platform/http/app-error.ts";
import type { CompanyUser } from "#platform/http/actor.ts";
import type { EnqueueOptions } from "#platform/job-queue.ts";
import type { ModuleContext } from "#platform/module.ts";
import {
  findAnalysis,
  findWaitingTwin,
  insertAnalysis,
  selectionOf,
  type AnalysisRow,
  type AnalysisTrigger,
  type NewAnalysis,
} from "./analyses-repository.ts";
import { anotherMeaning, findModelChurn } from "#modules/models/index.ts";
import { runAnalysisJob } from "./job/run-analysis.ts";
import { readScoringSettings } from "#modules/scoring-settings/index.ts";
import { actorColumns, type Actor } from "#modules/companies/index.ts";
import { chosenSelection, scopeInWords } from "./customer-choice.ts";
import { toAnalysis } from "./present-analysis.ts";

type Request = RouteBody<typeof analysisRoutes.analyze>;
type Context = Pick<ModuleContext, "db" | "jobs" | "clock">;

/**
 * Stores an analysis and its job in one transaction; refuses an empty choice and a model that does not exist. What waits
 * already in the same words is answered instead: whoever asks for it a second time gets the same.
 */
export async function startAnalysis(
  context: Context,
  user: CompanyUser,
  request: Request,
): Promise<Analysis> {
  return withTenant(context.db, user.companyId, (tx) => startByPerson(tx, context, user, request));
}

/**
 * Starts again what an ended analysis without a result was asked for. Throws `not_found`, `invalid_state` for one that is
 * under way or completed, and what starting throws (its customers or its model may be gone by now).
 */
export async function retryAnalysis(context: Context, user: CompanyUser, id: string): Promise<Analysis> {
  return withTenant(context.db, user.companyId, async (tx) => {
    const before = await findAnalysis(tx, user.companyId, id);
    if (!before) throw new AppError("not_found", { message: "This analysis does not exist." });
    if (before.status !== JobStatus.Failed && before.status !== JobStatus.Cancelled) {
      throw new AppError("invalid_state", {
        message: "Only an analysis that failed or was cancelled can be started again.",
      });
    }
    const selection = selectionOf(before);
    return startByPerson(tx, context, user, {
      ...(selection === null ? {} : { selection }),
      includeRecommendations: before.include_recommendations,
      includeRiskFactors: before.include_risk_factors,
      ...(before.requested_model_version === null ? {} : { modelVersion: before.requested_model_version }),
    });
  });
}

async function startByPerson(
  tx: Tx,
  context: Context,
  user: CompanyUser,
  request: Request,
): Promise<Analysis> {
  const analysis = await describeAnalysis(tx, context, user.companyId, user, request, "person");
  const waiting = await findWaitingTwin(tx, user.companyId, analysis);
  const row = waiting ?? (await enqueueNew(tx, context, user.companyId, analysis));
  if (waiting === undefined) {
    await recordAudit(tx, user, { action: "analysis.started", target: row.scope, targetId: row.id });
  }
  const { currency } = await readCompanyContext(tx, user.companyId);
  return toAnalysis(row, currency);
}

/** As startAnalysis, in the caller's transaction and for anybody: the nightly one is asked for by nobody. */
export async function enqueueAnalysis(
  tx: Tx,
  context: Pick<ModuleContext, "jobs" | "clock">,
  companyId: string,
  actor: Actor,
  request: Request,
  trigger: AnalysisTrigger = "person",
): Promise<AnalysisRow> {
  const analysis = await describeAnalysis(tx, context, companyId, actor, request, trigger);
  return enqueueNew(tx, context, companyId, analysis);
}

/**
 * Analyses of earlier days (job/look-back.ts), for each of these days one of everybody. They run from the earliest to the
 * latest, before whatever waits besides: each score is told beside the one before it.
 */
export async function enqueueLookBacks(
  tx: Tx,
  { jobs }: Pick<ModuleContext, "jobs">,
  companyId: string,
  actor: Actor,
  days: readonly Date[],
): Promise<void> {
  for (const [index, day] of days.toSorted((a, b) => a.getTime() - b.getTime()).entries()) {
    const request = { includeRecommendations: true, includeRiskFactors: true };
    const analysis = await describeAnalysis(
      tx,
      { clock: { now: () => day } },
      companyId,
      actor,
      request,
      "person",
    );
    await enqueueNew(tx, { jobs }, companyId, { ...analysis, as_of: day }, { priority: days.length - index });
  }
}

async function enqueueNew(
  tx: Tx,
  { jobs }: Pick<ModuleContext, "jobs">,
  companyId: string,
  analysis: NewAnalysis,
  options: Pick<EnqueueOptions, "priority"> = {},
): Promise<AnalysisRow> {
  const row = await insertAnalysis(tx, analysis);
  await jobs.enqueue(
    tx,
    runAnalysisJob,
    { companyId, analysisId: row.id },
    { groupKey: companyId, ...options },
  );
  return row;
}

/** What is asked for, as it is stored; throws `validation_failed` for what cannot be analysed. */
async function describeAnalysis(
  tx: Tx,
  { clock }: Pick<ModuleContext, "clock">,
  companyId: string,
  actor: Actor,
  request: Request,
  trigger: AnalysisTrigger,
): Promise<NewAnalysis> {
  const selection = chosenSelection(request);
  const now = clock.now();
  const count = await countSelection(
    tx,
    companyId,
    selection ?? { filter: { conditions: [] }, exceptIds: [] },
    now,
  );
  if (count === 0) {
    throw new AppError("validation_failed", {
      message: "There is no customer to analyse. Import customers, or choose others.",
    });
  }
  const modelVersion = request.modelVersion ?? null;
  const { horizonDays, churn } = await readScoringSettings(tx, companyId);
  if (modelVersion !== null) {
    const predicted = await findModelChurn(tx, companyId, modelVersion);
    const refused =
      predicted === null
        ? `There is no model '${modelVersion}'`
        : isSameChurnRule(predicted, churn)
          ? null
          : anotherMeaning(modelVersion, predicted, churn);
    if (refused !== null) throw new AppError("validation_failed", { fields: { modelVersion: refused } });
  }
  return {
    company_id: companyId,
    scope: scopeInWords(selection, count),
    selection: selection === null ? null : JSON.stringify(selection),
    include_recommendations: request.includeRecommendations,
    include_risk_factors: request.includeRiskFactors,
    requested_model_version: modelVersion,
    horizon_days: horizonDays,
    churn_definition: churn.definition,
    inactive_days: churn.inactiveDays,
    ...actorColumns("created_by", actor),
    trigger,
    created_at: now,
  };
}
