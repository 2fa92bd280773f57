import { waitingListEndpoints } from "@forestay/contracts/wire";
import type { EndpointBody, EndpointQuery, EndpointResponse } from "@forestay/contracts/wire";
import { keepPreviousData, queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { callOnce } from "@/lib/api/call-once.ts";
import { call } from "@/lib/api/index.ts";
import { waitingListKeys } from "@/lib/api/query-keys.ts";

export type Entry = EndpointResponse<typeof waitingListEndpoints.list>["items"][number];
type Filter = EndpointBody<typeof waitingListEndpoints.export>;

export const waitingListQueries = {
  list: (query: EndpointQuery<typeof waitingListEndpoints.list>) =>
    queryOptions({
      queryKey: [...waitingListKeys.list, query],
      queryFn: ({ signal }) => call(waitingListEndpoints.list, { query, signal }),
      placeholderData: keepPreviousData,
    }),
};

/** Mails the link to register by; the list shows who was invited. */
export function useInviteEntry(id: string) {
  return useChange(() => callOnce(waitingListEndpoints.invite, { params: { id } }));
}

export function useMakeEntryLink(id: string) {
  return useChange(() => callOnce(waitingListEndpoints.makeLink, { params: { id } }));
}

/** Takes somebody off the list; who was taken off already is deleted. */
export function useRemoveEntry(id: string) {
  return useChange(() => call(waitingListEndpoints.remove, { params: { id } }));
}

export function useExportWaitingList() {
  return useMutation({
    mutationFn: (filter: Filter) => callOnce(waitingListEndpoints.export, { body: filter }),
  });
}

function useChange<T>(mutationFn: () => Promise<T>) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn,
    onSuccess: () => queryClient.invalidateQueries({ queryKey: waitingListKeys.all }),
  });
}
