import { matchRoutes } from "@forestay/contracts";
import { listPairs } from "#modules/customers/index.ts";
import { withTenant } from "#platform/db/transaction.ts";
import { bind, type Api } from "#platform/http/bind.ts";
import type { ModuleContext } from "#platform/module.ts";
import { answerMatches } from "./answer-matches.ts";
import { keepApart, takeBackApart } from "./keep-apart.ts";
import { readMatches } from "./read-matches.ts";
import { takeBackMatch } from "./take-back-match.ts";

export function bindMatchRoutes(api: Api, context: ModuleContext): void {
  bind(api, matchRoutes.list, ({ query, user }) => readMatches(context, user.companyId, query));
  bind(api, matchRoutes.answer, async ({ body, user }) => ({
    answered: await answerMatches(context, user, body.answers),
  }));
  bind(api, matchRoutes.takeBack, async ({ params, user }) => {
    await takeBackMatch(context, user, params.id);
    return {};
  });
  bind(api, matchRoutes.pairs, ({ query, user }) =>
    withTenant(context.db, user.companyId, (tx) => listPairs(tx, user.companyId, query)),
  );
  bind(api, matchRoutes.keepApart, async ({ params, user }) => {
    await keepApart(context, user, params.id);
    return {};
  });
  bind(api, matchRoutes.takeBackApart, async ({ params, user }) => {
    await takeBackApart(context, user, params.id);
    return {};
  });
}
