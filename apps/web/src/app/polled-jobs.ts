import { isTerminalJobStatus } from "@forestay/contracts/wire";
import type { JobStatusValue } from "@forestay/contracts/wire";
import type { QueryClient } from "@tanstack/react-query";
import { analyticsKeys, importKeys } from "@/lib/api/query-keys.ts";
import { refreshedBy } from "./live-refresh.ts";

const polledJobs = [
  { keyStart: importKeys.status, event: "import_completed" },
  { keyStart: analyticsKeys.results, event: "analysis_completed" },
] as const;

const toldJobs = new WeakMap<QueryClient, Set<string>>();

/** The hub has told of this job's end, and what it changed is being refreshed: seeing it end changes nothing more. */
export function rememberToldJob(queryClient: QueryClient, jobId: string): void {
  const told = toldJobs.get(queryClient) ?? new Set();
  toldJobs.set(queryClient, told.add(jobId));
}

/**
 * Refreshes when a polled job is seen to end, whoever polls it: also a failed or cancelled one, and also while the live
 * connection is away. A job that was over when it was first read changes nothing. Returns the way to stop.
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
    if (!isTerminalJobStatus(status)) {
      running.add(query.queryHash);
      return;
    }
    if (!running.delete(query.queryHash)) return;
    if (toldJobs.get(queryClient)?.has(String(query.queryKey[2]))) return;
    for (const queryKey of refreshedBy[job.event]) {
      // The job's own state has just been read.
      const predicate = ({ queryHash }: { queryHash: string }) => queryHash !== query.queryHash;
      void queryClient.invalidateQueries({ queryKey, predicate });
    }
  });
}
