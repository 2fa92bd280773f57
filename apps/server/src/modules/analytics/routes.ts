import {
  analyticsRoutes,
  explanationRoutes,
  modelRoutes,
  planRoutes,
  stepsDoneRoutes,
  trackRecordRoutes,
  whatIfRoutes,
} from "@forestay/contracts";
import { withTenant } from "#platform/db/transaction.ts";
import { bind, type Api } from "#platform/http/bind.ts";
import type { ModuleContext } from "#platform/module.ts";
import { explainCustomer } from "./explain/explain-customer.ts";
import { chooseColumn, listColumnChoices } from "./life/column-choices.ts";
import { activateModel, listModelSummaries, readModelCard } from "./life/read-models.ts";
import { readModelSchedule } from "./life/run-schedules.ts";
import { compareAnalyses } from "./plan/compare-analyses.ts";
import { readContactPlan } from "./plan/contact-plan.ts";
import { readNextSteps, resetNextSteps, writeNextSteps } from "./plan/next-steps.ts";
import { readStepEffects } from "./plan/step-effects.ts";
import { listStepsDone, markStepDone, unmarkStepDone } from "./plan/steps-done.ts";
import { checkCompleteness } from "./service/check-completeness.ts";
import { listResults } from "./service/list-results.ts";
import { cancelAnalysis, getAnalysis, listAnalyses } from "./service/read-analyses.ts";
import { retryAnalysis, startAnalysis } from "./service/start-analysis.ts";
import { createDownloads } from "./downloads.ts";
import { createCompanyWhatIf, readWhatIfFields } from "./what-if/company-what-if.ts";
import { customerWhatIf } from "./what-if/customer-what-if.ts";
import { createWhatIfEngine } from "./what-if/what-if-engine.ts";
import { readTrackRecord } from "./track-record/read-track-record.ts";

export function bindAnalyticsRoutes(api: Api, context: ModuleContext): void {
  const { db, clock } = context;
  const downloads = createDownloads(context);
  bind(api, analyticsRoutes.checkCompleteness, ({ body, user }) =>
    checkCompleteness(db, user.companyId, body, clock.now()),
  );
  bind(api, analyticsRoutes.analyze, ({ body, user }) => startAnalysis(context, user, body));
  bind(api, analyticsRoutes.results, ({ params, user }) => getAnalysis(db, user.companyId, params.id));
  bind(api, analyticsRoutes.list, ({ query, user }) => listAnalyses(db, user.companyId, query));
  bind(api, analyticsRoutes.customers, ({ params, query, user }) =>
    listResults(db, user.companyId, params.id, query),
  );
  bind(api, analyticsRoutes.retry, ({ params, user }) => retryAnalysis(context, user, params.id));
  bind(api, analyticsRoutes.cancel, ({ params, user }) => cancelAnalysis(db, clock, user, params.id));
  bind(api, modelRoutes.list, ({ user }) =>
    withTenant(db, user.companyId, async (tx) => ({
      items: await listModelSummaries(tx, user.companyId),
      schedule: await readModelSchedule(tx, user.companyId, clock.now()),
    })),
  );
  bind(api, modelRoutes.card, ({ params, user }) =>
    withTenant(db, user.companyId, (tx) => readModelCard(tx, user.companyId, params.version)),
  );
  bind(api, modelRoutes.activate, ({ params, user }) => activateModel(context, user, params.version));
  bind(api, modelRoutes.createExport, ({ params, user }) => downloads.modelCard(user, params.version));
  bind(api, planRoutes.plan, ({ params, query, user }) =>
    readContactPlan(db, user.companyId, params.id, query, clock.now()),
  );
  bind(api, planRoutes.createPlanExport, ({ params, body, user }) => downloads.plan(user, params.id, body));
  bind(api, planRoutes.createReport, ({ params, body, user }) => downloads.report(user, params.id, body));
  bind(api, planRoutes.compare, ({ params, query, user }) =>
    compareAnalyses(db, user.companyId, { beforeId: query.with, afterId: params.id }),
  );
  bind(api, planRoutes.readNextSteps, ({ user }) =>
    withTenant(db, user.companyId, (tx) => readNextSteps(tx, user.companyId)),
  );
  bind(api, planRoutes.writeNextSteps, ({ body, user }) => writeNextSteps(db, user, body.steps, clock.now()));
  bind(api, planRoutes.resetNextSteps, ({ user }) => resetNextSteps(db, user));
  bind(api, stepsDoneRoutes.list, ({ params, user }) =>
    withTenant(db, user.companyId, async (tx) => ({
      items: await listStepsDone(tx, user.companyId, params.id),
    })),
  );
  bind(api, stepsDoneRoutes.mark, ({ params, body, user }) =>
    markStepDone(db, user, params.id, body.code, clock.now()),
  );
  bind(api, stepsDoneRoutes.unmark, async ({ params, user }) => {
    await unmarkStepDone(db, user, params.id, params.stepId);
    return {};
  });
  bind(api, stepsDoneRoutes.effects, ({ user }) =>
    withTenant(db, user.companyId, async (tx) => ({
      items: await readStepEffects(tx, user.companyId, clock.now()),
    })),
  );
  const whatIf = createWhatIfEngine();
  bind(api, whatIfRoutes.customer, ({ params, body, user }) =>
    customerWhatIf(context, whatIf, user.companyId, params.id, body),
  );
  bind(api, explanationRoutes.get, ({ params, user }) =>
    explainCustomer(context, whatIf, user.companyId, params.id),
  );
  const companyWhatIf = createCompanyWhatIf(context, whatIf);
  bind(api, whatIfRoutes.fields, ({ user }) => readWhatIfFields(db, user.companyId));
  bind(api, whatIfRoutes.company, ({ body, user }) => companyWhatIf(user.companyId, body));
  bind(api, modelRoutes.columns, ({ user }) =>
    withTenant(db, user.companyId, async (tx) => ({ items: await listColumnChoices(tx, user.companyId) })),
  );
  bind(api, modelRoutes.chooseColumn, ({ body, user }) => chooseColumn(context, user, body));
  bind(api, trackRecordRoutes.get, ({ user }) => readTrackRecord(db, user.companyId, clock.now()));
  bind(api, analyticsRoutes.createExport, ({ params, user }) => downloads.results(user, params.id));
}
