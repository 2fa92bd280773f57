import { tagRoutes } from "@forestay/contracts";
import { withTenant } from "#platform/db/transaction.ts";
import { bind, type Api } from "#platform/http/bind.ts";
import type { ModuleContext } from "#platform/module.ts";
import type { ServerModule } from "#platform/server-module.ts";
import { countTags } from "#modules/customers/index.ts";
import { addTag, removeTag } from "./tag-customer.ts";
import { changeTagName, removeTagEverywhere } from "./change-tag.ts";

export { addTag } from "./tag-customer.ts";

function bindRoutes(api: Api, context: ModuleContext): void {
  const { db } = context;
  bind(api, tagRoutes.list, ({ user }) =>
    withTenant(db, user.companyId, async (tx) => ({ items: await countTags(tx, user.companyId) })),
  );
  bind(api, tagRoutes.rename, ({ params, body, user }) => changeTagName(db, user, params.id, body.name));
  bind(api, tagRoutes.delete, async ({ params, user }) => {
    await removeTagEverywhere(db, user, params.id);
    return {};
  });
  bind(api, tagRoutes.add, ({ params, body, user }) => addTag(context, user, params.id, body.name));
  bind(api, tagRoutes.remove, async ({ params, user }) => {
    await removeTag(context, user, params.id, params.tagId);
    return {};
  });
}

/** What people call their customers: tags, on one customer and everywhere. */
export const tagsModule: ServerModule = { name: "tags", routes: bindRoutes };
