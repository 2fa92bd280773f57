import { analysisEndpoints, isTerminalJobStatus, JOB_POLL_INTERVAL_MS } from "@forestay/contracts/wire";
import type { EndpointBody, EndpointQuery } from "@forestay/contracts/wire";
import { keepPreviousData, queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { callOnce } from "@/lib/api/call-once.ts";
import { analyticsKeys } from "@/lib/api/query-keys.ts";
import { call, startDownload } from "@/lib/api/index.ts";

export type CustomerChoice = EndpointBody<typeof analysisEndpoints.checkCompleteness>;
export type AnalyzeInput = EndpointBody<typeof analysisEndpoints.analyze>;
export type AnalysisCustomersQuery = EndpointQuery<typeof analysisEndpoints.customers>;

export const analysisQueries = {
  list: (page: number) =>
    queryOptions({
      queryKey: [...analyticsKeys.list, page],
      queryFn: ({ signal }) => call(analysisEndpoints.list, { query: { page }, signal }),
      placeholderData: keepPreviousData,
    }),
  completeness: (choice: CustomerChoice) =>
    queryOptions({
      queryKey: [...analyticsKeys.completeness, choice],
      queryFn: ({ signal }) => call(analysisEndpoints.checkCompleteness, { body: choice, signal }),
    }),
  /** Polled every 5 s until terminal. */
  results: (id: string) =>
    queryOptions({
      queryKey: [...analyticsKeys.results, id],
      queryFn: ({ signal }) => call(analysisEndpoints.results, { params: { id }, signal }),
      refetchInterval: ({ state }) =>
        state.data && isTerminalJobStatus(state.data.status) ? false : JOB_POLL_INTERVAL_MS,
    }),
  customers: (id: string, query: AnalysisCustomersQuery) =>
    queryOptions({
      queryKey: [...analyticsKeys.customers, id, query],
      queryFn: ({ signal }) => call(analysisEndpoints.customers, { params: { id }, query, signal }),
      placeholderData: keepPreviousData,
    }),
};

export function useStartAnalysis() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: AnalyzeInput) => callOnce(analysisEndpoints.analyze, { body }),
    onSuccess: async (analysis) => {
      queryClient.setQueryData(analysisQueries.results(analysis.id).queryKey, analysis);
      await queryClient.invalidateQueries({ queryKey: analyticsKeys.list });
    },
  });
}

export function useCancelAnalysis(id: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () => callOnce(analysisEndpoints.cancel, { params: { id } }),
    onSuccess: (analysis) => queryClient.setQueryData(analysisQueries.results(id).queryKey, analysis),
  });
}

/** Starts an ended analysis without a result again, with what it was asked for. */
export function useRetryAnalysis(id: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () => callOnce(analysisEndpoints.retry, { params: { id } }),
    onSuccess: async (analysis) => {
      queryClient.setQueryData(analysisQueries.results(analysis.id).queryKey, analysis);
      await queryClient.invalidateQueries({ queryKey: analyticsKeys.list });
    },
  });
}

export function useAnalysisExport(id: string) {
  return useMutation({
    mutationFn: () => call(analysisEndpoints.createExport, { params: { id } }),
    onSuccess: ({ downloadPath }) => startDownload(downloadPath),
  });
}
