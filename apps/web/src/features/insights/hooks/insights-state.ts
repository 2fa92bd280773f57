import { insightPeriods } from "@forestay/contracts/wire";
import { choice, defineUrlState, word } from "@/lib/url-state/index.ts";
import type { UrlStateOf } from "@/lib/url-state/index.ts";

/** Every tab, in its order. */
export const insightTabs = [
  { value: "retention", label: "Retention" },
  { value: "revenue", label: "Revenue" },
  { value: "reasons", label: "Churn reasons" },
] as const;

/** What insights are looked at by: it stands in the address, so that a view can be shared. */
export const insightsState = defineUrlState({
  tab: choice(
    insightTabs.map(({ value }) => value),
    "retention",
  ),
  period: choice(insightPeriods, "12_months"),
  plan: word(),
  currency: word(),
});
export type InsightsState = UrlStateOf<typeof insightsState>;

/** What the routes are asked with: what is not chosen is left out. */
export function queryOf({ period, plan, currency }: InsightsState) {
  return {
    period,
    ...(plan === undefined ? {} : { plan }),
    ...(currency === undefined ? {} : { currency }),
  };
}
