import { billingEndpoints, customerEndpoints, timelineEndpoints } from "@forestay/contracts/wire";
import type { CustomerSelection, EndpointQuery, TimelinePart } from "@forestay/contracts/wire";
import { infiniteQueryOptions, keepPreviousData, queryOptions, useMutation } from "@tanstack/react-query";
import { call, startDownload } from "@/lib/api/index.ts";
import { customerKeys } from "@/lib/api/query-keys.ts";

export type CustomerListQuery = EndpointQuery<typeof customerEndpoints.list>;

/** Every key of this domain starts with "customers": the live refresh invalidates by that word. */
export const customerQueries = {
  list: (query: CustomerListQuery) =>
    queryOptions({
      queryKey: [...customerKeys.list, query],
      queryFn: ({ signal }) => call(customerEndpoints.list, { query, signal }),
      placeholderData: keepPreviousData,
    }),
  facets: () =>
    queryOptions({
      queryKey: customerKeys.facets,
      queryFn: ({ signal }) => call(customerEndpoints.facets, { signal }),
    }),
  detail: (id: string) =>
    queryOptions({
      queryKey: [...customerKeys.detail, id],
      queryFn: ({ signal }) => call(customerEndpoints.get, { params: { id }, signal }),
    }),
  timeline: (id: string, part: TimelinePart | undefined, limit: number) =>
    infiniteQueryOptions({
      queryKey: [...customerKeys.events, id, part, limit],
      queryFn: ({ signal, pageParam }) =>
        call(timelineEndpoints.get, {
          params: { id },
          query: {
            limit,
            ...(part === undefined ? {} : { part }),
            ...(pageParam === null ? {} : { cursor: pageParam }),
          },
          signal,
        }),
      initialPageParam: null as string | null,
      getNextPageParam: ({ nextCursor }) => nextCursor,
      placeholderData: keepPreviousData,
    }),
  use: (id: string) =>
    queryOptions({
      queryKey: [...customerKeys.use, id],
      queryFn: ({ signal }) => call(billingEndpoints.use, { params: { id }, signal }),
    }),
  selectionSummary: (selection: CustomerSelection) =>
    queryOptions({
      queryKey: [...customerKeys.selection, selection],
      queryFn: ({ signal }) => call(customerEndpoints.selectionSummary, { body: selection, signal }),
      placeholderData: keepPreviousData,
    }),
};

/** Asks for a one-time link and starts the download; the file streams to disk, whatever its size. */
export function useCustomerExport() {
  return useMutation({
    mutationFn: (body: { selection: CustomerSelection; columns?: string[] }) =>
      call(customerEndpoints.createExport, { body }),
    onSuccess: ({ downloadPath }) => startDownload(downloadPath),
  });
}
