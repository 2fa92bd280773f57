import type { ServerModule } from "#platform/server-module.ts";
import { rebuildAfterImport, rebuildAfterReading, rebuildHistoryJob } from "./ledger-past/rebuild-history.ts";

export * from "./engine-door.ts";
export { EVENT_PREFIX } from "./ledger-past/event-features.ts";
export { featurePlanSchema } from "./feature-plan.ts";

/** What a model predicts from, and the past that a ledger tells it. */
export const featuresModule: ServerModule = {
  name: "features",
  jobs: [rebuildHistoryJob],
  subscriptions: [rebuildAfterImport, rebuildAfterReading],
};
