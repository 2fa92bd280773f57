import { analysisRoutes, modelRoutes, planRoutes, type CustomerSelection } from "@forestay/contracts";
import type { ConditionCheck } from "#modules/customers/index.ts";
import { listModelSummaries } from "#modules/models/index.ts";
import { withTenant } from "#platform/db/transaction.ts";
import type { CompanyUser } from "#platform/http/actor.ts";
import { bind, type Api } from "#platform/http/bind.ts";
import type { ModuleContext } from "#platform/module.ts";
import { cancelAnalysis } from "./cancel-analysis.ts";
import { checkCompleteness } from "./check-completeness.ts";
import { createDownloads } from "./downloads.ts";
import { compareAnalyses } from "./plan/compare-analyses.ts";
import { readContactPlan } from "./plan/contact-plan.ts";
import { getAnalysis, listAnalyses } from "./read-analyses.ts";
import { listResults } from "./results/list-results.ts";
import { readModelSchedule } from "./schedule/run-schedules.ts";
import { retryAnalysis, startAnalysis } from "./start-analysis.ts";

export function bindAnalysesRoutes(api: Api, context: ModuleContext, check: ConditionCheck): void {
  const { db, clock } = context;
  const downloads = createDownloads(context);
  const checked = async ({ companyId }: CompanyUser, selection: CustomerSelection | undefined) => {
    if (selection)
      await withTenant(db, companyId, (tx) => check.selection(tx, companyId, selection, clock.now()));
  };
  bind(api, analysisRoutes.checkCompleteness, async ({ body, user }) => {
    await checked(user, body.selection);
    return checkCompleteness(db, user.companyId, body, clock.now());
  });
  bind(api, analysisRoutes.analyze, async ({ body, user }) => {
    await checked(user, body.selection);
    return startAnalysis(context, user, body);
  });
  bind(api, analysisRoutes.results, ({ params, user }) => getAnalysis(db, user.companyId, params.id));
  bind(api, analysisRoutes.list, ({ query, user }) => listAnalyses(db, user.companyId, query));
  bind(api, analysisRoutes.customers, ({ params, query, user }) =>
    listResults(db, user.companyId, params.id, query, clock.now()),
  );
  bind(api, analysisRoutes.retry, ({ params, user }) => retryAnalysis(context, user, params.id));
  bind(api, analysisRoutes.cancel, ({ params, user }) => cancelAnalysis(context, user, params.id));
  bind(api, modelRoutes.list, ({ user }) =>
    withTenant(db, user.companyId, async (tx) => ({
      items: await listModelSummaries(tx, user.companyId),
      schedule: await readModelSchedule(tx, user.companyId, clock.now()),
    })),
  );
  bind(api, planRoutes.plan, ({ params, query, user }) =>
    readContactPlan(db, user.companyId, params.id, query, clock.now()),
  );
  bind(api, planRoutes.createPlanExport, ({ params, body, user }) => downloads.plan(user, params.id, body));
  bind(api, analysisRoutes.createReport, ({ params, body, user }) => downloads.report(user, params.id, body));
  bind(api, analysisRoutes.compare, ({ params, query, user }) =>
    compareAnalyses(db, user.companyId, { beforeId: query.with, afterId: params.id }),
  );
  bind(api, analysisRoutes.createExport, ({ params, user }) => downloads.results(user, params.id));
}
