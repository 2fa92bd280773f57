import { customerViewRoutes } from "@forestay/contracts";
import type { ConditionCheck } from "#modules/customers/index.ts";
import { bind, type Api } from "#platform/http/bind.ts";
import type { ModuleContext } from "#platform/module.ts";
import type { ServerModule } from "#platform/server-module.ts";
import { createView, deleteView, listViews } from "./views.ts";

export { forgetInViews } from "./forget-person.ts";
export { sharedViewRules } from "./views.ts";

function bindRoutes(api: Api, { db, clock }: ModuleContext, check: ConditionCheck): void {
  bind(api, customerViewRoutes.list, async ({ user }) => ({ items: await listViews(db, user) }));
  bind(api, customerViewRoutes.create, ({ body, user }) =>
    createView(db, user, body, { check, now: clock.now() }),
  );
  bind(api, customerViewRoutes.delete, async ({ params, user }) => {
    await deleteView(db, user, params.id);
    return {};
  });
}

/** Views of the customers list under a name: a person's own, and the team's. */
export function createCustomerViewsModule(check: ConditionCheck): ServerModule {
  return { name: "customer-views", routes: (api, context) => bindRoutes(api, context, check) };
}
