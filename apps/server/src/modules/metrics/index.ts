import type { ServerModule } from "#platform/server-module.ts";
import { countriesJob } from "./keep-countries.ts";
import { segmentFiguresJob } from "./keep-segments.ts";
import { riskAfterNews, riskJob } from "./keep-risk.ts";
import { rollupsAfterNews, rollupsJob } from "./rollups-job.ts";

export { addDays, addMonths, firstOfMonth, lastOfMonth, monthOf } from "./days.ts";
export {
  atRisk,
  atRiskAmong,
  countRecovered,
  failedBills,
  leaversIn,
  movementsIn,
  payersAt,
  retainedIn,
  type FigureRow,
  type RowPage,
} from "./figure-rows.ts";
export { firstAtRisk } from "./first-risks.ts";
export { readScope, type FigureQuery, type Scope } from "./figure-scope.ts";
export { keepCountries, readCountries, type CountryFigures } from "./keep-countries.ts";
export { keepSegment } from "./keep-segments.ts";
export { isRiskBehind, riskJob } from "./keep-risk.ts";
export { areRollupsBehind } from "./keep-rollups.ts";
export { churnOf, leftOf, toMovementsMonth } from "./movements-month.ts";
export {
  readCohorts,
  readStartPlans,
  readTenures,
  readToldReasons,
  type CohortMonth,
} from "./read-lifetime.ts";
export {
  readKeptAt,
  readPayments,
  readPlans,
  readRetention,
  readRevenue,
  readRisk,
  readRiskCurrencies,
  type PaymentDay,
  type RetentionFigures,
  type RetentionSeries,
  type RevenueSeries,
  type RiskDay,
  type RollupScope,
} from "./read-rollups.ts";
export { reasonThemes } from "./reason-themes.ts";
export { rebuildRollups, type RebuildResult } from "./rebuild-rollups.ts";

/** Figures of revenue, retention and payments, kept so that they are read and not computed (decision 0065). */
export const metricsModule: ServerModule = {
  name: "metrics",
  jobs: [
    rollupsJob.cron,
    rollupsJob.company,
    riskJob.cron,
    riskJob.company,
    countriesJob.cron,
    countriesJob.company,
    segmentFiguresJob.cron,
    segmentFiguresJob.company,
  ],
  subscriptions: [...rollupsAfterNews, ...riskAfterNews],
};
