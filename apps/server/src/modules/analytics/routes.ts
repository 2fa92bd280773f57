import { Readable } from "node:stream";
import {
  analyticsRoutes,
  modelRoutes,
  planRoutes,
  stepsDoneRoutes,
  trackRecordRoutes,
  whatIfRoutes,
} from "@forestay/contracts";
import { z } from "zod";
import { readCompanySettings } from "#modules/companies/index.ts";
import { recordAudit } from "#modules/audit/index.ts";
import { withTenant, type Tx } from "#platform/db/transaction.ts";
import { bind, type Api } from "#platform/http/bind.ts";
import { AppError } from "#platform/http/app-error.ts";
import type { DownloadKind } from "#platform/http/tickets.ts";
import type { ModuleContext } from "#platform/module.ts";
import { cardText } from "./life/card-text.ts";
import { activateModel, listModelSummaries, readModelCard } from "./life/read-models.ts";
import { readModelSchedule } from "./life/run-schedules.ts";
import { compareAnalyses } from "./plan/compare-analyses.ts";
import { readContactPlan } from "./plan/contact-plan.ts";
import { readNextSteps, resetNextSteps, writeNextSteps } from "./plan/next-steps.ts";
import { readStepEffects } from "./plan/step-effects.ts";
import { listStepsDone, markStepDone, unmarkStepDone } from "./plan/steps-done.ts";
import { openReport } from "./report/open-report.ts";
import { checkCompleteness } from "./service/check-completeness.ts";
import { openPlanExport, openResultsExport } from "./service/export-results.ts";
import { listResults } from "./service/list-results.ts";
import { cancelAnalysis, getAnalysis, listAnalyses, requireAnalysis } from "./service/read-analyses.ts";
import { startAnalysis } from "./service/start-analysis.ts";
import { createCompanyWhatIf, readWhatIfFields } from "./what-if/company-what-if.ts";
import { customerWhatIf } from "./what-if/customer-what-if.ts";
import { createWhatIfEngine } from "./what-if/what-if-engine.ts";
import { readTrackRecord } from "./track-record/read-track-record.ts";

const exportSchema = z.object({ analysisId: z.uuid() });
const planExportSchema = exportSchema.extend(planRoutes.createPlanExport.body.shape);
const reportSchema = exportSchema.extend(planRoutes.createReport.body.shape);
const cardSchema = z.object({ version: z.string() });

