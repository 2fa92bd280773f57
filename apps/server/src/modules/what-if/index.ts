import type { ServerModule } from "#platform/server-module.ts";
import { bindWhatIfRoutes } from "./routes.ts";

/** Questions that a model answers while somebody waits: why this score, and what if. */
export const whatIfModule: ServerModule = { name: "what-if", routes: bindWhatIfRoutes };
