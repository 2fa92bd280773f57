import { insightPeriods } from "@forestay/contracts/wire";
import { choice, defineUrlState, json, word } from "@/lib/url-state/index.ts";
import type { UrlStateOf } from "@/lib/url-state/index.ts";

/** Every tab, in its order. */
export const insightTabs = [
  { value: "retention", label: "Retention" },
  { value: "revenue", label: "Revenue" },
  { value: "reasons", label: "Churn reasons" },
  { value: "drivers", label: "Drivers" },
  { value: "findings", label: "Findings" },
  { value: "what_if", label: "What-if" },
] as const;

/** Levers of the what-if that were moved; shares 0-1, new MRR in major units. */
export interface Supposed {
  /** Monthly churn by plan. */
  churn?: Readonly<Record<string, number>>;
  saveRate?: number;
  recoveryRate?: number;
  priceChange?: number;
  newMrr?: number;
}

/** What of an address is a supposition; what the server would refuse is left out. */
function supposed(parsed: unknown): Supposed | undefined {
  if (typeof parsed !== "object" || parsed === null) return undefined;
  const known = parsed as Record<string, unknown>;
  const found: Supposed = {};
  for (const [lever, low, high] of ranges) {
    const value = known[lever];
    if (typeof value === "number" && value >= low && value <= high) found[lever] = value;
  }
  if (typeof known["churn"] === "object" && known["churn"] !== null) {
    const rates = Object.entries(known["churn"]).filter(
      (one): one is [string, number] => typeof one[1] === "number" && one[1] >= 0 && one[1] <= 1,
    );
    if (rates.length > 0) found.churn = Object.fromEntries(rates);
  }
  return found;
}
const ranges = [
  ["saveRate", 0, 1],
  ["recoveryRate", 0, 1],
  ["priceChange", -0.5, 1],
  ["newMrr", 0, 1e12],
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
  segment: word(),
  /** What is supposed to be otherwise, on the last tab. */
  suppose: json(supposed, {}),
});
export type InsightsState = UrlStateOf<typeof insightsState>;

/** What the routes are asked with: what is not chosen is left out. */
export function queryOf({
  period,
  plan,
  currency,
  segment,
}: Pick<InsightsState, "period" | "plan" | "currency" | "segment">) {
  return {
    period,
    ...(plan === undefined ? {} : { plan }),
    ...(currency === undefined ? {} : { currency }),
    ...(segment === undefined ? {} : { segment }),
  };
}

/** The same with what is supposed, as the what-if asks. */
export function whatIfQueryOf(state: InsightsState) {
  const { churn, ...levers } = state.suppose;
  return { ...queryOf(state), ...levers, ...(churn === undefined ? {} : { churn: JSON.stringify(churn) }) };
}
