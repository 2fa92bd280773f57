import { JobStatus, type CustomerSelection } from "@forestay/contracts";
import { formatCount, formatCounted } from "@forestay/contracts/words";
import { z } from "zod";
import { actorOfRow } from "#modules/companies/index.ts";
import { countSelection, readCompanyContext } from "#modules/customers/index.ts";
import { EVERY_ROW, withTenant, withTenantClient, type Tx } from "#platform/db/transaction.ts";
import { defineJob, type JobRun } from "#platform/jobs/job.ts";
import type { ModuleContext } from "#platform/module.ts";
import { storeFirstModelBands } from "#modules/scoring-settings/index.ts";
import { startEngine, type Engine } from "#modules/engine/index.ts";
import {
  endAnalysis,
  findAnalysis,
  openStatuses,
  selectionOf,
  type AnalysisRow,
  type AnalysisSummaryDocument,
} from "../analyses-repository.ts";
import { analysisCompleted, analysisFailed, modelDrifted, type AnalysisEnded } from "./analysis-ended.ts";
import {
  readModelDrift,
  storeModelDrift,
  measureModelDrift,
  insertModel,
  nextModelVersion,
  type ScoredSample,
} from "#modules/models/index.ts";
import { everyoneBy, lookBack, lookedBack, OVERTAKEN, readEarlier } from "./look-back.ts";
import { UnusableModel, type Preparation } from "./preparation.ts";
import { prepareScorer } from "./prepare-scorer.ts";
import { AnalysisCancelled, createProgressReporter, type ProgressReporter } from "./progress.ts";
import { readRecommendedSteps } from "#modules/next-steps/index.ts";
import { createResultStore, type ScoreSource, type ScoringResult } from "#modules/scoring/index.ts";

/** Every customer: those who left are told apart while scoring, so that each gets its reason in words. */
const EVERYONE: CustomerSelection = { filter: { conditions: [] }, exceptIds: [] };

const payload = z.object({ companyId: z.uuid(), analysisId: z.uuid() });

/** Runs one churn analysis from reading to the published scores. */
export const runAnalysisJob = defineJob({
  name: "analytics.analyze",
  schema: payload,
  // One per company at a time: two would train on the same data and wait for each other's rows.
  onePerGroup: true,
  retryLimit: 3,
  expireInSeconds: 2 * 3600,
  handler: (run) => runAnalysis(run),
  async onExhausted(context) {
    const { companyId, analysisId } = context.payload;
    context.log.error({ reason: context.reason, analysisId }, "churn analysis given up");
    await fail(
      context,
      companyId,
      analysisId,
      "The analysis could not be finished. Start it again; scores stay as they were.",
    );
  },
});

async function runAnalysis(today: JobRun<z.output<typeof payload>>): Promise<void> {
  const { db } = today;
  const { companyId, analysisId } = today.payload;
  const analysis = await withTenant(db, companyId, (tx) => findAnalysis(tx, companyId, analysisId));
  // Gone with its company, cancelled while it waited, or finished by a run whose end the queue did not hear of.
  if (!analysis || !openStatuses.includes(analysis.status)) return;
  const asOf = analysis.as_of;
  const run = asOf === null ? today : lookBack(today, asOf);
  const { clock, log } = run;
  const earlier = asOf === null ? null : await readEarlier(db, companyId, asOf);
  if (earlier?.isOvertaken === true) return void (await fail(run, companyId, analysisId, OVERTAKEN));

  const cancelled = new AbortController();
  const signal = AbortSignal.any([run.signal, cancelled.signal]);
  const progress = createProgressReporter(db, companyId, analysisId, {
    clock,
    onCancelled: () => cancelled.abort(new AnalysisCancelled()),
  });
  const engine = startEngine(signal, { db, inBackground: true });
  try {
    const now = asOf ?? clock.now();
    const preparation = await prepareScorer(db, engine, {
      companyId,
      analysisId,
      requestedModelVersion: analysis.requested_model_version ?? earlier?.modelVersion ?? null,
      now,
      looksBack: asOf !== null,
      progress,
    });
    await scoreAndPublish(
      run,
      engine,
      analysis,
      asOf === null
        ? preparation
        : { ...preparation, warnings: [...preparation.warnings, lookedBack(asOf, today.clock.now())] },
      { now, everyone: asOf === null ? EVERYONE : everyoneBy(asOf), signal, progress },
    );
  } catch (error) {
    if (error instanceof AnalysisCancelled) return void log.info({ analysisId }, "churn analysis cancelled");
    if (error instanceof UnusableModel) return void (await fail(run, companyId, analysisId, error.message));
    throw error;
  } finally {
    await engine.close();
  }
}

