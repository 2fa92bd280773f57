import { insightsRoutes } from "@forestay/contracts";
import { bind, type Api } from "#platform/http/bind.ts";
import type { ModuleContext } from "#platform/module.ts";
import { readDriversInsights } from "./read-drivers.ts";
import { readFindingsInsights } from "./read-findings.ts";
import { readReasonsInsights } from "./read-reasons.ts";
import { readRetentionInsights } from "./read-retention.ts";
import { readRevenueInsights } from "./read-revenue.ts";
import { readRevenueWhatIf } from "./read-what-if.ts";

export function bindInsightsRoutes(api: Api, { db, clock }: ModuleContext): void {
  bind(api, insightsRoutes.retention, ({ query, user }) =>
    readRetentionInsights(db, user.companyId, query, clock.now()),
  );
  bind(api, insightsRoutes.revenue, ({ query, user }) =>
    readRevenueInsights(db, user.companyId, query, clock.now()),
  );
  bind(api, insightsRoutes.reasons, ({ query, user }) =>
    readReasonsInsights(db, user.companyId, query, clock.now()),
  );
  bind(api, insightsRoutes.drivers, ({ query, user }) =>
    readDriversInsights(db, user.companyId, query, clock.now()),
  );
  bind(api, insightsRoutes.findings, ({ query, user }) =>
    readFindingsInsights(db, user.companyId, query, clock.now()),
  );
  bind(api, insightsRoutes.whatIf, ({ query, user }) =>
    readRevenueWhatIf(db, user.companyId, query, clock.now()),
  );
}
