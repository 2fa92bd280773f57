import type { ServerModule } from "#platform/server-module.ts";
import { bindDashboardRoutes } from "./routes.ts";

/** How the company is doing and who needs attention, with the rows behind every number. */
export const dashboardModule: ServerModule = { name: "dashboard", routes: bindDashboardRoutes };
