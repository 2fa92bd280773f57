import type { ServerModule } from "#platform/server-module.ts";
import { bindInsightsRoutes } from "./routes.ts";

export { readReasonsInsights } from "./read-reasons.ts";
export { readRetentionInsights } from "./read-retention.ts";

/** How long customers stay, where revenue comes from and goes, and why customers leave. */
export const insightsModule: ServerModule = { name: "insights", routes: bindInsightsRoutes };
