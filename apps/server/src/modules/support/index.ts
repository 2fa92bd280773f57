import type { ServerModule } from "#platform/server-module.ts";
import { createAnswerJob } from "./answer-job.ts";
import { withoutAssistant, type SupportAnswerer } from "./answerer.ts";
import { supportHubMethods } from "./hub-methods.ts";
import { idleJob } from "./idle.ts";
import { takeOverJob } from "./queue.ts";
import { supportRetention } from "./retention.ts";
import { bindSupportRoutes } from "./routes.ts";
import { watchStaffJob } from "./staff/presence.ts";
import { bindSupportStaffRoutes } from "./staff/routes.ts";

export type { JsonValue, SupportAnswerer } from "./answerer.ts";
export { findSupportAddress } from "./support-address.ts";
export { eraseFromSupport, forgetInSupport } from "./erase-person.ts";
export { listMessagesSaying } from "./messages-saying.ts";

/**
 * Live support: sessions between a person and the platform's staff, with the assistant in between. The assistant stands
 * above it and is handed in where the modules are put together.
 */
export function createSupportModule(answerer: SupportAnswerer = withoutAssistant): ServerModule {
  return {
    name: "support",
    routes(api, context) {
      bindSupportRoutes(api, context);
      bindSupportStaffRoutes(api, context);
    },
    jobs: [takeOverJob, createAnswerJob(answerer), idleJob, watchStaffJob, supportRetention],
    hubMethods: supportHubMethods,
  };
}
