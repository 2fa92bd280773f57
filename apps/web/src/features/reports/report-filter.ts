import type { DashboardPeriod } from "@forestay/contracts/wire";

/** What a page is looked at by. */
export interface ReportFilter {
  period?: DashboardPeriod;
  plan?: string | undefined;
  currency?: string | undefined;
}
