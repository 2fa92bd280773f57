import type { ConditionCheck } from "#modules/customers/index.ts";
import type { ServerModule } from "#platform/server-module.ts";
import { bindCustomerViewRoutes } from "./routes.ts";

export { countOwnViews } from "./count-own-views.ts";
export { forgetInViews } from "./forget-person.ts";
export { sharedViewRules } from "./views.ts";

/** Views of the customers list under a name: a person's own, and the team's. */
export function createCustomerViewsModule(check: ConditionCheck): ServerModule {
  return { name: "customer-views", routes: (api, context) => bindCustomerViewRoutes(api, context, check) };
}
