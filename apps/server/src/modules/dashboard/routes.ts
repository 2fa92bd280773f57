import { dashboardRoutes } from "@forestay/contracts";
import { recordAudit } from "#modules/audit/index.ts";
import { withTenant } from "#platform/db/transaction.ts";
import { bind, type Api } from "#platform/http/bind.ts";
import type { DownloadKind } from "#platform/http/tickets.ts";
import type { ModuleContext } from "#platform/module.ts";
import { markAttention, readHiddenMarks, unmarkAttention } from "./attention-marks.ts";
import { readAttention } from "./attention.ts";
import { readDataHealth, readParkedRows } from "./data-health.ts";
import { openRowsExport } from "./export-rows.ts";
import { readDashboard } from "./read-dashboard.ts";
import { readRows } from "./read-rows.ts";

const exportSchema = dashboardRoutes.exportRows.body;

export function bindDashboardRoutes(api: Api, { db, clock, tickets }: ModuleContext): void {
  const exports: DownloadKind<typeof exportSchema> = {
    name: "dashboard.rows",
    schema: exportSchema,
    policy: "customers:read",
    open: async (query, { companyId }) => ({
      fileName: `${query.figure.replaceAll("_", "-")}-${clock.now().toISOString().slice(0, 10)}.csv`,
      contentType: "text/csv; charset=utf-8",
      stream: await openRowsExport(db, companyId, query, clock.now()),
    }),
  };
  tickets.register(exports);

  bind(api, dashboardRoutes.get, ({ query, user }) => readDashboard(db, user.companyId, query, clock.now()));
  bind(api, dashboardRoutes.attention, ({ query, user }) =>
    readAttention(db, user.companyId, query, clock.now()),
  );
  bind(api, dashboardRoutes.hidden, ({ query, user }) =>
    readHiddenMarks(db, user.companyId, query, clock.now()),
  );
  bind(api, dashboardRoutes.parked, ({ query, user }) => readParkedRows(db, user.companyId, query));
  bind(api, dashboardRoutes.health, ({ user }) => readDataHealth(db, user.companyId, clock.now()));
  bind(api, dashboardRoutes.rows, ({ query, user }) => readRows(db, user.companyId, query, clock.now()));
  bind(api, dashboardRoutes.exportRows, ({ body, user }) =>
    withTenant(db, user.companyId, async (tx) => {
      await recordAudit(tx, user, { action: "customers.exported", after: body });
      return tickets.issue(tx, exports, user, body);
    }),
  );
  bind(api, dashboardRoutes.mark, ({ params, body, user }) =>
    markAttention(db, user, params.id, body, clock.now()),
  );
  bind(api, dashboardRoutes.unmark, async ({ params, user }) => {
    await unmarkAttention(db, user, params.id, params.markId);
    return {};
  });
}
