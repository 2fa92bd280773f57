import { modelRoutes } from "@forestay/contracts";
import { withTenant } from "#platform/db/transaction.ts";
import { bind, type Api } from "#platform/http/bind.ts";
import type { ModuleContext } from "#platform/module.ts";
import { chooseColumn, listColumnChoices } from "./column-choices.ts";
import { createCardDownload } from "./download-card.ts";
import { activateModel, readModelCard } from "./read-models.ts";

/** The list of models is bound by modules/analyses: it says beside it when the next training is due. */
export function bindModelsRoutes(api: Api, context: ModuleContext): void {
  const { db } = context;
  const downloadCard = createCardDownload(context);
  bind(api, modelRoutes.card, ({ params, user }) =>
    withTenant(db, user.companyId, (tx) => readModelCard(tx, user.companyId, params.version)),
  );
  bind(api, modelRoutes.activate, ({ params, user }) => activateModel(context, user, params.version));
  bind(api, modelRoutes.createExport, ({ params, user }) => downloadCard(user, params.version));
  bind(api, modelRoutes.columns, ({ user }) =>
    withTenant(db, user.companyId, async (tx) => ({ items: await listColumnChoices(tx, user.companyId) })),
  );
  bind(api, modelRoutes.chooseColumn, ({ body, user }) => chooseColumn(context, user, body));
}
