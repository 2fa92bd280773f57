import { DAY_MS } from "@forestay/contracts";
import type { Attention, Dashboard, DashboardPeriod, DataHealth } from "@forestay/contracts";
import { readCompanySettings } from "#modules/companies/index.ts";
import { readAttention, readDashboard, readDataHealth, readRowsTotal } from "#modules/dashboard/index.ts";
import type { Database } from "#platform/db/database.ts";
import { withTenant } from "#platform/db/transaction.ts";

/** What a report is of; null: all plans, the company's own currency. */
export interface ReportScope {
  plan: string | null;
  currency: string | null;
}

/** The figures of a report: what the dashboard's own calls answer at that moment, and nothing else. */
export interface ReportFigures {
  company: string;
  /** What was asked for, as the links of the report ask for it. */
  scope: ReportScope;
  dashboard: Dashboard;
  attention: Attention;
  health: DataHealth;
  /** Customers who left in the last 30 days, and in the 30 before; null where that is not known. */
  left: { now: number; before: number | null } | null;
  /** Monthly revenue that churned in the last 30 days, in the dashboard's currency; null without a ledger. */
  churnedMrr: number | null;
}

/** Reads a company's report through the dashboard's door: rollups, and the first rows of its list. */
export async function readReport(
  db: Database,
  companyId: string,
  scope: ReportScope,
  now: Date,
  period: DashboardPeriod = "30_days",
): Promise<ReportFigures> {
  const filter = { plan: scope.plan ?? undefined, currency: scope.currency ?? undefined };
  const { name: company } = await withTenant(db, companyId, (tx) => readCompanySettings(tx, companyId));
  const dashboard = await readDashboard(db, companyId, { period, ...filter }, now);
  const days = { from: addDays(dashboard.day, -29), until: dashboard.day };
  const daysBefore = { from: addDays(dashboard.day, -59), until: addDays(dashboard.day, -30) };
  // What the sentence says is of 30 days, whatever the rest is compared over.
  const month =
    period === "30_days"
      ? dashboard
      : await readDashboard(db, companyId, { period: "30_days", ...filter }, now);
  const tile = month.tiles.find(({ key }) => key === "logo_churn");
  const leavers = (span: typeof days) =>
    readRowsTotal(db, companyId, { figure: "logo_churn", ...span, ...filter }, now);
  const churned = () =>
    readRowsTotal(db, companyId, { figure: "movements", kind: "churn", ...days, ...filter }, now);
  return {
    company,
    scope,
    dashboard,
    attention: await readAttention(db, companyId, filter, now),
    health: await readDataHealth(db, companyId, now),
    left:
      tile === undefined || tile.value === null
        ? null
        : {
            now: (await leavers(days)).count,
            before: tile.before === null ? null : (await leavers(daysBefore)).count,
          },
    churnedMrr: dashboard.hasLedger ? (await churned()).total : null,
  };
}

const addDays = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10);
