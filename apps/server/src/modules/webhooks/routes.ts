import { webhookRoutes } from "@forestay/contracts";
import { withTenant } from "#platform/db/transaction.ts";
import { bind, type Api } from "#platform/http/bind.ts";
import type { ModuleContext } from "#platform/module.ts";
import { getDelivery, listDeliveries } from "./delivery-rows.ts";
import { getWebhook, listWebhooks } from "./endpoint-rows.ts";
import { pauseWebhook, resumeWebhook } from "./pause-webhook.ts";
import { createWebhook, removeWebhook, rotateSecret, updateWebhook } from "./save-webhook.ts";
import { replayAll, replayDelivery, testWebhook } from "./send-again.ts";

/** Binds the company's webhooks. */
export function bindWebhookRoutes(api: Api, context: ModuleContext): void {
  const { db, clock } = context;
  bind(api, webhookRoutes.list, ({ user: { companyId } }) =>
    withTenant(db, companyId, async (tx) => ({ items: await listWebhooks(tx, companyId, clock.now()) })),
  );
  bind(api, webhookRoutes.create, ({ user, body }) => createWebhook(context, user, body));
  bind(api, webhookRoutes.update, ({ user, params, body }) => updateWebhook(context, user, params.id, body));
  bind(api, webhookRoutes.rotateSecret, ({ user, params }) => rotateSecret(context, user, params.id));
  bind(api, webhookRoutes.pause, ({ user, params }) => pauseWebhook(context, user, params.id));
  bind(api, webhookRoutes.resume, ({ user, params }) => resumeWebhook(context, user, params.id));
  bind(api, webhookRoutes.remove, async ({ user, params }) => {
    await removeWebhook(context, user, params.id);
    return {};
  });
  bind(api, webhookRoutes.test, ({ user, params }) => testWebhook(context, user, params.id));
  bind(api, webhookRoutes.listDeliveries, ({ user: { companyId }, params, query }) =>
    withTenant(db, companyId, async (tx) => {
      await getWebhook(tx, companyId, clock.now(), params.id);
      return listDeliveries(tx, companyId, params.id, query);
    }),
  );
  bind(api, webhookRoutes.getDelivery, ({ user: { companyId }, params: { id, deliveryId } }) =>
    withTenant(db, companyId, (tx) => getDelivery(tx, companyId, { endpointId: id, deliveryId })),
  );
  bind(api, webhookRoutes.replayDelivery, ({ user, params: { id, deliveryId } }) =>
    replayDelivery(context, user, { endpointId: id, deliveryId }),
  );
  bind(api, webhookRoutes.replay, ({ user, params, body }) => replayAll(context, user, params.id, body));
}
