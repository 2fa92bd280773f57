import type { CustomerDetail } from "@forestay/contracts/customers";
import { useState } from "react";
import { FactorBars } from "@/components/charts/factor-bars.tsx";
import { Button } from "@/components/ui/button.tsx";
import { Cell } from "@/components/ui/sheet.tsx";

type Score = NonNullable<CustomerDetail["score"]>;

const shownFirst = 6;

/** The factors that add up to the score: average customer + all points = this customer's chance. */
export function WhyPanel({ score, shownScore }: { score: Score; shownScore: number | null }) {
  const [all, setAll] = useState(false);
  const ranked = score.factors.toSorted((a, b) => Math.abs(b.points) - Math.abs(a.points));
  if (ranked.length === 0) return null;
  const shown = all ? ranked : ranked.slice(0, shownFirst);
  const rest = ranked.slice(shown.length);
  const restPoints = rest.reduce((sum, { points }) => sum + points, 0);
  return (
    <Cell
      title={`Why the score is ${shownScore ?? Math.round(score.probability * 100)}`}
      subtitle={`average customer ${(score.baseRate * 100).toFixed(1)}`}
      aside={<Legend />}
    >
      <FactorBars
        factors={[
          ...shown.map((factor) => ({
            key: factor.feature,
            label: factor.label,
            evidence: factor.evidence,
            points: factor.points,
          })),
          ...(rest.length > 0
            ? [
                {
                  key: "rest",
                  label: `${rest.length} smaller factors`,
                  evidence: "together",
                  points: restPoints,
                },
              ]
            : []),
        ]}
      />
      <div className="flex flex-wrap items-center justify-between gap-2 pt-2">
        <p className="m-0 text-note text-ink-3">
          {(score.baseRate * 100).toFixed(1)} for the average customer, plus these points, is{" "}
          {(score.probability * 100).toFixed(1)}. Association, not proof of cause.
        </p>
        {ranked.length > shownFirst ? (
          <Button size="sm" variant="ghost" onClick={() => setAll(!all)}>
            {all ? "Show fewer" : `Show all ${ranked.length}`}
          </Button>
        ) : null}
      </div>
    </Cell>
  );
}

function Legend() {
  return (
    <ul className="m-0 flex list-none gap-4 p-0 text-note text-ink-2">
      <li className="flex items-center gap-1.5">
        <span aria-hidden className="size-2.5 rounded-[3px] bg-risk-low" /> Lowers risk
      </li>
      <li className="flex items-center gap-1.5">
        <span aria-hidden className="size-2.5 rounded-[3px] bg-risk-high" /> Raises risk
      </li>
    </ul>
  );
}
