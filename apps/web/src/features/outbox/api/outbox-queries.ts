import { outboxRoutes } from "@forestay/contracts/outbox";
import type { RouteQueryInput, RouteResponse } from "@forestay/contracts/route";
import { keepPreviousData, queryOptions, useMutation } from "@tanstack/react-query";
import { call, startDownload } from "@/lib/api/index.ts";

export type OutboxList = RouteResponse<typeof outboxRoutes.list>;
export type OpenedMail = RouteResponse<typeof outboxRoutes.get>;

export const outboxQueries = {
  list: (query: RouteQueryInput<typeof outboxRoutes.list>) =>
    queryOptions({
      queryKey: ["outbox", "list", query],
      queryFn: ({ signal }) => call(outboxRoutes.list, { query, signal }),
      placeholderData: keepPreviousData,
      // Mail is written by what others do: a look at the list is a look at now.
      staleTime: 0,
    }),
  mail: (id: string) =>
    queryOptions({
      queryKey: ["outbox", "mail", id],
      queryFn: ({ signal }) => call(outboxRoutes.get, { params: { id }, signal }),
    }),
};

/** Downloads one mail as .eml by a one-time link. */
export function useMailDownload() {
  return useMutation({
    mutationFn: (id: string) => call(outboxRoutes.download, { params: { id } }),
    onSuccess: ({ downloadPath }) => startDownload(downloadPath),
  });
}
