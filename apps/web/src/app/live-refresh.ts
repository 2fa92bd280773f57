import { isTerminalJobStatus } from "@forestay/contracts/enumerations";
import type { JobStatusValue } from "@forestay/contracts/enumerations";
import type { QueryClient, QueryKey } from "@tanstack/react-query";

/** What a finished job makes stale (spec section 4, 'Live events and data refresh'). */
const staleAfter = {
  import_completed: [["customers"], ["dashboard"], ["notifications"], ["imports", "list"]],
  analysis_completed: [
    ["analytics", "list"],
    ["analytics", "customers"],
    ["customers"],
    ["dashboard"],
    ["notifications"],
  ],
} as const satisfies Record<string, readonly QueryKey[]>;

export type RefreshEvent = keyof typeof staleAfter;

/** Fetches again what is on screen, and marks the rest stale. */
export function refreshAfter(queryClient: QueryClient, event: RefreshEvent): void {
  for (const queryKey of staleAfter[event]) void queryClient.invalidateQueries({ queryKey });
}

const polledJobs: readonly { keyStart: readonly [string, string]; event: RefreshEvent }[] = [
  { keyStart: ["imports", "status"], event: "import_completed" },
  { keyStart: ["analytics", "results"], event: "analysis_completed" },
];

/**
 * Refreshes when a polled job is seen to end, whoever polls it. A job that was over when it was first read changes
 * nothing. Returns the way to stop.
 */
export function watchPolledJobs(queryClient: QueryClient): () => void {
  const running = new Set<string>();
  return queryClient.getQueryCache().subscribe((notice) => {
    if (notice.type !== "updated" || notice.action.type !== "success") return;
    const { query } = notice;
    const job = polledJobs.find(({ keyStart }) =>
      keyStart.every((part, index) => query.queryKey[index] === part),
    );
    const status = (query.state.data as { status?: JobStatusValue } | undefined)?.status;
    if (job === undefined || status === undefined) return;
    if (!isTerminalJobStatus(status)) running.add(query.queryHash);
    else if (running.delete(query.queryHash)) refreshAfter(queryClient, job.event);
  });
}
