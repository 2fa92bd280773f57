import { useQuery } from "@tanstack/react-query";
import { FigureLink } from "@/components/figures/figure-link.tsx";
import { QueryView } from "@/components/query-view.tsx";
import { MoreLink } from "@/components/ui/more-link.tsx";
import { Cell } from "@/components/ui/sheet.tsx";
import { formatCount, formatCounted, formatShortDate } from "@/lib/format/index.ts";
import { dashboardQueries } from "../api/dashboard-queries.ts";

/** Whether earlier scores came true, in a sentence, and where the rest of it is. */
export function TrackRecordCard() {
  const record = useQuery(dashboardQueries.trackRecord());
  return (
    <Cell title="Have the scores been right?">
      <QueryView
        query={record}
        loading="Loading the track record"
        failed="The track record did not load"
        skeleton={null}
        inset
      >
        {({ latest, waiting, nextKnownAt, horizonDays }) => (
          <div className="flex flex-col gap-2 text-ui">
            {latest === null ? (
              <p className="m-0 text-ink-2">
                {waiting === 0
                  ? "It is known once scores have come of age: run an analysis to begin."
                  : `${formatCounted(waiting, "scored customer")} wait for their outcome: a score can be judged ${horizonDays} days after it was given${nextKnownAt === null ? "" : `, the first on ${formatShortDate(nextKnownAt)}`}.`}
              </p>
            ) : (
              <p className="m-0 text-ink">
                {latest.sentence === null ? null : (
                  <strong className="font-strong">{latest.sentence} </strong>
                )}
                Of all{" "}
                <FigureLink rowsOf={{ figure: "scored" }} filter={{}} value={latest.customers}>
                  {formatCounted(latest.customers, "customer")}
                </FigureLink>{" "}
                scored then,{" "}
                <FigureLink rowsOf={{ figure: "scored", outcome: "left" }} filter={{}} value={latest.left}>
                  {formatCount(latest.left)}
                </FigureLink>{" "}
                left; the scores expected {formatCount(latest.customers * latest.meanProbability)}.
              </p>
            )}
            <MoreLink to="/app/analytics/run-churn-analysis#track-record">Track record</MoreLink>
          </div>
        )}
      </QueryView>
    </Cell>
  );
}
