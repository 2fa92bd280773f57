import type { Completeness } from "@forestay/contracts/wire";
import { useQuery } from "@tanstack/react-query";
import { ScanSearch } from "lucide-react";
import { ButtonLink } from "@/components/ui/button.tsx";
import { formatCount } from "@/lib/format/index.ts";
import { importQueries } from "../api/import-queries.ts";

/** What the customers who are in now are good for, and the way to it. Says nothing while it does not know. */
export function NextAnalysis() {
  const { data } = useQuery(importQueries.outcomes());
  if (data === undefined) return null;
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2 pb-4">
      <p className="m-0 max-w-148 text-body text-ink">{inWords(data)}</p>
      {data.canAnalyze ? (
        <ButtonLink to="/app/analytics/run-churn-analysis" variant="primary" icon={<ScanSearch />}>
          Run churn analysis
        </ButtonLink>
      ) : null}
    </div>
  );
}

function inWords({ canAnalyze, blockers, expectedSource, outcomes: { left } }: Completeness): string {
  if (!canAnalyze) return blockers[0] ?? "There is nobody to analyse yet.";
  const known =
    left === 0
      ? "Nobody is known to have left"
      : `${formatCount(left)} ${left === 1 ? "customer has" : "customers have"} left`;
  return expectedSource === "model"
    ? `${known}: enough to train a model of your own.`
    : `${known}: too few to train a model, so an analysis goes by rules for now.`;
}
