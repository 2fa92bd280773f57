import {
  churnRuleInWords,
  countedVerdictLabels,
  isSameChurnRule,
  riskLevelLabel,
} from "@forestay/contracts/wire";
import type { TrackRecord as Record } from "@forestay/contracts/wire";
import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import { FigureLink } from "@/components/figures/figure-link.tsx";
import { QueryView } from "@/components/query-view.tsx";
import { Meter } from "@/components/ui/meter.tsx";
import { RiskLevel } from "@/components/ui/risk-level.tsx";
import { Cell, SheetRow } from "@/components/ui/sheet.tsx";
import { useHashTarget } from "@/hooks/use-hash-target.ts";
import { formatCount, formatCounted, formatShare, formatShortDate } from "@/lib/format/index.ts";
import { modelQueries } from "../api/model-queries.ts";
import { TrackMonths } from "./track-months.tsx";

/** What became of the customers that were scored before: past scores against what happened, missed leavers named. */
export function TrackRecord() {
  const query = useQuery(modelQueries.trackRecord());
  const part = useHashTarget("track-record", query.isSuccess);
  return (
    <SheetRow ref={part}>
      <QueryView
        query={query}
        loading="Loading the track record"
        failed="The track record did not load"
        skeleton={null}
        isEmpty={({ latest, waiting, feedback }) => latest === null && waiting === 0 && feedback.length === 0}
        empty={null}
      >
        {(record) => (
          <Cell title="Track record" subtitle="Earlier scores against what happened">
            {record.latest === null ? (
              record.waiting === 0 ? null : (
                <Waiting record={record} />
              )
            ) : (
              <>
                <Latest latest={record.latest} churn={record.churn} />
                <TrackMonths record={record} />
              </>
            )}
            <Feedback feedback={record.feedback} />
          </Cell>
        )}
      </QueryView>
    </SheetRow>
  );
}

/** What people who know the customers said of scores, and how far they were right. */
function Feedback({ feedback }: { feedback: Record["feedback"] }) {
  if (feedback.length === 0) return null;
  return (
    <p className="m-0 max-w-180 pt-4 text-body text-ink-2">
      <strong className="font-strong text-ink">What people said of scores: </strong>
      {feedback.map(({ verdict, count, known, left }, index) => (
        <span key={verdict}>
          {index === 0 ? "" : "; "}
          {countedVerdictLabels[verdict].toLowerCase()} {formatCounted(count, "time")}
          {known === 0 ? "" : `, of ${known} whose outcome is known ${left} left`}
        </span>
      ))}
      .
    </p>
  );
}

function Waiting({ record }: { record: Record }) {
  return (
    <p className="m-0 max-w-180 text-body text-ink-2">
      {formatCounted(record.waiting, "scored customer")} wait for the outcome: a score can be judged when its
      horizon has passed ({record.horizonDays} days now)
      {record.nextKnownAt === null ? "." : `, the first on ${formatShortDate(record.nextKnownAt)}.`}
    </p>
  );
}

function Latest({ latest, churn }: { latest: NonNullable<Record["latest"]>; churn: Record["churn"] }) {
  const isAnother = !isSameChurnRule(latest.churn, churn);
  return (
    <div className="flex flex-col gap-4">
      <p className="m-0 text-body text-ink">
        {latest.sentence === null ? null : <strong className="font-strong">{latest.sentence} </strong>}
        Of all{" "}
        <FigureLink rowsOf={{ figure: "scored" }} filter={{}} value={latest.customers}>
          {formatCounted(latest.customers, "customer")}
        </FigureLink>{" "}
        scored{" "}
        {sameDay(latest.scoredFrom, latest.scoredTo)
          ? `on ${formatShortDate(latest.scoredTo)}`
          : `from ${formatShortDate(latest.scoredFrom)} to ${formatShortDate(latest.scoredTo)}`}
        ,{" "}
        <FigureLink rowsOf={{ figure: "scored", outcome: "left" }} filter={{}} value={latest.left}>
          {formatCount(latest.left)}
        </FigureLink>{" "}
        left within {latest.horizonDays} days; the scores expected{" "}
        {formatCount(Math.round(latest.customers * latest.meanProbability))}.
      </p>
      {latest.churn.definition === "cancelled" && !isAnother ? null : (
        <p className="m-0 text-note text-ink-2">
          Left: {churnRuleInWords(latest.churn)}.
          {isAnother
            ? " That is what these scores promised; what you count now is judged once newer ones have come of age."
            : ""}
        </p>
      )}
      <table className="w-full max-w-160 border-collapse text-left text-ui">
        <thead className="text-note text-ink-2">
          <tr>
            <th scope="col" className="py-1 font-regular">
              Scored
            </th>
            <th scope="col" className="py-1 text-right font-regular">
              Customers
            </th>
            <th scope="col" className="py-1 text-right font-regular">
              Left
            </th>
            <th scope="col" className="py-1 pl-6 font-regular">
              Share, 95% interval
            </th>
          </tr>
        </thead>
        <tbody>
          {latest.levels
            .filter(({ scored }) => scored > 0)
            .map((level) => (
              <tr key={level.level} className="border-t border-line">
                <th scope="row" className="py-1.5 font-regular">
                  <RiskLevel level={level.level} />
                </th>
                <td className="py-1.5 text-right tabular">
                  <FigureLink rowsOf={{ figure: "scored", level: level.level }} filter={{}} quiet>
                    {formatCount(level.scored)}
                  </FigureLink>
                </td>
                <td className="py-1.5 text-right tabular">
                  <FigureLink
                    rowsOf={{ figure: "scored", level: level.level, outcome: "left" }}
                    filter={{}}
                    value={level.left}
                    quiet
                  >
                    {formatCount(level.left)}
                  </FigureLink>
                </td>
                <td className="py-1.5 pl-6">
                  <span className="flex items-center gap-2.5">
                    <Meter
                      value={level.share ?? 0}
                      label={`Share of ${riskLevelLabel(level.level)} that left`}
                      tone="neutral"
                    />
                    <span className="w-40 text-note text-ink-2 tabular">
                      {formatShare(level.share ?? 0)} ({formatShare(level.lower ?? 0)} to{" "}
                      {formatShare(level.upper ?? 1)})
                    </span>
                  </span>
                </td>
              </tr>
            ))}
        </tbody>
      </table>
      <Missed missed={latest.missed} />
    </div>
  );
}

const sameDay = (from: string, to: string) => from.slice(0, 10) === to.slice(0, 10);

function Missed({ missed }: { missed: NonNullable<Record["latest"]>["missed"] }) {
  if (missed.count === 0)
    return <p className="m-0 text-ui text-ink-2">No leaver was scored Low or Medium.</p>;
  return (
    <details>
      <summary className="w-fit cursor-pointer rounded-check text-ui font-emphasis text-brand-text">
        Missed: {formatCounted(missed.count, "leaver")} scored Low or Medium
      </summary>
      <ul className="m-0 mt-2 list-none divide-y divide-line border-t border-line p-0 text-ui">
        {missed.customers.map((one) => (
          <li key={one.customerId} className="flex min-h-9 items-center gap-3 py-1">
            <Link
              to={`/app/customers/${one.customerId}`}
              className="rounded-check font-strong text-ink no-underline hover:underline"
            >
              {one.name}
            </Link>
            <span className="text-note text-ink-2">
              scored {one.score} on {formatShortDate(one.scoredAt)}
            </span>
          </li>
        ))}
      </ul>
    </details>
  );
}
