import { createAnalysesModule, scoringSource } from "#modules/analyses/index.ts";
import { adminUsersModule } from "#modules/admin-users/index.ts";
import { apiKeysModule } from "#modules/api-keys/index.ts";
import { audiencesModule } from "#modules/audiences/index.ts";
import { auditModule } from "#modules/audit/index.ts";
import { authModule } from "#modules/auth/index.ts";
import { bulkActionsModule } from "#modules/bulk-actions/index.ts";
import { answerInSupport, chatbotModule } from "#modules/chatbot/index.ts";
import { companyDataModule } from "#modules/company-data/index.ts";
import { createCustomersModule, type ConditionCheck } from "#modules/customers/index.ts";
import { campaignsModule } from "#modules/campaigns/index.ts";
import { customerMailModule } from "#modules/customer-mail/index.ts";
import { customerDataModule } from "#modules/customer-data/index.ts";
import { createCustomerViewsModule } from "#modules/customer-views/index.ts";
import { dashboardModule } from "#modules/dashboard/index.ts";
import { demoBookingsModule } from "#modules/demo-bookings/index.ts";
import { demoModule } from "#modules/demo/index.ts";
import { diagnosticsModule } from "#modules/diagnostics/index.ts";
import { featuresModule } from "#modules/features/index.ts";
import { importsModule } from "#modules/imports/index.ts";
import { insightsModule } from "#modules/insights/index.ts";
import { integrationsModule } from "#modules/integrations/index.ts";
import { jobAuditModule } from "#modules/job-audit/index.ts";
import { ledgerModule } from "#modules/ledger/index.ts";
import { mailModule } from "#modules/mail/index.ts";
import { matchesModule } from "#modules/matches/index.ts";
import { mcpModule } from "#modules/mcp/index.ts";
import { metricsModule } from "#modules/metrics/index.ts";
import { modelsModule } from "#modules/models/index.ts";
import { nextStepsModule } from "#modules/next-steps/index.ts";
import { notificationsModule } from "#modules/notifications/index.ts";
import { onboardingModule } from "#modules/onboarding/index.ts";
import { outcomesModule } from "#modules/outcomes/index.ts";
import { cancelFlowModule } from "#modules/cancel-flow/index.ts";
import { recoveryModule } from "#modules/recovery/index.ts";
import { reportsModule } from "#modules/reports/index.ts";
import { checkConditions, checkSelection, readBrokenLines, segmentsModule } from "#modules/segments/index.ts";
import { settingsModule } from "#modules/settings/index.ts";
import { createSupportModule } from "#modules/support/index.ts";
import { tagsModule } from "#modules/tags/index.ts";
import { teamModule } from "#modules/team/index.ts";
import { timelineModule } from "#modules/timeline/index.ts";
import { trackRecordModule } from "#modules/track-record/index.ts";
import { trackingModule } from "#modules/tracking/index.ts";
import { waitingListModule } from "#modules/waiting-list/index.ts";
import { webhooksModule } from "#modules/webhooks/index.ts";
import { whatIfModule } from "#modules/what-if/index.ts";
import { workModule } from "#modules/work/index.ts";
import { writeBackModule } from "#modules/write-back/index.ts";
import type { JobDefinition } from "#platform/jobs/job.ts";
import type { ServerModule } from "#platform/server-module.ts";

/** Lists, views and analyses refuse what segments refuse. */
const conditionCheck: ConditionCheck = {
  conditions: checkConditions,
  broken: (tx, companyId, kept, now) => readBrokenLines(tx, companyId, kept, { use: "listed", now }),
  selection: checkSelection,
};

/** Every domain of the server, in the order their routes are bound. Sign-in is bound by app.ts itself. */
export const serverModules: readonly ServerModule[] = [
  createCustomersModule(scoringSource, conditionCheck),
  ledgerModule,
  importsModule,
  integrationsModule,
  matchesModule,
  trackingModule,
  outcomesModule,
  nextStepsModule,
  featuresModule,
  modelsModule,
  trackRecordModule,
  createAnalysesModule(conditionCheck),
  whatIfModule,
  metricsModule,
  dashboardModule,
  insightsModule,
  createCustomerViewsModule(conditionCheck),
  segmentsModule,
  tagsModule,
  workModule,
  recoveryModule,
  cancelFlowModule,
  bulkActionsModule,
  customerMailModule,
  campaignsModule,
  audiencesModule,
  timelineModule,
  demoModule,
  mailModule,
  notificationsModule,
  reportsModule,
  diagnosticsModule,
  waitingListModule,
  demoBookingsModule,
  authModule,
  onboardingModule,
  settingsModule,
  teamModule,
  apiKeysModule,
  mcpModule,
  chatbotModule,
  auditModule,
  jobAuditModule,
  companyDataModule,
  customerDataModule,
  webhooksModule,
  adminUsersModule,
  createSupportModule(answerInSupport),
  writeBackModule,
];

/** Every background job of every domain: what a worker runs. */
export const serverJobs: readonly JobDefinition[] = serverModules.flatMap((module) => module.jobs ?? []);
