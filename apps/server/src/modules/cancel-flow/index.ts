import type { ServerModule } from "#platform/server-module.ts";
import { bindCancelFlowRoutes } from "./routes.ts";

export { endsAskedFor } from "./ends-asked-for.ts";
export { cancelDecided } from "./events.ts";

/** What customers who want to leave are asked and offered, and what came of it. */
export const cancelFlowModule: ServerModule = {
  name: "cancel-flow",
  routes: bindCancelFlowRoutes,
};
