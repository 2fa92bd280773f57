import type { FindingsInsights } from "@forestay/contracts/wire";
import { ArrowRight } from "lucide-react";
import { useState } from "react";
import { Link } from "react-router";
import { segmentPath } from "@/components/criteria/save-marks.tsx";
import { Button } from "@/components/ui/button.tsx";
import { CsvButton } from "@/components/ui/csv-button.tsx";
import { Cell, SheetRow } from "@/components/ui/sheet.tsx";
import { Authorize } from "@/lib/auth/index.ts";
import { formatCount, formatCounted, formatShare, formatShortDate } from "@/lib/format/index.ts";
import { findingCounts, findingTitle, intervalWords, traitWords } from "../hooks/findings-words.ts";
import type { ShownFinding } from "../hooks/findings-words.ts";

/** What goes with leaving: those statements that hold, each with its numbers, and those that do not. */
export function FindingsTab({ insights }: { insights: FindingsInsights }) {
  const { findings, held, tested, testedOn } = insights;
  const [isOpen, setOpen] = useState(false);
  const rest = findings.filter(({ holds }) => !holds);
  const shown = findings.filter(({ holds }) => holds);
  const most = Math.max(0.01, ...shown.flatMap(({ withIt, without }) => [withIt.high, without.high]));
  return (
    <>
      <SheetRow>
        <Cell
          title={
            held === 0
              ? `None of ${formatCounted(tested, "tested statement")} holds`
              : `${formatCount(held)} of ${formatCounted(tested, "tested statement")} ${held === 1 ? "holds" : "hold"}`
          }
          subtitle={`Corrected for ${formatCounted(tested, "test")}: of 100 shown like this, at most 5 should be chance. They say what goes together, not what causes it.`}
        />
      </SheetRow>
      {shown.map((finding) => (
        <SheetRow key={traitWords(finding)} columns="minmax(0,1fr) 400px">
          <Statement finding={finding} />
          <Shares finding={finding} most={most} />
        </SheetRow>
      ))}
      <SheetRow>
        <Cell className="flex flex-wrap items-center justify-between gap-3">
          <p className="m-0 text-ui text-ink">
            {rest.length === 0
              ? "Every statement tested holds."
              : `${formatCounted(rest.length, "statement")} did not hold.`}
          </p>
          <span className="inline-flex items-center gap-2">
            {rest.length === 0 ? null : (
              <Button size="sm" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
                {isOpen ? "Hide them" : "Show them"}
              </Button>
            )}
            <CsvButton file={csvOf(insights)} />
          </span>
        </Cell>
        {isOpen ? (
          <ul className="m-0 list-none px-4 pb-4 text-note text-ink-2 md:px-5">
            {rest.map((finding) => (
              <li key={traitWords(finding)} className="py-0.5">
                {traitWords(finding)}: {findingCounts(finding).counts}
              </li>
            ))}
          </ul>
        ) : null}
      </SheetRow>
      {testedOn === null ? null : (
        <SheetRow>
          <p className="m-0 px-4 py-3 text-note text-ink-2 md:px-5">
            Tested when model {testedOn.modelVersion} was trained, {formatShortDate(testedOn.trainedAt)}; each
            training tests them again. Fields that give leaving away are not among them.
          </p>
        </SheetRow>
      )}
    </>
  );
}

function Statement({ finding }: { finding: ShownFinding }) {
  const { withIt, without, condition } = finding;
  const { counts, points } = findingCounts(finding);
  return (
    <Cell title={findingTitle(finding)}>
      <p className="m-0 text-ui text-ink-2">
        {counts}: <strong className="font-strong text-ink">{points}</strong>
      </p>
      <p className="m-0 flex flex-wrap items-center gap-x-4 gap-y-1 pt-1.5 text-note text-ink-2">
        <span>n {formatCount(withIt.rows + without.rows)}</span>
        <span>{intervalWords(finding)}</span>
        {condition === null ? null : (
          <Link
            to={`/app/customers?filters=${encodeURIComponent(JSON.stringify([condition]))}`}
            className="inline-flex min-h-6 items-center gap-1 rounded-check font-strong text-brand-text no-underline hover:underline"
          >
            See who that is today
            <ArrowRight aria-hidden className="size-3.5" />
          </Link>
        )}
        {condition === null ? null : (
          <Authorize policy="segments:write">
            <Link
              to={segmentPath({ label: traitWords(finding), criteria: [condition] })}
              className="inline-flex min-h-6 items-center gap-1 rounded-check font-strong text-brand-text no-underline hover:underline"
            >
              Save as segment
            </Link>
          </Authorize>
        )}
      </p>
    </Cell>
  );
}

/** Both shares with their intervals, on one scale for all statements. */
function Shares({ finding, most }: { finding: ShownFinding; most: number }) {
  const place = (share: number) => `${(100 * share) / most}%`;
  return (
    <Cell className="flex flex-col justify-center gap-2">
      {(["withIt", "without"] as const).map((side) => {
        const { share, low, high } = finding[side];
        const color = side === "withIt" ? "bg-brand" : "bg-ink-3";
        return (
          <div
            key={side}
            className="grid grid-cols-[minmax(0,8rem)_minmax(0,1fr)_3rem] items-center gap-3 text-note"
          >
            <span
              className="truncate text-right text-ink-2"
              title={side === "withIt" ? finding.words : "all others"}
            >
              {side === "withIt" ? finding.words : "all others"}
            </span>
            <span aria-hidden className="relative h-4">
              <span
                className={`absolute top-1.75 h-0.5 ${color}`}
                style={{ left: place(low), width: place(high - low) }}
              />
              <span
                className={`absolute top-0.75 size-2.5 -translate-x-1/2 rounded-full border-2 border-sheet ${color}`}
                style={{ left: place(share) }}
              />
            </span>
            <span className="text-right font-strong text-ink tabular">{formatShare(share)}</span>
          </div>
        );
      })}
    </Cell>
  );
}

const csvOf = ({ findings }: FindingsInsights) => ({
  name: "findings",
  columns: [
    "field",
    "those_with",
    "customers",
    "left",
    "others",
    "others_left",
    "difference",
    "low_95",
    "high_95",
    "p_value",
    "holds",
  ],
  rows: findings.map(({ label, words, withIt, without, difference, pValue, holds }) => [
    label,
    words,
    withIt.rows,
    withIt.left,
    without.rows,
    without.left,
    difference.estimate,
    difference.low,
    difference.high,
    pValue,
    holds,
  ]),
});
