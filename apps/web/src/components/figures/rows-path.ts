import type { DashboardRowsOf } from "@forestay/contracts/wire";
import {
  dashboardFigures,
  churnReasons,
  mrrMovementKinds,
  NEEDS_ATTENTION,
  RiskLevel,
  scoredOutcomes,
} from "@forestay/contracts/wire";
import { choice, day, defineUrlState, verbatim, word } from "@/lib/url-state/index.ts";

/** Which rows a page of them shows, as its address says. */
export const rowsState = defineUrlState({
  figure: choice(dashboardFigures, "mrr"),
  from: day(),
  until: day(),
  kind: choice(mrrMovementKinds),
  reason: choice(churnReasons),
  level: choice([NEEDS_ATTENTION, ...Object.values(RiskLevel)]),
  driver: word(),
  theme: word(),
  // Empty: whose country is not known.
  country: verbatim(),
  outcome: choice(scoredOutcomes),
  plan: word(),
  currency: word(),
  segment: word(),
});

/** What figures are narrowed by. */
export interface FigureFilter {
  plan?: string | undefined;
  currency?: string | undefined;
  segment?: string | undefined;
}

/** Where the rows are that a number adds up from, narrowed as the dashboard is. */
export function rowsPath(rowsOf: DashboardRowsOf, filter: FigureFilter): string {
  const address = new URLSearchParams();
  for (const [name, value] of Object.entries({ ...rowsOf, ...filter }))
    if (value !== undefined) address.set(name, String(value));
  return `/app/dashboard/rows?${address.toString()}`;
}
