import {
  analysisEndpoints,
  isTerminalJobStatus,
  JOB_POLL_INTERVAL_MS,
  JobStatus,
} from "@forestay/contracts/wire";
import type { Analysis } from "@forestay/contracts/wire";
import { queryOptions, skipToken, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { callOnce } from "@/lib/api/call-once.ts";
import { call } from "@/lib/api/index.ts";
import { analyticsKeys, customerKeys } from "@/lib/api/query-keys.ts";

/** What a check can end with; `train` where a model would have to be learned first, which takes its own page. */
type Told = { kind: "done" } | { kind: "train" } | { kind: "failed"; why: string };

const runQuery = (id: string | null) =>
  queryOptions({
    queryKey: [...analyticsKeys.results, id],
    queryFn:
      id === null ? skipToken : ({ signal }) => call(analysisEndpoints.results, { params: { id }, signal }),
    refetchInterval: ({ state }) =>
      state.data && isTerminalJobStatus(state.data.status) ? false : JOB_POLL_INTERVAL_MS,
  });

/** Scores one customer again with the model in use, or by the rules where there is none, without leaving the page. */
export function useCheckRisk(customerId: string, onTold: (told: Told) => void) {
  const queryClient = useQueryClient();
  const [runId, setRunId] = useState<string | null>(null);
  const start = useMutation({
    mutationFn: async (): Promise<Analysis | null> => {
      const customerIds = [customerId];
      const known = await call(analysisEndpoints.checkCompleteness, { body: { customerIds } });
      if (!known.canAnalyze) throw new Error(known.blockers[0] ?? "Too little is known of this customer.");
      const model = known.availableModels.find(({ isPreselected }) => isPreselected);
      if (model === undefined && known.expectedSource === "model") return null;
      return callOnce(analysisEndpoints.analyze, {
        body: { customerIds, ...(model === undefined ? {} : { modelVersion: model.version }) },
      });
    },
    onSuccess: (run) => {
      if (run === null) return onTold({ kind: "train" });
      queryClient.setQueryData(runQuery(run.id).queryKey, run);
      setRunId(run.id);
    },
    onError: (error) => onTold({ kind: "failed", why: error.message }),
  });
  const { data: run } = useQuery(runQuery(runId));
  const ended = run !== undefined && isTerminalJobStatus(run.status) ? run : undefined;
  useEffect(() => {
    if (ended === undefined || runId === null) return;
    setRunId(null);
    if (ended.status !== JobStatus.Completed) {
      onTold({ kind: "failed", why: ended.failure ?? "It was cancelled. The score is as it was." });
      return;
    }
    void queryClient.invalidateQueries({ queryKey: customerKeys.all }).then(() => onTold({ kind: "done" }));
    // Told once per run, whatever else the page draws meanwhile.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [ended, runId]);
  return { check: () => start.mutate(), isChecking: start.isPending || runId !== null };
}
