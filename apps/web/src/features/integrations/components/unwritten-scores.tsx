import type { IntegrationProvider } from "@forestay/contracts/wire";
import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import { ListFrame } from "@/components/list/list-frame.tsx";
import { Button } from "@/components/ui/button.tsx";
import { Skeleton } from "@/components/ui/skeleton.tsx";
import { useUrlState } from "@/hooks/use-url-state.ts";
import { formatRelative } from "@/lib/format/index.ts";
import { defineUrlState, pageNumber } from "@/lib/url-state/index.ts";
import { writeBackQueries } from "../api/write-back-queries.ts";

interface UnwrittenScoresProps {
  provider: IntegrationProvider;
  mayWrite: boolean;
  isBusy: boolean;
  onRetry: (sourceIds: string[] | null) => void;
}

const unwrittenState = defineUrlState({ unwritten: pageNumber() });

/** Records whose score could not be written, each with its reason. */
export function UnwrittenScores({ provider, mayWrite, isBusy, onRetry }: UnwrittenScoresProps) {
  const [{ unwritten }, change] = useUrlState(unwrittenState);
  const query = useQuery(writeBackQueries.failures(provider, unwritten));
  return (
    <div className="pt-4">
      <h3 className="m-0 pb-1 text-ui font-strong text-ink">Scores that could not be written</h3>
      <ListFrame
        query={query}
        noun="scores that could not be written"
        failed="Scores that could not be written did not load"
        skeleton={<Skeleton className="h-16" />}
        inset
        empty={null}
        onPage={(page) => change({ unwritten: page })}
        hidesSinglePage
      >
        {({ items, totalCount }) => (
          <>
            <ul className="m-0 list-none divide-y divide-line p-0">
              {items.map((one) => (
                <li key={one.sourceId} className="flex flex-wrap items-center gap-x-4 gap-y-1 py-2 text-ui">
                  <span className="min-w-0 flex-1 basis-56">
                    <Link to={`/app/customers/${one.customerId}`} className="font-strong text-ink">
                      {one.label}
                    </Link>
                    <span className="block text-note text-ink-2">
                      {one.sourceId}, {formatRelative(one.at)}
                    </span>
                  </span>
                  <span className="min-w-0 flex-1 basis-56 text-ink">{one.reason}</span>
                  {mayWrite ? (
                    <Button
                      size="sm"
                      disabled={isBusy}
                      aria-label={`Retry the score of ${one.label}`}
                      onClick={() => onRetry([one.sourceId])}
                    >
                      Retry
                    </Button>
                  ) : null}
                </li>
              ))}
            </ul>
            {mayWrite && totalCount > 1 ? (
              <div className="pt-2">
                <Button size="sm" disabled={isBusy} onClick={() => onRetry(null)}>
                  Retry all {totalCount}
                </Button>
              </div>
            ) : null}
          </>
        )}
      </ListFrame>
    </div>
  );
}
