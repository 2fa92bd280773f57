import { customerEndpoints } from "@forestay/contracts/wire";
import type { CustomerSelection, EndpointQuery, TimelineKind } from "@forestay/contracts/wire";
import { keepPreviousData, queryOptions, useMutation } from "@tanstack/react-query";
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
  events: (id: string, page: number, pageSize: number, kind?: TimelineKind) =>
    queryOptions({
      queryKey: [...customerKeys.events, id, page, pageSize, kind],
      queryFn: ({ signal }) =>
        call(customerEndpoints.events, {
          params: { id },
          query: { page, pageSize, ...(kind === undefined ? {} : { kind }) },
          signal,
        }),
      placeholderData: keepPreviousData,
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
