import type { ServerModule } from "#platform/server-module.ts";
import { bindDashboardRoutes } from "./routes.ts";

export { readAttention } from "./attention.ts";
export { readDataHealth } from "./data-health.ts";
export { readDashboard } from "./read-dashboard.ts";
export { readRowsTotal } from "./read-rows.ts";

/** How the company is doing and who needs attention, with the rows behind every number. */
export const dashboardModule: ServerModule = { name: "dashboard", routes: bindDashboardRoutes };
