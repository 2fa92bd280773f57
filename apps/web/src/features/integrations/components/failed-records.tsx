import type { IntegrationProvider } from "@forestay/contracts/wire";
import { useQuery } from "@tanstack/react-query";
import { RefreshCw } from "lucide-react";
import { ListFrame } from "@/components/list/list-frame.tsx";
import { Button, ButtonLink } from "@/components/ui/button.tsx";
import { Cell, SheetRow } from "@/components/ui/sheet.tsx";
import { Skeleton } from "@/components/ui/skeleton.tsx";
import { toast } from "@/components/ui/toast-store.ts";
import { useUrlState } from "@/hooks/use-url-state.ts";
import { formatCounted, formatRelative } from "@/lib/format/index.ts";
import { defineUrlState, pageNumber } from "@/lib/url-state/index.ts";
import { matchesPath } from "../configure-path.ts";
import { integrationQueries, useRetry } from "../api/integration-queries.ts";

interface FailedRecordsProps {
  provider: IntegrationProvider;
  /** While a run is under way nothing else is read. */
  isBusy: boolean;
  mayWrite: boolean;
}

const failedState = defineUrlState({ failed: pageNumber() });

/** Records that could not be taken in, each with its reason, and a way to try again once it is mended there. */
export function FailedRecords({ provider, isBusy, mayWrite }: FailedRecordsProps) {
  const [{ failed }, change] = useUrlState(failedState);
  const query = useQuery(integrationQueries.failures(provider, failed));
  const retry = useRetry(provider);
  const again = (ids: string[] | null) =>
    retry.mutate(ids, { onError: (error) => void toast.error("It was not tried again", error.message) });
  return (
    <SheetRow>
      <ListFrame
        query={query}
        noun="failed records"
        failed="The failed records did not load"
        skeleton={<Skeleton className="m-5 h-20" />}
        empty={null}
        onPage={(page) => change({ failed: page })}
        hidesSinglePage
      >
        {({ items, totalCount }) => (
          <Cell
            title={`${formatCounted(totalCount, "record")} could not be taken in`}
            aside={
              mayWrite ? (
                <Button
                  size="sm"
                  icon={<RefreshCw />}
                  disabled={isBusy}
                  pending={retry.isPending}
                  onClick={() => again(null)}
                >
                  Retry all {totalCount}
                </Button>
              ) : null
            }
          >
            <ul className="m-0 list-none divide-y divide-line p-0">
              {items.map((one) => (
                <li key={one.id} className="flex flex-wrap items-center gap-x-4 gap-y-1 py-2 text-ui">
                  <span className="min-w-0 flex-1 basis-56">
                    <span className="font-strong text-ink">{one.label}</span>
                    <span className="block text-note text-ink-2">
                      {one.objectLabel} {one.sourceId}, {formatRelative(one.at)}
                    </span>
                  </span>
                  <span className="min-w-0 flex-1 basis-56 text-ink">{one.reason}</span>
                  <span className="flex shrink-0 gap-2 md:min-w-36 md:justify-end">
                    {one.isAsked ? (
                      <ButtonLink size="sm" to={matchesPath} aria-label={`Choose who ${one.label} is`}>
                        Choose
                      </ButtonLink>
                    ) : null}
                    {mayWrite ? (
                      <Button
                        size="sm"
                        disabled={isBusy || retry.isPending}
                        aria-label={`Retry ${one.label}`}
                        onClick={() => again([one.id])}
                      >
                        Retry
                      </Button>
                    ) : null}
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
