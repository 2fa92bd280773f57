import { dashboardRoutes } from "@forestay/contracts";
import { bind, type Api } from "#platform/http/bind.ts";
import type { ModuleContext } from "#platform/module.ts";
import { markAttention, readHiddenMarks, unmarkAttention } from "./attention-marks.ts";
import { readAttention } from "./attention.ts";
import { readDataHealth, readParkedRows } from "./data-health.ts";
import { readDashboard } from "./read-dashboard.ts";
import { readRows } from "./read-rows.ts";

export function bindDashboardRoutes(api: Api, { db, clock }: ModuleContext): void {
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
  bind(api, dashboardRoutes.mark, ({ params, body, user }) =>
    markAttention(db, user, params.id, body, clock.now()),
  );
  bind(api, dashboardRoutes.unmark, async ({ params, user }) => {
    await unmarkAttention(db, user, params.id, params.markId);
    return {};
  });
}
