import type { ServerModule } from "#platform/server-module.ts";
import { notificationDigests } from "./digest/send-digests.ts";
import {
  analysisNews,
  tellAnalysisCompleted,
  tellAnalysisFailed,
  tellModelDrifted,
} from "./news/on-analysis.ts";
import { importNews, tellImportCompleted, tellImportFailed } from "./news/on-import.ts";
import {
  campaignNews,
  tellCampaignNotStarted,
  tellCampaignPaused,
  tellCampaignRead,
} from "./news/on-campaign.ts";
import { integrationNews, tellIntegrationFailed } from "./news/on-integration.ts";
import { tellAssigned, tellMentioned, tellTaskDue, workNews } from "./news/on-work.ts";
import { notificationRetention } from "./retention.ts";
import { tellRiskAlerts } from "./risk-alerts/tell-risk-alerts.ts";
import { bindNotificationRoutes } from "./routes.ts";

export { readPreferences } from "./preferences/preferences.ts";
export { eraseNotificationsSaying, removeNotifications } from "./remove-notifications.ts";
export { notify, type NamedCustomer, type News } from "./notify.ts";

/** Notifications: what happened, told to whom it concerns, in the way they chose. */
export const notificationsModule: ServerModule = {
  name: "notifications",
  routes: bindNotificationRoutes,
  jobs: [
    tellImportCompleted,
    tellImportFailed,
    tellAnalysisCompleted,
    tellAnalysisFailed,
    tellModelDrifted,
    tellMentioned,
    tellAssigned,
    tellTaskDue,
    tellIntegrationFailed,
    tellCampaignRead,
    tellCampaignNotStarted,
    tellCampaignPaused,
    tellRiskAlerts,
    notificationDigests.cron,
    notificationDigests.company,
    notificationRetention.cron,
    notificationRetention.company,
  ],
  subscriptions: [...importNews, ...analysisNews, ...workNews, ...integrationNews, ...campaignNews],
};
