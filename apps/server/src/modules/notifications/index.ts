import type { ServerModule } from "#platform/server-module.ts";
import { notificationDigests } from "./digest/send-digests.ts";
import { onAnalysisCompleted, onAnalysisFailed, onModelDrifted } from "./news/on-analysis.ts";
import { onImportCompleted, onImportFailed } from "./news/on-import.ts";
import { notificationRetention } from "./retention.ts";
import { bindNotificationRoutes } from "./routes.ts";

export { notify, type NamedCustomer, type News } from "./notify.ts";

/** Notifications: what happened, told to whom it concerns, in the way they chose. */
export const notificationsModule: ServerModule = {
  name: "notifications",
  routes: bindNotificationRoutes,
  jobs: [notificationDigests, notificationRetention],
  subscriptions: [onImportCompleted, onImportFailed, onAnalysisCompleted, onAnalysisFailed, onModelDrifted],
};