export function bindAnalyticsRoutes(api: Api, context: ModuleContext): void {
  const { db, clock, tickets } = context;
  const exports: DownloadKind<typeof exportSchema> = {
    name: "analytics.results",
    schema: exportSchema,
    policy: "analytics:read",
    open: async ({ analysisId }, user) => {
      const analysis = await withTenant(db, user.companyId, (tx) =>
        requireAnalysis(tx, user.companyId, analysisId),
      );
      return {
        fileName: `churn-analysis-${analysis.created_at.toISOString().slice(0, 10)}.csv`,
        contentType: "text/csv; charset=utf-8",
        stream: await openResultsExport(db, user.companyId, analysisId),
      };
    },
  };
  tickets.register(exports);
  const plans: DownloadKind<typeof planExportSchema> = {
    name: "analytics.plan",
    schema: planExportSchema,
    policy: "analytics:read",
    open: async ({ analysisId, ...choice }, user) => ({
      fileName: `customers-to-contact-${choice.contacts}.csv`,
      contentType: "text/csv; charset=utf-8",
      stream: await openPlanExport(db, user.companyId, analysisId, choice),
    }),
  };
  tickets.register(plans);
  const reports: DownloadKind<typeof reportSchema> = {
    name: "analytics.report",
    schema: reportSchema,
    policy: "analytics:read",
    open: async ({ analysisId, ...choice }, { companyId }) => {
      const analysis = await getAnalysis(db, companyId, analysisId);
      const plan =
        analysis.customersAnalyzed === 0 ? null : await readContactPlan(db, companyId, analysisId, choice);
      const { name: company } = await withTenant(db, companyId, (tx) => readCompanySettings(tx, companyId));
      return {
        fileName: `churn-analysis-${analysis.createdAt.slice(0, 10)}.pdf`,
        contentType: "application/pdf",
        stream: await openReport({ company, analysis, plan }, clock.now()),
      };
    },
  };
  tickets.register(reports);
  const cards: DownloadKind<typeof cardSchema> = {
    name: "analytics.model_card",
    schema: cardSchema,
    policy: "analytics:read",
    open: async ({ version }, user) => {
      const card = await withTenant(db, user.companyId, (tx) => readModelCard(tx, user.companyId, version));
      return {
        fileName: `churn-model-${version}.md`,
        contentType: "text/markdown; charset=utf-8",
        stream: Readable.from([cardText(card)]),
      };
    },
  };
  tickets.register(cards);

  bind(api, analyticsRoutes.checkCompleteness, ({ body, user }) =>
    checkCompleteness(db, user.companyId, body, clock.now()),
  );
  bind(api, analyticsRoutes.analyze, ({ body, user }) => startAnalysis(context, user, body));
  bind(api, analyticsRoutes.results, ({ params, user }) => getAnalysis(db, user.companyId, params.id));
  bind(api, analyticsRoutes.list, ({ query, user }) => listAnalyses(db, user.companyId, query));
  bind(api, analyticsRoutes.customers, ({ params, query, user }) =>
    listResults(db, user.companyId, params.id, query),
  );
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
  bind(api, modelRoutes.createExport, ({ params, user }) =>
    withTenant(db, user.companyId, async (tx) => {
      await readModelCard(tx, user.companyId, params.version);
      await recordAudit(tx, user, { action: "model.exported", target: params.version });
      return tickets.issue(tx, cards, user, { version: params.version });
    }),
  );
  bind(api, planRoutes.plan, ({ params, query, user }) =>
    readContactPlan(db, user.companyId, params.id, query),
  );
  bind(api, planRoutes.createPlanExport, ({ params, body, user }) =>
    withTenant(db, user.companyId, async (tx) => {
      const analysis = await requireCompleted(tx, user.companyId, params.id);
      await recordAudit(tx, user, {
        action: "analysis.plan_exported",
        target: analysis.scope,
        targetId: params.id,
        after: body,
      });
      return tickets.issue(tx, plans, user, { analysisId: params.id, ...body });
    }),
  );
  bind(api, planRoutes.createReport, ({ params, body, user }) =>
    withTenant(db, user.companyId, async (tx) => {
      const analysis = await requireCompleted(tx, user.companyId, params.id);
      await recordAudit(tx, user, {
        action: "analysis.report_exported",
        target: analysis.scope,
        targetId: params.id,
      });
      return tickets.issue(tx, reports, user, { analysisId: params.id, ...body });
    }),
  );
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
  const companyWhatIf = createCompanyWhatIf(context, whatIf);
  bind(api, whatIfRoutes.fields, ({ user }) => readWhatIfFields(db, user.companyId));
  bind(api, whatIfRoutes.company, ({ body, user }) => companyWhatIf(user.companyId, body));
  bind(api, trackRecordRoutes.get, ({ user }) => readTrackRecord(db, user.companyId, clock.now()));
  bind(api, analyticsRoutes.createExport, ({ params, user }) =>
    withTenant(db, user.companyId, async (tx) => {
      const analysis = await requireCompleted(tx, user.companyId, params.id);
      await recordAudit(tx, user, {
        action: "analysis.exported",
        target: analysis.scope,
        targetId: params.id,
      });
      return tickets.issue(tx, exports, user, { analysisId: params.id });
    }),
  );
}

async function requireCompleted(tx: Tx, companyId: string, id: string) {
  const analysis = await requireAnalysis(tx, companyId, id);
  if (analysis.status !== 3) {
    throw new AppError("invalid_state", { message: "Only a completed analysis can be exported." });
  }
  return analysis;
}
