import { CircleAlert } from "lucide-react";
import { useState } from "react";
import type { ReactNode } from "react";
import { FactorBars } from "@/components/charts/factor-bars.tsx";
import type { Factor } from "@/components/charts/factor-bars.tsx";
import { Button } from "@/components/ui/button.tsx";
import { Cell } from "@/components/ui/sheet.tsx";
import type { Reasons } from "../hooks/use-reasons.ts";

const shownFirst = 6;
/** The server's sum of what is too small to be named. */
const unnamed = "other";

/** The factors that add up to the score: average customer + all points = this customer's chance. */
export function WhyPanel({ reasons, feedback }: { reasons: Reasons; feedback?: ReactNode }) {
  const [all, setAll] = useState(false);
  const { note, baseRate, probability } = reasons;
  const ranked = reasons.factors
    .filter(({ feature }) => feature !== unnamed)
    .toSorted((a, b) => Math.abs(b.points) - Math.abs(a.points));
  const smaller = ranked.slice(shownFirst);
  const rest = reasons.factors.find(({ feature }) => feature === unnamed);
  return (
    <Cell
      title={
        note?.isOfShownScore === false
          ? `Why it would be ${reasons.score} today`
          : `Why the score is ${reasons.score}`
      }
      subtitle={`average customer ${(baseRate * 100).toFixed(1)}`}
      aside={reasons.factors.length === 0 ? undefined : <Legend />}
    >
      {note?.isOfShownScore === false ? (
        <p className="m-0 mb-2 flex gap-2 text-ui text-ink">
          <CircleAlert aria-hidden className="mt-0.5 size-4 shrink-0 text-risk-med-text" />
          {note.words}
        </p>
      ) : null}
      {reasons.factors.length === 0 ? (
        <p className="m-0 text-ui text-ink">
          Nothing that is recorded sets this customer apart: the score is that of the average customer.
        </p>
      ) : null}
      <FactorBars
        factors={[
          ...(all ? ranked : ranked.slice(0, shownFirst)).map(toBar),
          ...remainder(all ? [] : smaller, rest, () => setAll(true)),
        ]}
      />
      <div className="flex flex-wrap items-center justify-between gap-2 pt-2">
        <p className="m-0 text-note text-ink-3">
          {(baseRate * 100).toFixed(1)} for the average customer, plus these points, is{" "}
          {(probability * 100).toFixed(1)}. Association, not proof of cause.
          {note?.isOfShownScore === true ? ` ${note.words}` : ""}
          {reasons.factors.some(({ evidence }) => /, was /.test(evidence))
            ? " A bar compares with the average customer, not with this one’s past: what has fallen can still be better than most."
            : ""}
        </p>
        {all ? (
          <Button size="sm" variant="ghost" onClick={() => setAll(false)}>
            Show fewer
          </Button>
        ) : null}
      </div>
      {feedback}
    </Cell>
  );
}

type Reason = Reasons["factors"][number];

function toBar({ feature, label, evidence, points }: Reason): Factor {
  return { key: feature, label, evidence, points };
}

/** What is not named above, as one row: the smaller factors, which open, and what was too small for a name. */
function remainder(smaller: readonly Reason[], rest: Reason | undefined, onOpen: () => void): Factor[] {
  if (smaller.length === 0) return rest === undefined ? [] : [toBar(rest)];
  const named = smaller.length === 1 ? "1 smaller factor" : `${smaller.length} smaller factors`;
  return [
    {
      key: "remainder",
      label: rest === undefined ? named : `${named} and the rest`,
      evidence: "together",
      points: smaller.reduce((sum, { points }) => sum + points, rest?.points ?? 0),
      action: (
        <button
          type="button"
          onClick={onOpen}
          className="min-h-6 rounded-check text-ui font-strong text-brand-text hover:underline"
        >
          Show all
        </button>
      ),
    },
  ];
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
