import type { ServerModule } from "#platform/server-module.ts";
import { bindInsightsRoutes } from "./routes.ts";

export { readDriversInsights } from "./read-drivers.ts";
export { readFindingsInsights } from "./read-findings.ts";
export { readReasonsInsights } from "./read-reasons.ts";
export { readRetentionInsights } from "./read-retention.ts";
export { readRevenueInsights } from "./read-revenue.ts";

/** How long customers stay, where revenue comes from and goes, and why customers leave. */
export const insightsModule: ServerModule = { name: "insights", routes: bindInsightsRoutes };