/** Scores and publishes in one transaction: results, the customers' scores, their history, the model, the summary. */
async function scoreAndPublish(
  { db, clock, events, config }: ModuleContext,
  engine: Engine,
  analysis: AnalysisRow,
  preparation: Preparation,
  {
    now,
    everyone,
    signal,
    progress,
  }: { now: Date; everyone: CustomerSelection; signal: AbortSignal; progress: ProgressReporter },
): Promise<void> {
  const { company_id: companyId, id: analysisId } = analysis;
  const selection = selectionOf(analysis) ?? everyone;
  const { by, bands } = preparation;
  await progress.report("scoring", 0);
  const { expected, currency, nextSteps } = await withTenant(db, companyId, async (tx) => ({
    expected: await countSelection(tx, companyId, selection, now),
    currency: (await readCompanyContext(tx, companyId)).currency,
    nextSteps: await readRecommendedSteps(tx, companyId, now),
  }));
  await withTenantClient(
    db,
    companyId,
    async ({ tx, client }) => {
      const history = {
        scoredAt: now.toISOString(),
        horizonDays: preparation.horizonDays,
        churn: preparation.rule,
      };
      const store = await createResultStore(client, companyId, {
        analysisId,
        // A new model gets its version when it is stored, under a lock, and that is at the end.
        history: preparation.newModel === null ? { ...history, modelVersion: versionOf(by) } : null,
      });
      const outcome = await engine.scoreSelection(
        {
          companyId,
          selection,
          expected,
          rule: preparation.rule,
          rowSource: preparation.rowSource,
          by,
          bands,
          currency,
          withFactors: analysis.include_risk_factors || analysis.include_recommendations,
          keepFactors: analysis.include_risk_factors,
          withRecommendations: analysis.include_recommendations,
          nextSteps,
          explainedAtScoring: config.explainedAtScoring,
        },
        async (call) => {
          // Throws once the analysis was cancelled.
          await progress.settled();
          return store.take(call);
        },
        ({ stage, fraction }) => progress.note(stage, fraction),
      );
      await progress.report("writing", 0);
      const version = await storeModel(tx, companyId, preparation);
      const drifted = await watchDrift(tx, analysis, version, outcome.sample, now);
      const origin = { ...history, analysisId, source: by.source, modelVersion: version };
      const { moves, untold: withoutReason } = await store.publish(
        origin,
        { bands, currency },
        async (fraction) => {
          signal.throwIfAborted();
          await progress.report("writing", fraction);
        },
      );
      const untold = analysis.include_risk_factors ? untoldInWords(withoutReason) : [];
      const told = { ...preparation, warnings: [...preparation.warnings, ...drifted, ...untold] };
      await complete(tx, analysis, told, outcome, { version, at: clock.now() });
      if (drifted.length > 0) {
        await events.emit(tx, modelDrifted, { companyId, version: version ?? "", messages: drifted });
      }
      await events.emit(tx, analysisCompleted, {
        ...endedOf(analysis),
        customersAnalyzed: outcome.totals.customers,
        needAttention: outcome.totals.needAttention,
        moves,
      });
    },
    EVERY_ROW,
  );
}

const versionOf = (by: ScoreSource) => (by.source === "model" ? by.version : null);

async function storeModel(
  tx: Tx,
  companyId: string,
  { newModel, by, bands }: Preparation,
): Promise<string | null> {
  if (!newModel) return versionOf(by);
  const next = await nextModelVersion(tx, companyId);
  await insertModel(tx, companyId, next, newModel);
  if (!newModel.decision.promoted) return versionOf(by);
  await storeFirstModelBands(tx, companyId, bands);
  return next.version;
}

