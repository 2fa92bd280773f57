import type { ServerModule } from "#platform/server-module.ts";
import { bindMatchRoutes } from "./routes.ts";

/** Records of connected systems that could be several customers here: a person says which. */
export const matchesModule: ServerModule = {
  name: "matches",
  routes: bindMatchRoutes,
};
