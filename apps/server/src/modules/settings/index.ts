import type { ServerModule } from "#platform/server-module.ts";
import { relevelJob } from "./relevel-job.ts";
import { bindSettingsRoutes } from "./routes.ts";

export { checkCurrencyChange } from "./change-currency.ts";
export { changeScoring } from "./change-scoring.ts";

/** The company's own settings, and how its customers are scored. */
export const settingsModule: ServerModule = {
  name: "settings",
  routes: bindSettingsRoutes,
  jobs: [relevelJob],
};
