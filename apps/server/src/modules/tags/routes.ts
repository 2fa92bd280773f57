import { tagRoutes } from "@forestay/contracts";
import { withTenant } from "#platform/db/transaction.ts";
import { bind, type Api } from "#platform/http/bind.ts";
import type { ModuleContext } from "#platform/module.ts";
import { countTags } from "#modules/customers/index.ts";
import { addTag, removeTag } from "./tag-customer.ts";
import { changeTagName, readTagUses, removeTagEverywhere } from "./change-tag.ts";

/** Binds tags, on one customer and everywhere. */
export function bindTagRoutes(api: Api, context: ModuleContext): void {
  const { db } = context;
  bind(api, tagRoutes.list, ({ user }) =>
    withTenant(db, user.companyId, async (tx) => ({ items: await countTags(tx, user.companyId) })),
  );
  bind(api, tagRoutes.uses, ({ params, user }) => readTagUses(db, user.companyId, params.id));
  bind(api, tagRoutes.rename, ({ params, body, user }) => changeTagName(db, user, params.id, body));
  bind(api, tagRoutes.delete, async ({ params, user }) => {
    await removeTagEverywhere(context, user, params.id);
    return {};
  });
  bind(api, tagRoutes.add, ({ params, body, user }) => addTag(context, user, params.id, body.name));
  bind(api, tagRoutes.remove, async ({ params, user }) => {
    await removeTag(context, user, params.id, params.tagId);
    return {};
  });
}
