import { cancelFlowEndpoints } from "@forestay/contracts/wire";
import type { CancelFlow, EndpointQuery } from "@forestay/contracts/wire";
import { keepPreviousData, queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { callOnce } from "@/lib/api/call-once.ts";
import { call } from "@/lib/api/index.ts";
import { recoveryKeys } from "@/lib/api/query-keys.ts";

export const cancelQueries = {
  flow: () =>
    queryOptions({
      queryKey: recoveryKeys.cancelFlow,
      queryFn: ({ signal }) => call(cancelFlowEndpoints.get, { signal }),
    }),
  sessions: (query: EndpointQuery<typeof cancelFlowEndpoints.sessions>) =>
    queryOptions({
      queryKey: [...recoveryKeys.cancelSessions, query],
      queryFn: ({ signal }) => call(cancelFlowEndpoints.sessions, { query, signal }),
      placeholderData: keepPreviousData,
    }),
  results: () =>
    queryOptions({
      queryKey: recoveryKeys.cancelResults,
      queryFn: ({ signal }) => call(cancelFlowEndpoints.results, { signal }),
    }),
};

export function useSaveFlow() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (flow: CancelFlow) => call(cancelFlowEndpoints.save, { body: flow }),
    onSuccess: (saved) => queryClient.setQueryData(recoveryKeys.cancelFlow, saved),
  });
}

export function useSettle(id: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (endsOn: string | null) =>
      callOnce(cancelFlowEndpoints.settle, { params: { id }, body: { endsOn } }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: recoveryKeys.cancelSessions }),
  });
}
