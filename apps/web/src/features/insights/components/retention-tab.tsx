import type { RetentionInsights } from "@forestay/contracts/wire";
import { SheetRow } from "@/components/ui/sheet.tsx";
import { formatCounted } from "@/lib/format/index.ts";
import { survivalMarks } from "../hooks/mark-criteria.ts";
import { CohortGrid } from "./cohort-grid.tsx";
import { HazardByMonth } from "./hazard-by-month.tsx";
import { PlansCompared } from "./plans-compared.tsx";
import { SurvivalCurve } from "./survival-curve.tsx";

/** How long customers stay, in which month of their life they leave, and how each month's beginners do. */
export function RetentionTab({ insights }: { insights: RetentionInsights }) {
  const { survival, atRisk, byPlan, leftUndated } = insights;
  if (survival === null) return null;
  return (
    <>
      <SheetRow columns="minmax(0,1fr) 400px">
        <SurvivalCurve survival={survival} atRisk={atRisk} marks={survivalMarks(insights)} />
        <HazardByMonth insights={insights} />
      </SheetRow>
      {byPlan.length < 2 ? null : (
        <SheetRow>
          <PlansCompared insights={insights} />
        </SheetRow>
      )}
      <SheetRow>
        <CohortGrid insights={insights} />
      </SheetRow>
      {leftUndated === 0 ? null : (
        <SheetRow>
          <p className="m-0 px-4 py-3 text-note text-ink-2 md:px-5">
            {formatCounted(leftUndated, "more customer")} {leftUndated === 1 ? "has" : "have"} left on a day
            that nobody knows, and {leftUndated === 1 ? "is" : "are"} in none of these figures.
          </p>
        </SheetRow>
      )}
    </>
  );
}
