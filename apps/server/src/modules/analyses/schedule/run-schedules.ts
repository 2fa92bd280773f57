import { DAY_MS, HOUR_MS, isSameChurnRule, JobStatus, type ModelSchedule } from "@forestay/contracts";
import { listCompanyIds } from "#modules/companies/index.ts";
import { hasCustomers } from "#modules/customers/index.ts";
import { withTenant, type Tx } from "#platform/db/transaction.ts";
import { defineCompanyJob } from "#platform/jobs/company-job.ts";
import type { ModuleContext } from "#platform/module.ts";
import { churnOf } from "#modules/models/index.ts";
import { removeResults } from "#modules/scoring/index.ts";
import { readScoringSettings } from "#modules/scoring-settings/index.ts";
import { openStatuses } from "../analyses-repository.ts";
import { enqueueAnalysis } from "../start-analysis.ts";

/** Every night, UTC. */
const AT = { hour: 2, minute: 30 };
/** Retraining happens on this day of the month, in place of that night's scoring. */
const RETRAINING_DAY = 1;
/** Results of scheduled analyses, customer by customer, are kept for so long; their scores stay in the history. */
const SCHEDULED_RESULTS_DAYS = 14;

/**
 * Every night each company that has analysed once has its customers scored by the model in use; on the first of the
 * month a new one is trained as its challenger.
 */
export const nightlyScoringJob = defineCompanyJob({
  name: "analytics.nightly",
  cron: `${AT.minute} ${AT.hour} * * *`,
  listCompanyIds,
  handler: ({ db, jobs, clock, payload: { companyId } }) =>
    withTenant(db, companyId, (tx) => scheduleNight(tx, { jobs, clock }, companyId)),
});

async function scheduleNight(
  tx: Tx,
  context: Pick<ModuleContext, "jobs" | "clock">,
  companyId: string,
): Promise<void> {
  const now = context.clock.now();
  await forgetOldResults(tx, companyId, now);
  if (!(await isToBeScored(tx, companyId, now))) return;
  const champion = await tx
    .selectFrom("churn_models")
    .select(["version", "churn_definition", "inactive_days"])
    .where("company_id", "=", companyId)
    .where("is_current", "=", true)
    .executeTakeFirst();
  const { churn } = await readScoringSettings(tx, companyId);
  // Without a model for what leaving means now the analysis tries to train one: outcomes may have come in since.
  const hasModel = champion !== undefined && isSameChurnRule(churnOf(champion), churn);
  const retrain =
    !hasModel || now.getUTCDate() === RETRAINING_DAY || (await lastRetrainingFailed(tx, companyId));
  await startScheduled(tx, context, companyId, retrain ? null : champion.version);
}

/** Drift is told once, so a training for it that failed would never be made up for: the next night tries again. */
async function lastRetrainingFailed(tx: Tx, companyId: string): Promise<boolean> {
  const last = await tx
    .selectFrom("churn_analyses")
    .select("status")
    .where("company_id", "=", companyId)
    .where("requested_model_version", "is", null)
    .where("trigger", "in", ["retraining", "person"])
    .where("status", "in", [JobStatus.Completed, JobStatus.Failed])
    .where((eb) => eb.or([eb("trigger", "=", "retraining"), eb("status", "=", JobStatus.Completed)]))
    .orderBy("created_at", "desc")
    .orderBy("id", "desc")
    .limit(1)
    .executeTakeFirst();
  return last?.status === JobStatus.Failed;
}

/** When scoring and training happen next by themselves, and whether they do at all. */
export async function readModelSchedule(tx: Tx, companyId: string, now: Date): Promise<ModelSchedule> {
  const analysed = await tx
    .selectFrom("churn_analyses")
    .select("id")
    .where("company_id", "=", companyId)
    .where("status", "=", JobStatus.Completed)
    .limit(1)
    .executeTakeFirst();
  const night = new Date(now);
  night.setUTCHours(AT.hour, AT.minute, 0, 0);
  if (night <= now) night.setUTCDate(night.getUTCDate() + 1);
  const training = new Date(night);
  while (training.getUTCDate() !== RETRAINING_DAY) training.setUTCDate(training.getUTCDate() + 1);
  return {
    isActive: analysed !== undefined,
    nextScoringAt: night.toISOString(),
    nextTrainingAt: training.toISOString(),
  };
}

