import { dashboardEndpoints, trackRecordEndpoints } from "@forestay/contracts/wire";
import type { EndpointBody, EndpointQuery, ParkedKind } from "@forestay/contracts/wire";
import {
  infiniteQueryOptions,
  keepPreviousData,
  queryOptions,
  useMutation,
  useQueryClient,
} from "@tanstack/react-query";
import { call, startDownload } from "@/lib/api/index.ts";
import { dashboardKeys } from "@/lib/api/query-keys.ts";

export type DashboardQuery = EndpointQuery<typeof dashboardEndpoints.get>;
export type AttentionQuery = EndpointQuery<typeof dashboardEndpoints.attention>;
export type RowsQuery = EndpointQuery<typeof dashboardEndpoints.rows>;

/** Every key of this domain starts with "dashboard": the live refresh invalidates by that word. */
export const dashboardQueries = {
  figures: (query: DashboardQuery) =>
    queryOptions({
      queryKey: [...dashboardKeys.figures, query],
      queryFn: ({ signal }) => call(dashboardEndpoints.get, { query, signal }),
      placeholderData: keepPreviousData,
      // A segment's figures are worked out when somebody first looks; new rows and scores are added up after they came.
      refetchInterval: ({ state: { data } }) =>
        data?.segment?.keptAt === null || data?.isCatchingUp === true ? 5000 : false,
    }),
  attention: (query: AttentionQuery) =>
    queryOptions({
      queryKey: [...dashboardKeys.attention, query],
      queryFn: ({ signal }) => call(dashboardEndpoints.attention, { query, signal }),
      placeholderData: keepPreviousData,
    }),
  /** Under the list's own key: a mark that is made or taken back refreshes both. */
  hidden: (query: AttentionQuery) =>
    infiniteQueryOptions({
      queryKey: [...dashboardKeys.attention, "hidden", query],
      queryFn: ({ signal, pageParam }) =>
        call(dashboardEndpoints.hidden, {
          query: { ...query, ...(pageParam === null ? {} : { cursor: pageParam }) },
          signal,
        }),
      initialPageParam: null as string | null,
      getNextPageParam: ({ nextCursor }) => nextCursor,
    }),
  parked: (kind: ParkedKind) =>
    infiniteQueryOptions({
      queryKey: [...dashboardKeys.health, "parked", kind],
      queryFn: ({ signal, pageParam }) =>
        call(dashboardEndpoints.parked, {
          query: { kind, ...(pageParam === null ? {} : { cursor: pageParam }) },
          signal,
        }),
      initialPageParam: null as string | null,
      getNextPageParam: ({ nextCursor }) => nextCursor,
    }),
  health: () =>
    queryOptions({
      queryKey: dashboardKeys.health,
      queryFn: ({ signal }) => call(dashboardEndpoints.health, { signal }),
    }),
  trackRecord: () =>
    queryOptions({
      queryKey: dashboardKeys.trackRecord,
      queryFn: ({ signal }) => call(trackRecordEndpoints.get, { signal }),
    }),
  rows: (query: RowsQuery) =>
    infiniteQueryOptions({
      queryKey: [...dashboardKeys.rows, query],
      queryFn: ({ signal, pageParam }) =>
        call(dashboardEndpoints.rows, {
          query: { ...query, ...(pageParam === null ? {} : { cursor: pageParam }) },
          signal,
        }),
      initialPageParam: null as string | null,
      getNextPageParam: ({ nextCursor }) => nextCursor,
    }),
};

/** All rows of a number as a CSV file, streamed by a one-time link. */
export function useRowsDownload() {
  return useMutation({
    mutationFn: (body: EndpointBody<typeof dashboardEndpoints.exportRows>) =>
      call(dashboardEndpoints.exportRows, { body }),
    onSuccess: ({ downloadPath }) => startDownload(downloadPath),
  });
}

type MarkBody = EndpointBody<typeof dashboardEndpoints.mark>;

/** Says of a customer that it is done, for later, or no risk; the list is asked for anew. */
export function useAttentionMark() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ customerId, ...body }: MarkBody & { customerId: string }) =>
      call(dashboardEndpoints.mark, { params: { id: customerId }, body }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: dashboardKeys.attention }),
  });
}

/** Takes it back: the customer is on the list again. */
export function useAttentionUnmark() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ customerId, markId }: { customerId: string; markId: string }) =>
      call(dashboardEndpoints.unmark, { params: { id: customerId, markId } }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: dashboardKeys.attention }),
  });
}
