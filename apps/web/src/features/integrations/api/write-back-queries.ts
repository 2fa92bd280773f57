import { writeBackEndpoints } from "@forestay/contracts/wire";
import type { EndpointResponse, IntegrationProvider } from "@forestay/contracts/wire";
import { keepPreviousData, queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { call } from "@/lib/api/index.ts";
import { integrationKeys } from "@/lib/api/query-keys.ts";

export type WriteBack = EndpointResponse<typeof writeBackEndpoints.get>;

export const writeBackQueries = {
  state: (provider: IntegrationProvider) =>
    queryOptions({
      queryKey: [...integrationKeys.writeBack, provider],
      queryFn: ({ signal }) => call(writeBackEndpoints.get, { params: { provider }, signal }),
    }),
  failures: (provider: IntegrationProvider, page: number) =>
    queryOptions({
      queryKey: [...integrationKeys.unwritten, provider, page],
      queryFn: ({ signal }) =>
        call(writeBackEndpoints.failures, { params: { provider }, query: { page }, signal }),
      placeholderData: keepPreviousData,
    }),
};

/** A deed with scores that are written there: what it answers is how that stands now. */
function useDeed<Input>(provider: IntegrationProvider, deed: (input: Input) => Promise<WriteBack>) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: deed,
    onSuccess: (answer) => queryClient.setQueryData(writeBackQueries.state(provider).queryKey, answer),
    onSettled: () => void queryClient.invalidateQueries({ queryKey: integrationKeys.unwritten }),
  });
}

export const useSwitchWriteBack = (provider: IntegrationProvider) =>
  useDeed(provider, (isOn: boolean) =>
    call(writeBackEndpoints.change, { params: { provider }, body: { isOn } }),
  );

export const useRetryWriteBack = (provider: IntegrationProvider) =>
  useDeed(provider, (sourceIds: string[] | null) =>
    call(writeBackEndpoints.retry, { params: { provider }, body: { sourceIds } }),
  );
