import type { ServerModule } from "#platform/server-module.ts";
import { bindTimelineRoutes } from "./routes.ts";

/** All that happened with a customer, asked of every room that knows some of it, in one order. */
export const timelineModule: ServerModule = { name: "timeline", routes: bindTimelineRoutes };
