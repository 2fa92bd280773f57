import { reportRoutes } from "@forestay/contracts";
import { withTenant, type Tx } from "#platform/db/transaction.ts";
import type { CompanyUser } from "#platform/http/actor.ts";
import { bind, type Api } from "#platform/http/bind.ts";
import type { ModuleContext } from "#platform/module.ts";
import { createReportFile } from "./report-file.ts";
import { askForReport } from "./send-now.ts";
import { stopReports } from "./stop-reports.ts";
import { readSubscription, subscribe, unsubscribe } from "./subscriptions.ts";

/** Binds a person's own weekly report, and the dashboard as a file. */
export function bindReportRoutes(api: Api, context: ModuleContext): void {
  const { db, clock, config } = context;
  const createFile = createReportFile(context);
  const present = (tx: Tx, user: CompanyUser) => readSubscription(tx, user, { now: clock.now(), config });

  bind(api, reportRoutes.get, ({ user }) => withTenant(db, user.companyId, (tx) => present(tx, user)));
  bind(api, reportRoutes.subscribe, ({ body, user }) =>
    withTenant(db, user.companyId, async (tx) => {
      await subscribe(tx, user, body, clock.now());
      return present(tx, user);
    }),
  );
  bind(api, reportRoutes.unsubscribe, ({ user }) =>
    withTenant(db, user.companyId, async (tx) => {
      await unsubscribe(tx, user);
      return present(tx, user);
    }),
  );
  bind(api, reportRoutes.send, async ({ body, user }) => {
    await askForReport(context, user, body);
    return { email: user.email, mailLeaves: config.smtpUrl !== null };
  });
  bind(api, reportRoutes.createFile, ({ body, user }) => createFile(user, body));
  bind(api, reportRoutes.stop, ({ query, request }) =>
    stopReports(context, { token: query.token, ipAddress: request.ip }),
  );
}
