import { bulkActionRoutes } from "@forestay/contracts";
import { withTenant } from "#platform/db/transaction.ts";
import { bind, type Api } from "#platform/http/bind.ts";
import type { ModuleContext } from "#platform/module.ts";
import { findBulkAction, listBulkActions, listRest, toBulkAction } from "./bulk-action-rows.ts";
import { resumeBulkAction, startBulkAction, undoBulkAction } from "./start-bulk-action.ts";

/** Binds deeds done with many customers at once. */
export function bindBulkActionRoutes(api: Api, context: ModuleContext): void {
  const { db, clock } = context;
  bind(api, bulkActionRoutes.list, ({ user }) =>
    withTenant(db, user.companyId, async (tx) => ({
      items: await listBulkActions(tx, user.companyId, clock.now()),
    })),
  );
  bind(api, bulkActionRoutes.get, ({ params, user }) =>
    withTenant(db, user.companyId, async (tx) =>
      toBulkAction(await findBulkAction(tx, user.companyId, params.id), clock.now()),
    ),
  );
  bind(api, bulkActionRoutes.rest, ({ params, query, user }) =>
    withTenant(db, user.companyId, (tx) => listRest(tx, user.companyId, params.id, query)),
  );
  bind(api, bulkActionRoutes.start, ({ body, user }) => startBulkAction(context, user, body));
  bind(api, bulkActionRoutes.resume, ({ params, user }) => resumeBulkAction(context, user, params.id));
  bind(api, bulkActionRoutes.undo, ({ params, user }) => undoBulkAction(context, user, params.id));
}
