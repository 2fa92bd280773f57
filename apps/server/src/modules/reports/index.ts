import type { ServerModule } from "#platform/server-module.ts";
import { bindReportRoutes } from "./routes.ts";
import { sendReport } from "./send-now.ts";
import { weeklyReports } from "./send-weekly.ts";

/** The dashboard by mail and as a PDF, to whoever asked for it, without the app open. */
export const reportsModule: ServerModule = {
  name: "reports",
  routes: bindReportRoutes,
  jobs: [weeklyReports.cron, weeklyReports.company, sendReport],
};
