export * from "./admin-users/routes.ts";
export * from "./analyses/plan-routes.ts";
export * from "./analyses/routes.ts";
export * from "./api-keys/routes.ts";
export * from "./audit/routes.ts";
export * from "./auth/account-routes.ts";
export * from "./auth/routes.ts";
export * from "./auth/two-factor-routes.ts";
export * from "./company-data/routes.ts";
export * from "./customers/routes.ts";
export * from "./demo/routes.ts";
export * from "./diagnostics/routes.ts";
export * from "./imports/routes.ts";
export * from "./mail/routes.ts";
export * from "./models/routes.ts";
export * from "./next-steps/routes.ts";
export * from "./notifications/routes.ts";
export * from "./onboarding/routes.ts";
export * from "./outcomes/routes.ts";
export * from "./route.ts";
export * from "./scoring/routes.ts";
export * from "./settings/routes.ts";
export * from "./team/routes.ts";
export * from "./what-if/routes.ts";

import { apiKeyRoutes } from "./api-keys/routes.ts";
import { auditRoutes } from "./audit/routes.ts";
import { companyDataRoutes } from "./company-data/routes.ts";
import { settingsRoutes } from "./settings/routes.ts";
import { teamRoutes } from "./team/routes.ts";

/** All of a company's own routes, for those who name none of its domains yet. */
export const companyRoutes = {
  ...settingsRoutes,
  ...teamRoutes,
  ...apiKeyRoutes,
  ...auditRoutes,
  ...companyDataRoutes,
};
