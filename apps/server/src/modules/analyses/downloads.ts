import { analysisRoutes, JobStatus, planRoutes, type AuditAction } from "@forestay/contracts";
import { z } from "zod";
import { readCompanySettings } from "#modules/companies/index.ts";
import { recordAudit } from "#modules/audit/index.ts";
import { withTenant, type Tx } from "#platform/db/transaction.ts";
import type { CompanyUser } from "#platform/http/actor.ts";
import { AppError } from "#platform/http/app-error.ts";
import type { DownloadKind } from "#platform/http/tickets.ts";
import type { ModuleContext } from "#platform/module.ts";
import { readContactPlan } from "./plan/contact-plan.ts";
import { openReport } from "./report/open-report.ts";
import { openPlanExport, openResultsExport } from "./results/export-results.ts";
import { getAnalysis, requireAnalysis, requireResults } from "./read-analyses.ts";

const resultsSchema = z.object({ analysisId: z.uuid() });
const planSchema = resultsSchema.extend(planRoutes.createPlanExport.body.shape);
const reportSchema = resultsSchema.extend(analysisRoutes.createReport.body.shape);

type PlanChoice = z.output<typeof planRoutes.createPlanExport.body>;
type ReportChoice = z.output<typeof analysisRoutes.createReport.body>;

/** What can be taken along from an analysis: each a one-time link, written down in the audit log as it is issued. */
export function createDownloads({ db, clock, tickets }: ModuleContext) {
  const results: DownloadKind<typeof resultsSchema> = {
    name: "analytics.results",
    schema: resultsSchema,
    policy: "analytics:read",
    open: async ({ analysisId }, { companyId }) => {
      const analysis = await getAnalysis(db, companyId, analysisId);
      return {
        fileName: `churn-analysis-${analysis.createdAt.slice(0, 10)}.csv`,
        contentType: "text/csv; charset=utf-8",
        stream: await openResultsExport(db, companyId, analysisId, clock.now()),
      };
    },
  };
  const plan: DownloadKind<typeof planSchema> = {
    name: "analytics.plan",
    schema: planSchema,
    policy: "analytics:read",
    open: async ({ analysisId, ...choice }, { companyId }) => ({
      fileName: `customers-to-contact-${choice.contacts}.csv`,
      contentType: "text/csv; charset=utf-8",
      stream: await openPlanExport(db, companyId, analysisId, choice, clock.now()),
    }),
  };
  const report: DownloadKind<typeof reportSchema> = {
    name: "analytics.report",
    schema: reportSchema,
    policy: "analytics:read",
    open: async ({ analysisId, ...choice }, { companyId }) => {
      const analysis = await getAnalysis(db, companyId, analysisId);
      const contacts =
        analysis.customersAnalyzed === 0 || analysis.resultsRemovedAt !== null
          ? null
          : await readContactPlan(db, companyId, analysisId, choice, clock.now());
      const { name: company } = await withTenant(db, companyId, (tx) => readCompanySettings(tx, companyId));
      return {
        fileName: `churn-analysis-${analysis.createdAt.slice(0, 10)}.pdf`,
        contentType: "application/pdf",
        stream: await openReport({ company, analysis, plan: contacts }, clock.now()),
      };
    },
  };
  tickets.register(results);
  tickets.register(plan);
  tickets.register(report);

  /** `invalid_state` for an analysis without results. */
  function take<S extends z.ZodType>(
    kind: DownloadKind<S>,
    user: CompanyUser,
    { analysisId, action, after }: { analysisId: string; action: AuditAction; after?: PlanChoice },
    payload: z.input<S>,
  ) {
    return withTenant(db, user.companyId, async (tx) => {
      // A report says what remains; a file of customers would be empty.
      if (action !== "analysis.report_exported") await requireResults(tx, user.companyId, analysisId);
      const { scope } = await requireCompleted(tx, user.companyId, analysisId);
      await recordAudit(tx, user, {
        action,
        target: scope,
        targetId: analysisId,
        ...(after === undefined ? {} : { after }),
      });
      return tickets.issue(tx, kind, user, payload);
    });
  }
  return {
    results: (user: CompanyUser, analysisId: string) =>
      take(results, user, { analysisId, action: "analysis.exported" }, { analysisId }),
    plan: (user: CompanyUser, analysisId: string, choice: PlanChoice) =>
      take(
        plan,
        user,
        { analysisId, action: "analysis.plan_exported", after: choice },
        { analysisId, ...choice },
      ),
    report: (user: CompanyUser, analysisId: string, choice: ReportChoice) =>
      take(report, user, { analysisId, action: "analysis.report_exported" }, { analysisId, ...choice }),
  };
}

async function requireCompleted(tx: Tx, companyId: string, id: string) {
  const analysis = await requireAnalysis(tx, companyId, id);
  if (analysis.status !== JobStatus.Completed) {
    throw new AppError("invalid_state", { message: "Only a completed analysis can be exported." });
  }
  return analysis;
}
