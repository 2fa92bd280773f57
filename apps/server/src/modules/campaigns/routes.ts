import { campaignRoutes } from "@forestay/contracts";
import { withTenant } from "#platform/db/transaction.ts";
import { bind, type Api } from "#platform/http/bind.ts";
import type { ModuleContext } from "#platform/module.ts";
import { listCampaigns, readCampaign } from "./campaign-view.ts";
import { previewFor, sendTest } from "./messages.ts";
import { previewCampaign } from "./preview/preview-campaign.ts";
import { readResults } from "./results/read-results.ts";
import { createCampaign, duplicateCampaign, removeCampaign, updateCampaign } from "./save-campaign.ts";
import { archiveCampaign, pauseCampaign, resumeCampaign, startCampaign } from "./start-campaign.ts";
import { callOffStart, planStart } from "./start-later.ts";
import { readWorth } from "./uplift/read-worth.ts";

/** Binds the company's campaigns. */
export function bindCampaignRoutes(api: Api, context: ModuleContext): void {
  const { db, clock } = context;
  bind(api, campaignRoutes.list, ({ user: { companyId }, query }) =>
    withTenant(db, companyId, (tx) => listCampaigns(tx, companyId, query)),
  );
  bind(api, campaignRoutes.create, ({ user, body }) => createCampaign(context, user, body));
  bind(api, campaignRoutes.worth, ({ user: { companyId }, query }) =>
    withTenant(db, companyId, (tx) => readWorth(tx, companyId, query)),
  );
  bind(api, campaignRoutes.preview, ({ user: { companyId }, body }) =>
    withTenant(db, companyId, (tx) => previewCampaign(tx, companyId, body, clock.now())),
  );
  bind(api, campaignRoutes.previewMessage, ({ user, body }) => previewFor(context, user.companyId, body));
  bind(api, campaignRoutes.testMessage, ({ user, body }) => sendTest(context, user, body));
  bind(api, campaignRoutes.get, ({ user: { companyId }, params }) =>
    withTenant(db, companyId, (tx) => readCampaign(tx, companyId, params.id, clock.now())),
  );
  bind(api, campaignRoutes.update, ({ user, params, body }) =>
    updateCampaign(context, user, params.id, body),
  );
  bind(api, campaignRoutes.remove, async ({ user, params }) => {
    await removeCampaign(context, user, params.id);
    return {};
  });
  bind(api, campaignRoutes.start, ({ user, params, body: { expectedCount, startsOn } }) =>
    startsOn === null
      ? startCampaign(context, user, params.id, expectedCount)
      : planStart(context, user, params.id, { expectedCount, startsOn }),
  );
  bind(api, campaignRoutes.callOff, ({ user, params }) => callOffStart(context, user, params.id));
  bind(api, campaignRoutes.pause, ({ user, params }) => pauseCampaign(context, user, params.id));
  bind(api, campaignRoutes.resume, ({ user, params }) => resumeCampaign(context, user, params.id));
  bind(api, campaignRoutes.archive, ({ user, params }) => archiveCampaign(context, user, params.id));
  bind(api, campaignRoutes.duplicate, ({ user, params }) => duplicateCampaign(context, user, params.id));
  bind(api, campaignRoutes.results, ({ user: { companyId }, params }) =>
    withTenant(db, companyId, (tx) => readResults(tx, companyId, params.id, clock.now())),
  );
}
