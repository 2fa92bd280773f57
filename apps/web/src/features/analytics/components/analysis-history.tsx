import { JobStatus, jobStatusLabel } from "@forestay/contracts/wire";
import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import { ListFrame } from "@/components/list/list-frame.tsx";
import { Cell, SheetRow } from "@/components/ui/sheet.tsx";
import { useHashTarget } from "@/hooks/use-hash-target.ts";
import { useUrlState } from "@/hooks/use-url-state.ts";
import { formatCounted, formatRelativeInline, formatShortDate } from "@/lib/format/index.ts";
import { defineUrlState, pageNumber } from "@/lib/url-state/index.ts";
import { analysisQueries } from "../api/analysis-queries.ts";

const historyState = defineUrlState({ page: pageNumber() });

/** Analyses before, newest first. Nothing until there is one. */
export function AnalysisHistory() {
  const [{ page }, change] = useUrlState(historyState);
  const list = useQuery(analysisQueries.list(page));
  const part = useHashTarget("history", list.isSuccess);
  return (
    <SheetRow ref={part}>
      <ListFrame
        query={list}
        noun="analyses"
        failed="Earlier analyses did not load"
        skeleton={null}
        empty={null}
        onPage={(next) => change({ page: next })}
        hidesSinglePage
      >
        {({ items }) => (
          <Cell title="Earlier analyses">
            <ul className="m-0 list-none divide-y divide-line border-t border-line p-0">
              {items.map((one) => (
                <li
                  key={one.id}
                  className="flex min-h-10 flex-wrap items-center gap-x-4 gap-y-0.5 py-1.5 text-ui"
                >
                  <Link
                    to={`/app/analytics/churn-analysis/${one.id}`}
                    className="rounded-check font-strong text-ink no-underline hover:underline"
                  >
                    {one.scope}
                  </Link>
                  <span className="text-note text-ink-2">
                    {one.status === JobStatus.Completed
                      ? `${formatCounted(one.customersAnalyzed, "customer")}, ${one.source === "rules" ? "rules" : `model ${one.modelVersion ?? ""}`}${one.resultsRemovedAt === null ? "" : `, removed on ${formatShortDate(one.resultsRemovedAt)}; quality and totals remain`}`
                      : jobStatusLabel(one.status)}
                  </span>
                  <span className="ml-auto text-note text-ink-3">
                    {one.createdBy}, {formatRelativeInline(one.createdAt)}
                  </span>
                </li>
              ))}
            </ul>
          </Cell>
        )}
      </ListFrame>
    </SheetRow>
  );
}
