import { integrationRoutes, type Integration } from "@forestay/contracts";
import type { IntegrationProvider } from "@forestay/contracts/vocabulary";
import { withTenant } from "#platform/db/transaction.ts";
import type { CompanyUser } from "#platform/http/actor.ts";
import { AppError } from "#platform/http/app-error.ts";
import { bind, type Api } from "#platform/http/bind.ts";
import type { ModuleContext } from "#platform/module.ts";
import { changeIntegration, disconnect, stopSync, syncNow } from "./change-integration.ts";
import { connect, testConnection } from "./connect.ts";
import { changeFieldMap, readFieldMap } from "./field-map/field-map.ts";
import { lockIntegration } from "./integration-rows.ts";
import { listFailures, listRuns } from "./list-pages.ts";
import { changePosting, readPosting } from "./posting/choices.ts";
import { postAgain, postTest } from "./posting/post-by-hand.ts";
import { listPosts } from "./posting/post-rows.ts";
import { providerNotAsked, readChannels } from "./posting/read-channels.ts";
import { preview } from "./preview.ts";
import { finishOAuth, startOAuth } from "./oauth-walk.ts";
import { openStored, postingProviders, standingProviders } from "./providers.ts";
import { receiveHubSpot } from "./receive-hubspot.ts";
import { checkMailchimp, receiveMailchimp } from "./receive-mailchimp.ts";
import { receiveSlack } from "./receive-slack.ts";
import { receiveStripe } from "./receive-stripe.ts";
import { listIntegrations, readIntegration } from "./to-integration.ts";

export function bindIntegrationRoutes(api: Api, context: ModuleContext): void {
  const { db } = context;
  /** Does something with a system and answers how things stand with it then. */
  const done = async (
    user: CompanyUser,
    named: string,
    deed: (provider: IntegrationProvider) => Promise<void>,
  ): Promise<Integration> => {
    const provider = providerOf(named);
    await deed(provider);
    return readIntegration(context, user.companyId, provider);
  };

  bind(api, integrationRoutes.list, async ({ user }) => ({
    items: await listIntegrations(context, user.companyId),
  }));
  bind(api, integrationRoutes.get, ({ params, user }) =>
    readIntegration(context, user.companyId, providerOf(params.provider)),
  );
  bind(api, integrationRoutes.connect, ({ params, body, user }) =>
    done(user, params.provider, (provider) => connect(context, user, provider, body)),
  );
  bind(api, integrationRoutes.startOAuth, async ({ params, body, user }) => ({
    address: await startOAuth(context, user, providerOf(params.provider), body),
  }));
  bind(api, integrationRoutes.finishOAuth, ({ params, body, user }) =>
    done(user, params.provider, (provider) => finishOAuth(context, user, provider, body)),
  );
  bind(api, integrationRoutes.preview, ({ params, user }) =>
    preview(context, user.companyId, providerOf(params.provider)),
  );
  bind(api, integrationRoutes.change, ({ params, body, user }) =>
    done(user, params.provider, (provider) => changeIntegration(context, user, provider, body)),
  );
  bind(api, integrationRoutes.fieldMap, ({ params, user }) =>
    readFieldMap(context, user.companyId, providerOf(params.provider)),
  );
  bind(api, integrationRoutes.changeFieldMap, ({ params, body, user }) =>
    done(user, params.provider, (provider) => changeFieldMap(context, user, provider, body)),
  );
  bind(api, integrationRoutes.test, ({ params, user }) =>
    done(user, params.provider, async (provider) => {
      const row = await withTenant(db, user.companyId, (tx) => lockIntegration(tx, user.companyId, provider));
      await testConnection(context, user.companyId, provider, openStored(context, row));
    }),
  );
  bind(api, integrationRoutes.sync, ({ params, body: { all }, user }) =>
    done(user, params.provider, (provider) => syncNow(context, user, provider, { all })),
  );
  bind(api, integrationRoutes.stop, ({ params, user }) =>
    done(user, params.provider, (provider) => stopSync(context, user, provider)),
  );
  bind(api, integrationRoutes.retry, ({ params, body: { ids }, user }) =>
    done(user, params.provider, (provider) => syncNow(context, user, provider, { failureIds: ids })),
  );
  bind(api, integrationRoutes.disconnect, ({ params, body, user }) =>
    done(user, params.provider, (provider) => disconnect(context, user, provider, body.data)),
  );
  bind(api, integrationRoutes.runs, ({ params, query, user: { companyId } }) =>
    withTenant(db, companyId, (tx) => listRuns(tx, companyId, providerOf(params.provider), query)),
  );
  bind(api, integrationRoutes.failures, ({ params, query, user: { companyId } }) =>
    withTenant(db, companyId, (tx) => listFailures(tx, companyId, providerOf(params.provider), query)),
  );
  bindPostingRoutes(api, context);
  bind(api, integrationRoutes.receiveHubSpot, async ({ body, request }) => {
    await receiveHubSpot(context, body, request.headers);
    return {};
  });
  bind(api, integrationRoutes.receiveSlack, ({ body, request }) =>
    receiveSlack(context, body, request.headers),
  );
  bind(api, integrationRoutes.checkMailchimp, ({ params }) => checkMailchimp(params));
  bind(api, integrationRoutes.receiveMailchimp, async ({ params, body }) => {
    await receiveMailchimp(context, params, body);
    return {};
  });
  bind(api, integrationRoutes.receiveStripe, async ({ params, body, request }) => {
    const signature = request.headers["stripe-signature"];
    await receiveStripe(context, params.companyId, body, Array.isArray(signature) ? signature[0] : signature);
    return {};
  });
}

function bindPostingRoutes(api: Api, context: ModuleContext): void {
  const { db } = context;
  bind(api, integrationRoutes.channels, ({ params, user }) =>
    readChannels(context, user.companyId, chatOf(params.provider)).catch(providerNotAsked),
  );
  bind(api, integrationRoutes.posting, ({ params, user: { companyId } }) =>
    withTenant(db, companyId, (tx) => readPosting(tx, companyId, chatOf(params.provider))),
  );
  bind(api, integrationRoutes.changePosting, ({ params, body, user }) =>
    changePosting(context, user, chatOf(params.provider), body),
  );
  bind(api, integrationRoutes.testPost, async ({ params, body, user }) => {
    await postTest(context, user, chatOf(params.provider), body.channelId);
    return {};
  });
  bind(api, integrationRoutes.posts, ({ params, query, user: { companyId } }) =>
    withTenant(db, companyId, (tx) => listPosts(tx, companyId, chatOf(params.provider), query)),
  );
  bind(api, integrationRoutes.postAgain, ({ params, user }) =>
    postAgain(context, user, chatOf(params.provider), params.id),
  );
}

/** Of those whose channels are told things. */
function chatOf(named: string): IntegrationProvider {
  const provider = postingProviders.find((one) => one === named);
  if (provider === undefined) throw new AppError("not_found", { message: "There is no such chat." });
  return provider;
}

function providerOf(named: string): IntegrationProvider {
  const provider = standingProviders.find((one) => one === named);
  if (provider === undefined) throw new AppError("not_found", { message: "There is no such integration." });
  return provider;
}
