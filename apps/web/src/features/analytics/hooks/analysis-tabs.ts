import type { Analysis } from "@forestay/contracts/wire";
import { useSearchParams } from "react-router";

const labels = {
  overview: "Overview",
  quality: "Quality",
  drivers: "Drivers",
  plan: "Plan",
  "what-if": "What-if",
  compare: "Compare",
} as const;
export type AnalysisTab = keyof typeof labels;

/** The tabs that have something to show for this analysis, in order: rules have no quality and no what-if. */
export function tabsOf(
  analysis: Pick<Analysis, "customersAnalyzed" | "drivers" | "quality">,
): { value: AnalysisTab; label: string }[] {
  const shown: Record<AnalysisTab, boolean> = {
    overview: true,
    quality: analysis.quality !== null,
    drivers: analysis.drivers.length > 0,
    plan: analysis.customersAnalyzed > 0,
    "what-if": analysis.customersAnalyzed > 0 && analysis.quality !== null,
    compare: analysis.customersAnalyzed > 0,
  };
  return (Object.keys(labels) as AnalysisTab[])
    .filter((value) => shown[value])
    .map((value) => ({ value, label: labels[value] }));
}

/** The tab in the URL, the overview where it is none of the analysis's own, and the way to another. */
export function useAnalysisTab(tabs: readonly { value: AnalysisTab }[]) {
  const [params, setParams] = useSearchParams();
  const value = tabs.find((tab) => tab.value === params.get("tab"))?.value ?? "overview";
  const change = (next: AnalysisTab) =>
    setParams(
      (current) => {
        const changed = new URLSearchParams(current);
        if (next === "overview") changed.delete("tab");
        else changed.set("tab", next);
        return changed;
      },
      { preventScrollReset: true },
    );
  return { value, change };
}
