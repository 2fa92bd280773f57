import { CircleAlert } from "lucide-react";
import { useState } from "react";
import { FactorBars } from "@/components/charts/factor-bars.tsx";
import { Button } from "@/components/ui/button.tsx";
import { Cell } from "@/components/ui/sheet.tsx";
import type { Reasons } from "../hooks/use-reasons.ts";

const shownFirst = 6;

/** The factors that add up to the score: average customer + all points = this customer's chance. */
export function WhyPanel({ reasons }: { reasons: Reasons }) {
  const [all, setAll] = useState(false);
  const { note, baseRate, probability } = reasons;
  const ranked = reasons.factors.toSorted((a, b) => Math.abs(b.points) - Math.abs(a.points));
  const shown = all ? ranked : ranked.slice(0, shownFirst);
  const rest = ranked.slice(shown.length);
  const restPoints = rest.reduce((sum, { points }) => sum + points, 0);
  return (
    <Cell
      title={
        note?.isOfShownScore === false
          ? `Why it would be ${reasons.score} today`
          : `Why the score is ${reasons.score}`
      }
      subtitle={`average customer ${(baseRate * 100).toFixed(1)}`}
      aside={ranked.length === 0 ? undefined : <Legend />}
    >
      {note?.isOfShownScore === false ? (
        <p className="m-0 mb-2 flex gap-2 text-ui text-ink">
          <CircleAlert aria-hidden className="mt-0.5 size-4 shrink-0 text-risk-med-text" />
          {note.words}
        </p>
      ) : null}
      {ranked.length === 0 ? (
        <p className="m-0 text-ui text-ink">
          Nothing that is recorded sets this customer apart: the score is that of the average customer.
        </p>
      ) : null}
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
          {(baseRate * 100).toFixed(1)} for the average customer, plus these points, is{" "}
          {(probability * 100).toFixed(1)}. Association, not proof of cause.
          {note?.isOfShownScore === true ? ` ${note.words}` : ""}
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
