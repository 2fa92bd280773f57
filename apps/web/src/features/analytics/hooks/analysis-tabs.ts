import type { Analysis } from "@forestay/contracts/wire";
import { useUrlState } from "@/hooks/use-url-state.ts";
import { choice, defineUrlState } from "@/lib/url-state/index.ts";

const labels = {
  overview: "Overview",
  customers: "Customers",
  drivers: "Drivers",
  quality: "Quality",
  plan: "Plan",
  "what-if": "What-if",
  compare: "Compare",
} as const;
export type AnalysisTab = keyof typeof labels;

/** The tabs that have something to show for this analysis, in order: rules have a track record, and no what-if. */
export function tabsOf(
  analysis: Pick<Analysis, "customersAnalyzed" | "drivers" | "quality">,
): { value: AnalysisTab; label: string; count?: number }[] {
  const shown: Record<AnalysisTab, boolean> = {
    overview: true,
    customers: analysis.customersAnalyzed > 0,
    drivers: analysis.drivers.length > 0,
    quality: analysis.customersAnalyzed > 0 || analysis.quality !== null,
    plan: analysis.customersAnalyzed > 0,
    "what-if": analysis.customersAnalyzed > 0 && analysis.quality !== null,
    compare: analysis.customersAnalyzed > 0,
  };
  return (Object.keys(labels) as AnalysisTab[])
    .filter((value) => shown[value])
    .map((value) => ({
      value,
      label: labels[value],
      ...(value === "customers" ? { count: analysis.customersAnalyzed } : {}),
    }));
}

const tabState = defineUrlState({ tab: choice(Object.keys(labels) as AnalysisTab[], "overview") });

/** The tab in the URL, the overview where it is none of the analysis's own, and the way to another. */
export function useAnalysisTab(tabs: readonly { value: AnalysisTab }[]) {
  const [{ tab }, change] = useUrlState(tabState);
  return {
    value: tabs.some(({ value }) => value === tab) ? tab : "overview",
    change: (next: AnalysisTab) => change({ tab: next }),
  };
}
