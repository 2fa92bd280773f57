import { dashboardPeriods } from "@forestay/contracts/wire";
import { choice, defineUrlState, word } from "@/lib/url-state/index.ts";
import type { UrlStateOf } from "@/lib/url-state/index.ts";

/** What the dashboard is looked at by: it stands in the address, so that a view can be shared. */
export const dashboardState = defineUrlState({
  period: choice(dashboardPeriods, "30_days"),
  plan: word(),
  currency: word(),
  segment: word(),
});

export type DashboardState = UrlStateOf<typeof dashboardState>;

/** What the routes are asked with: what is not chosen is left out. */
export function filterOf({ plan, currency, segment }: Pick<DashboardState, "plan" | "currency" | "segment">) {
  return {
    ...(plan === undefined ? {} : { plan }),
    ...(currency === undefined ? {} : { currency }),
    ...(segment === undefined ? {} : { segment }),
  };
}