/**
 * Compares what was scored with what the model had learned from, keeps the report on its card and gives what crossed
 * into drift just now. Only where all customers were scored: a chosen few are another population by choice.
 */
async function watchDrift(
  tx: Tx,
  analysis: AnalysisRow,
  version: string | null,
  sample: ScoredSample | null,
  now: Date,
): Promise<string[]> {
  if (version === null || sample === null || analysis.selection !== null) return [];
  const model = await readModelDrift(tx, analysis.company_id, version);
  if (!model) return [];
  const measured = measureModelDrift(model.baselines, sample, { before: model.before, now });
  if (!measured) return [];
  await storeModelDrift(tx, analysis.company_id, version, measured);
  return measured.alerts;
}

async function complete(
  tx: Tx,
  { company_id: companyId, id }: AnalysisRow,
  preparation: Preparation,
  { totals, notScored, explained, warnings }: ScoringResult,
  { version, at }: { version: string | null; at: Date },
): Promise<void> {
  const { by } = preparation;
  const summary: AnalysisSummaryDocument = {
    notScored,
    baseRate: by.source === "model" ? by.baseProbability : by.baseRate,
    riskBands: preparation.bands,
    levels: totals.levels,
    expectedLeavers: totals.expectedLeavers,
    expectedRevenueAtRisk: totals.expectedRevenueAtRisk,
    scoreHistogram: totals.scoreHistogram,
    quality: preparation.quality,
    drivers: preparation.drivers,
    warnings: [...preparation.warnings, ...warnings, ...limitInWords(explained)],
  };
  const completed = await tx
    .updateTable("churn_analyses")
    .set({
      status: JobStatus.Completed,
      stage: "done",
      progress: 1,
      model_version: version,
      source: by.source,
      source_reason: preparation.sourceReason,
      horizon_days: preparation.horizonDays,
      churn_definition: preparation.rule.definition,
      inactive_days: preparation.rule.inactiveDays,
      customers_analyzed: totals.customers,
      need_attention: totals.needAttention,
      summary: JSON.stringify(summary),
      completed_at: at,
    })
    .where("company_id", "=", companyId)
    .where("id", "=", id)
    .where("status", "in", openStatuses)
    .executeTakeFirst();
  // Cancelled at the last moment: the transaction must not commit.
  if (completed.numUpdatedRows === 0n) throw new AnalysisCancelled();
}

function limitInWords({ riskiest, moved, others }: ScoringResult["explained"]): string[] {
  if (others === 0) return [];
  const also = moved > 0 ? ` and of ${formatCount(moved)} others whose score moved by 5 points or more` : "";
  return [
    `Factors and next steps are kept of the ${formatCount(riskiest)} customers at highest risk${also}; for the other ${formatCount(others)} they are worked out when you open their page.`,
  ];
}

function untoldInWords(untold: number): string[] {
  if (untold === 0) return [];
  return [
    `What moved the score is not known for ${formatCounted(untold, "customer")} whose score moved by 5 points or more: the score before was kept without its factors.`,
  ];
}

async function fail(
  { db, clock, events }: Pick<ModuleContext, "db" | "clock" | "events">,
  companyId: string,
  analysisId: string,
  failure: string,
): Promise<void> {
  await withTenant(db, companyId, async (tx) => {
    const end = { status: JobStatus.Failed, failure, at: clock.now() };
    if (!(await endAnalysis(tx, companyId, analysisId, end))) return;
    const analysis = await findAnalysis(tx, companyId, analysisId);
    if (analysis) await events.emit(tx, analysisFailed, { ...endedOf(analysis), failure });
  });
}

const endedOf = (analysis: AnalysisRow): AnalysisEnded => ({
  companyId: analysis.company_id,
  analysisId: analysis.id,
  startedBy: actorOfRow("created_by", analysis),
  scope: analysis.scope,
  trigger: analysis.trigger as AnalysisEnded["trigger"],
});
