import { customerViewRoutes } from "@forestay/contracts";
import type { ConditionCheck } from "#modules/customers/index.ts";
import { bind, type Api } from "#platform/http/bind.ts";
import type { ModuleContext } from "#platform/module.ts";
import { changeView, createView, deleteView, listViews } from "./views.ts";

/** Binds views of the customers list. */
export function bindCustomerViewRoutes(api: Api, { db, clock }: ModuleContext, check: ConditionCheck): void {
  bind(api, customerViewRoutes.list, async ({ user }) => ({
    items: await listViews(db, user, { check, now: clock.now() }),
  }));
  bind(api, customerViewRoutes.create, ({ body, user }) =>
    createView(db, user, body, { check, now: clock.now() }),
  );
  bind(api, customerViewRoutes.change, ({ params, body, user }) =>
    changeView(db, user, params.id, body, { check, now: clock.now() }),
  );
  bind(api, customerViewRoutes.delete, async ({ params, user }) => {
    await deleteView(db, user, params.id);
    return {};
  });
}
