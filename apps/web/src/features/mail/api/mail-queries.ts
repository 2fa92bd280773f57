import { mailEndpoints } from "@forestay/contracts/wire";
import type { EndpointQuery, EndpointResponse } from "@forestay/contracts/wire";
import { keepPreviousData, queryOptions, useMutation } from "@tanstack/react-query";
import { call, startDownload } from "@/lib/api/index.ts";
import { outboxKeys } from "@/lib/api/query-keys.ts";

export type MailList = EndpointResponse<typeof mailEndpoints.list>;
export type OpenedMail = EndpointResponse<typeof mailEndpoints.get>;

export const mailQueries = {
  list: (query: EndpointQuery<typeof mailEndpoints.list>) =>
    queryOptions({
      queryKey: [...outboxKeys.list, query],
      queryFn: ({ signal }) => call(mailEndpoints.list, { query, signal }),
      placeholderData: keepPreviousData,
      // Mail is written by what others do: a look at the list is a look at now.
      staleTime: 0,
    }),
  mail: (id: string) =>
    queryOptions({
      queryKey: [...outboxKeys.mail, id],
      queryFn: ({ signal }) => call(mailEndpoints.get, { params: { id }, signal }),
    }),
};

/** Downloads one mail as .eml by a one-time link. */
export function useMailDownload() {
  return useMutation({
    mutationFn: (id: string) => call(mailEndpoints.download, { params: { id } }),
    onSuccess: ({ downloadPath }) => startDownload(downloadPath),
  });
}
