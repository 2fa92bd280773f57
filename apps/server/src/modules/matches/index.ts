import type { ServerModule } from "#platform/server-module.ts";
import { findPairsJob } from "./find-pairs.ts";
import { bindMatchRoutes } from "./routes.ts";

/** Records of connected systems that could be several customers here, and customers that may be one: a person says which. */
export const matchesModule: ServerModule = {
  name: "matches",
  routes: bindMatchRoutes,
  jobs: [findPairsJob.cron, findPairsJob.company],
};
