import { useQuery } from "@tanstack/react-query";
import { JobStatus, jobStatusLabel } from "@forestay/contracts/wire";
import { useState } from "react";
import { Link } from "react-router";
import { ErrorState } from "@/components/ui/error-state.tsx";
import { Pagination } from "@/components/ui/pagination.tsx";
import { Cell, SheetRow } from "@/components/ui/sheet.tsx";
import { formatCounted, formatRelative, formatShortDate } from "@/lib/format/index.ts";
import { analysisQueries } from "../api/analysis-queries.ts";

/** Analyses before, newest first. Nothing until there is one. */
export function AnalysisHistory() {
  const [page, setPage] = useState(1);
  const list = useQuery(analysisQueries.list(page));
  if (list.isError) {
    return (
      <SheetRow>
        <ErrorState
          title="Earlier analyses did not load"
          message={list.error.message}
          onRetry={() => void list.refetch()}
          retrying={list.isFetching}
        />
      </SheetRow>
    );
  }
  if (list.data === undefined || list.data.totalCount === 0) return null;
  return (
    <SheetRow>
      <Cell title="Earlier analyses">
        <ul className="m-0 list-none divide-y divide-line border-t border-line p-0">
          {list.data.items.map((one) => (
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
                {one.createdBy}, {formatRelative(one.createdAt).toLowerCase()}
              </span>
            </li>
          ))}
        </ul>
      </Cell>
      {list.data.totalPages > 1 ? (
        <Pagination
          page={page}
          pageSize={list.data.pageSize}
          totalCount={list.data.totalCount}
          onPage={setPage}
        />
      ) : null}
    </SheetRow>
  );
}
