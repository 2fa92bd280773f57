import { customerMailRoutes } from "@forestay/contracts";
import { withTenant, type Tx } from "#platform/db/transaction.ts";
import { bind, type Api } from "#platform/http/bind.ts";
import type { ModuleContext } from "#platform/module.ts";
import { addDomain, checkDomain, listDomains, removeDomain } from "./domains/sender-domains.ts";
import { countOpen, followLink } from "./public/follow-link.ts";
import { readUnsubscribe, resubscribe, unsubscribe, unsubscribePage } from "./public/unsubscribe.ts";
import { takeReport } from "./reports/take-report.ts";
import { readSending, saveSending, toSendingSettings } from "./sending-settings.ts";
import { allowAddress, listSuppressions, suppressAddress } from "./suppressions.ts";

/** A transparent picture of one pixel, beside the web app's own files. */
const PIXEL = "/pixel.gif";

/** Binds how customers are written to, and what links of messages ask. */
export function bindCustomerMailRoutes(api: Api, context: ModuleContext): void {
  const { db, clock, config } = context;
  const settings = async (tx: Tx, companyId: string) =>
    toSendingSettings(config, await readSending(tx, companyId));

  bind(api, customerMailRoutes.getSettings, ({ user: { companyId } }) =>
    withTenant(db, companyId, (tx) => settings(tx, companyId)),
  );
  bind(api, customerMailRoutes.updateSettings, ({ user, body }) =>
    withTenant(db, user.companyId, async (tx) => {
      await saveSending(tx, user, body);
      return settings(tx, user.companyId);
    }),
  );
  bind(api, customerMailRoutes.listDomains, ({ user: { companyId } }) =>
    withTenant(db, companyId, async (tx) => ({ items: await listDomains(tx, companyId) })),
  );
  bind(api, customerMailRoutes.addDomain, ({ user, body }) => addDomain(context, user, body.domain));
  bind(api, customerMailRoutes.checkDomain, ({ user, params }) => checkDomain(context, user, params.id));
  bind(api, customerMailRoutes.removeDomain, async ({ user, params }) => {
    await removeDomain(context, user, params.id);
    return {};
  });
  bind(api, customerMailRoutes.listSuppressions, ({ user: { companyId }, query }) =>
    withTenant(db, companyId, (tx) => listSuppressions(tx, companyId, query)),
  );
  bind(api, customerMailRoutes.suppress, ({ user, body }) =>
    withTenant(db, user.companyId, (tx) => suppressAddress(tx, user, body, clock.now())),
  );
  bind(api, customerMailRoutes.unsuppress, async ({ user, params }) => {
    await withTenant(db, user.companyId, (tx) => allowAddress(tx, user, params.id));
    return {};
  });

  bind(api, customerMailRoutes.receiveReport, async ({ body }) => ({
    taken: await takeReport(context, body),
  }));
  bind(api, customerMailRoutes.openUnsubscribe, async ({ params }) => unsubscribePage(context, params.token));
  bind(api, customerMailRoutes.readUnsubscribe, ({ params }) => readUnsubscribe(context, params.token));
  bind(api, customerMailRoutes.unsubscribe, ({ params }) => unsubscribe(context, params.token));
  bind(api, customerMailRoutes.resubscribe, ({ params }) => resubscribe(context, params.token));
  bind(api, customerMailRoutes.followLink, ({ params }) => followLink(context, params.token));
  bind(api, customerMailRoutes.countOpen, async ({ params }) => {
    await countOpen(context, params.token);
    return PIXEL;
  });
}
