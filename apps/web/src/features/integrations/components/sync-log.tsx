import type { IntegrationProvider } from "@forestay/contracts/wire";
import { useQuery } from "@tanstack/react-query";
import { Check, CircleX, RefreshCw, Square } from "lucide-react";
import type { ReactNode } from "react";
import { ListFrame } from "@/components/list/list-frame.tsx";
import { Cell, SheetRow } from "@/components/ui/sheet.tsx";
import { Skeleton } from "@/components/ui/skeleton.tsx";
import { useUrlState } from "@/hooks/use-url-state.ts";
import { formatDateTime } from "@/lib/format/index.ts";
import { defineUrlState, pageNumber } from "@/lib/url-state/index.ts";
import { integrationQueries } from "../api/integration-queries.ts";
import type { SyncRun } from "../api/integration-queries.ts";
import { runInWords } from "./run-progress.tsx";

const signs: Record<SyncRun["status"], ReactNode> = {
  running: <RefreshCw aria-label="Running:" className="size-4 text-brand-text" />,
  done: <Check aria-label="Done:" className="size-4 text-ok-text" />,
  failed: <CircleX aria-label="Failed:" className="size-4 text-danger-text" />,
  stopped: <Square aria-label="Stopped:" className="size-4 text-ink-2" />,
};

const logState = defineUrlState({ log: pageNumber() });

/** The runs of the last 90 days, newest first. */
export function SyncLog({ provider }: { provider: IntegrationProvider }) {
  const [{ log }, change] = useUrlState(logState);
  const query = useQuery(integrationQueries.runs(provider, log));
  return (
    <SheetRow>
      <Cell title="Sync log">
        <ListFrame
          query={query}
          noun="runs"
          failed="The sync log did not load"
          skeleton={<Skeleton className="h-20" />}
          inset
          empty={<p className="m-0 text-ui text-ink-2">Nothing was read yet.</p>}
          onPage={(page) => change({ log: page })}
          hidesSinglePage
        >
          {({ items }) => (
            <ul className="m-0 list-none divide-y divide-line p-0">
              {items.map((run) => (
                <li
                  key={run.id}
                  className="grid grid-cols-1 gap-x-4 gap-y-0.5 py-2 text-ui lg:grid-cols-[11rem_8rem_minmax(0,1fr)]"
                >
                  <span className="text-ink">{formatDateTime(run.startedAt)}</span>
                  <span className="text-ink-2">{startedBy(run)}</span>
                  <span className="flex gap-2 text-ink">
                    <span className="mt-0.5 shrink-0">{signs[run.status]}</span>
                    {runInWords(run)}
                  </span>
                </li>
              ))}
            </ul>
          )}
        </ListFrame>
      </Cell>
    </SheetRow>
  );
}

const startedBy = ({ startedBy: who }: SyncRun): string => (who === "schedule" ? "Schedule" : who);
