import { audienceRoutes } from "@forestay/contracts";
import { withTenant } from "#platform/db/transaction.ts";
import { bind, type Api } from "#platform/http/bind.ts";
import type { ModuleContext } from "#platform/module.ts";
import { findAudience, listLeftOut } from "./audience-rows.ts";
import {
  endAudience,
  keepAudience,
  keeperOf,
  lookAtAudience,
  readAudiences,
  readLists,
} from "./kept-audiences.ts";

export function bindAudienceRoutes(api: Api, context: ModuleContext): void {
  bind(api, audienceRoutes.list, ({ params, user }) =>
    readAudiences(context, user.companyId, keeperOf(params.provider)),
  );
  bind(api, audienceRoutes.lists, async ({ params, user }) => ({
    items: await readLists(context, user.companyId, keeperOf(params.provider)),
  }));
  bind(api, audienceRoutes.keep, async ({ params, body, user }) => {
    const provider = keeperOf(params.provider);
    await keepAudience(context, user, provider, body);
    return readAudiences(context, user.companyId, provider);
  });
  bind(api, audienceRoutes.end, async ({ params, user }) => {
    const provider = keeperOf(params.provider);
    await endAudience(context, user, provider, params.id);
    return readAudiences(context, user.companyId, provider);
  });
  bind(api, audienceRoutes.leftOut, ({ params, query, user: { companyId } }) =>
    withTenant(context.db, companyId, async (tx) => {
      const { id } = await findAudience(tx, companyId, keeperOf(params.provider), params.id);
      return listLeftOut(tx, companyId, id, query);
    }),
  );
  bind(api, audienceRoutes.look, async ({ params, user }) => {
    const provider = keeperOf(params.provider);
    await lookAtAudience(context, user, provider, params.id);
    return readAudiences(context, user.companyId, provider);
  });
}