/** Starts an analysis of all customers that nobody asked for; `version` null = train anew. */
export async function startScheduled(
  tx: Tx,
  context: Pick<ModuleContext, "jobs" | "clock">,
  companyId: string,
  version: string | null,
): Promise<void> {
  const request = {
    includeRecommendations: true,
    includeRiskFactors: true,
    ...(version === null ? {} : { modelVersion: version }),
  };
  await enqueueAnalysis(
    tx,
    context,
    companyId,
    { job: true, companyId, askedBy: null },
    request,
    version === null ? "retraining" : "nightly",
  );
}

/**
 * Trains anew and scores everyone at once, because the company calls something else having left now. Not where it has
 * never analysed, nor where an analysis that reads the settings when it starts is already waiting.
 */
export async function retrainForChurnRule(
  tx: Tx,
  context: Pick<ModuleContext, "jobs" | "clock">,
  companyId: string,
): Promise<boolean> {
  const analyses = await tx
    .selectFrom("churn_analyses")
    .select((eb) => [
      // One that runs has read the old answer already.
      eb.fn
        .countAll<number>()
        .filterWhere("status", "in", [JobStatus.Validating, JobStatus.Processing, JobStatus.Completed])
        .as("begun"),
      eb.fn
        .countAll<number>()
        .filterWhere((waiting) =>
          waiting.and([
            waiting("status", "=", JobStatus.Pending),
            waiting("selection", "is", null),
            waiting("requested_model_version", "is", null),
          ]),
        )
        .as("waiting"),
    ])
    .where("company_id", "=", companyId)
    .executeTakeFirstOrThrow();
  if (analyses.begun === 0 || !(await hasCustomers(tx, companyId))) return false;
  if (analyses.waiting === 0) await startScheduled(tx, context, companyId, null);
  return true;
}

/** Has analysed before, has customers, and none is under way; one of the last hours (a job run twice) counts too. */
async function isToBeScored(tx: Tx, companyId: string, now: Date): Promise<boolean> {
  const analyses = await tx
    .selectFrom("churn_analyses")
    .select((eb) => [
      eb.fn.countAll<number>().filterWhere("status", "=", JobStatus.Completed).as("completed"),
      eb.fn
        .countAll<number>()
        .filterWhere((open) =>
          open.or([
            open("status", "in", openStatuses),
            open.and([
              open("trigger", "<>", "person"),
              open("created_at", ">", new Date(now.getTime() - 6 * HOUR_MS)),
            ]),
          ]),
        )
        .as("open"),
    ])
    .where("company_id", "=", companyId)
    .executeTakeFirstOrThrow();
  if (analyses.completed === 0 || analyses.open > 0) return false;
  return hasCustomers(tx, companyId);
}

async function forgetOldResults(tx: Tx, companyId: string, now: Date): Promise<void> {
  const old = await tx
    .updateTable("churn_analyses as a")
    .set({ results_removed_at: now })
    .where("a.company_id", "=", companyId)
    .where("a.trigger", "<>", "person")
    .where("a.results_removed_at", "is", null)
    .where("a.completed_at", "<", new Date(now.getTime() - SCHEDULED_RESULTS_DAYS * DAY_MS))
    .where("a.customers_analyzed", ">", 0)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom("customers as c")
            .select("c.id")
            .where("c.company_id", "=", companyId)
            .whereRef("c.score_analysis_id", "=", "a.id"),
        ),
      ),
    )
    .returning("a.id")
    .execute();
  await removeResults(
    tx,
    companyId,
    old.map(({ id }) => id),
  );
}
